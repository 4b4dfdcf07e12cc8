import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns the values of a connection as one text, or '' if the connection is not stored. A form that is open compares
 * this text with an earlier one, to notice changes. The text contains the values that the form shows, and the accounts,
 * because they change with the API keys. It lacks values that Waymark detects, such as the kind of service.
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
