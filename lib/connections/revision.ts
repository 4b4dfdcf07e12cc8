import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Identifies the values of a stored connection that a form shows, to notice that it was changed since it was read.
 * Empty for a connection that is not stored. Values that a test detects by itself, such as the kind of the service, are
 * left out.
 */
export const revisionOf = (connection: ConnectionAddress | undefined): string => {
  if (!connection) return '';
  const { analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team } = connection;
  return JSON.stringify([analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team]);
};
