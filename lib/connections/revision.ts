import type { ConnectionAddress } from '../storage/settings.ts';

/**
 * Returns a text that changes with any value of a connection that a form shows, and with the connection's accounts,
 * which change with the API keys. A form compares it with the text from its opening, to notice changes. Returns '' if
 * the connection is not stored. Leaves out values that Waymark detects, such as the kind of service.
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
