import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Serialises the values of a stored connection that a form shows, so that the form notices when they have changed since
 * it read them. Returns '' if the connection is not stored. Leaves out values that Waymark detects by itself, such as
 * the kind of the service.
 */
export const revisionOf = (connection: ConnectionAddress | undefined): string => {
  if (!connection) return '';
  const { analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team } = connection;
  return JSON.stringify([analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team]);
};
