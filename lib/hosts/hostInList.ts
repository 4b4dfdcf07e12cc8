import { hostOf } from './hostOf.ts';

/**
 * The source of a regular expression that matches ASCII hosts in lower case with at least one dot, and with only
 * letters after the last dot. Parsing returns nearly all such hosts unchanged (see `isKept`).
 */
export const plainHost = String.raw`(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}`;
const alone = new RegExp(`^${plainHost}$`);

/**
 * Whether parsing certainly returns this host unchanged, if the host matches `plainHost`. False for long hosts and
 * punycode, which parsing may refuse.
 */
export const isKept = (host: string): boolean => host.length <= 253 && !host.includes('xn--');

/**
 * Returns the same as `hostOf`, but faster. Meant for lists of thousands of domains, where parsing each domain would
 * take most of the time.
 */
export const hostInList = (domain: string): string | undefined =>
  isKept(domain) && alone.test(domain) ? domain : hostOf(domain);
