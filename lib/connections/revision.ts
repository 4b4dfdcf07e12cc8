import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Names what a form shows of a stored connection: two that differ were not read at the same time. Empty for a connection that is
 * not stored. What a test finds out by itself, such as the kind of the service, is no change.
 */
export const revisionOf = (connection: ConnectionAddress | undefined): string => {
  if (!connection) return '';
  const { analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team } = connection;
  return JSON.stringify([analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team]);
};
