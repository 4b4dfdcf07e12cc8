import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns a text made of the values of a stored connection that a form shows, and its accounts, which change with the
 * keys. If it differs from the text that a form got when it was opened, the connection has changed since. Returns '' if
 * the connection is not stored. Leaves out values that Waymark detects by itself, such as the kind of the service.
 */
export const revisionOf = (connection: ConnectionAddress | undefined): string => {
  if (!connection) return '';
  const { analyticsUrl, account, seoUrl, seoAccount, name, rules, defaults, templates, team, forgetKeys } = connection;
  return JSON.stringify([
    analyticsUrl,
    account,
    seoUrl,
    seoAccount,
    name,
    rules,
    defaults,
    templates,
    team,
    forgetKeys,
  ]);
};
