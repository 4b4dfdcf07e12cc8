import { hostOf } from './hostOf.ts';

/** A name as `URL` would write it, as most domains are. */
const plain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/;

/** `hostOf` for a list of thousands, where parsing each domain as an address would take most of the time. */
export const hostInList = (domain: string): string | undefined =>
  domain.length <= 253 && plain.test(domain) && !domain.includes('xn--') ? domain : hostOf(domain);
