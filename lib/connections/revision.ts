import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns a connection as one text, or '' if the connection is not stored. A form compares this text with an earlier
 * one to notice changes. It contains the values in the form, and the accounts, because a new API key means a new
 * account. It does not contain what Waymark detects by itself, such as the kind of service.
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
