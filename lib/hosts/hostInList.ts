import { hostOf } from './hostOf.ts';

/**
 * Part of a regular expression. Matches a host that parsing does not change: two labels or more, and the last has only
 * letters.
 */
export const plainHost = String.raw`(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}`;
const alone = new RegExp(`^${plainHost}$`);

/** Whether parsing keeps a match of `plainHost`. Parsing may refuse a name that is too long or in punycode. */
export const isKept = (host: string): boolean => host.length <= 253 && !host.includes('xn--');

/** Like `hostOf`, for a list of thousands, where parsing each domain as an address would take most of the time. */
export const hostInList = (domain: string): string | undefined =>
  isKept(domain) && alone.test(domain) ? domain : hostOf(domain);
