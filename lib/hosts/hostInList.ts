import { hostOf } from './hostOf.ts';

/** A host that parsing leaves as it is, as a part of a regular expression: two labels or more, the last one not a number. */
export const plainHost = String.raw`(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}`;
const alone = new RegExp(`^${plainHost}$`);

/** Whether parsing keeps what `plainHost` matches: too long a name, or one in punycode, may be refused. */
export const isKept = (host: string): boolean => host.length <= 253 && !host.includes('xn--');

/** `hostOf` for a list of thousands, where parsing each domain as an address would take most of the time. */
export const hostInList = (domain: string): string | undefined =>
  isKept(domain) && alone.test(domain) ? domain : hostOf(domain);
