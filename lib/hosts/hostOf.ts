import { siteOf, siteOfText } from './parse.ts';

/**
 * The exact host that a record's domain stands for: lower case, punycode; undefined if it is not a host. A domain with a
 * path, query, port or user does not stand for its host.
 */
export function hostOf(domain: string): string | undefined {
  const bare = domain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  const site = /[/\\?#@]|:\d*$/.test(bare) ? undefined : siteOfText(bare);
  return site && 'host' in site ? site.host : undefined;
}

/** The host of a web address, whatever its port, path, query or user; undefined without `http://` or `https://`. */
export function hostOfAddress(address: string): string | undefined {
  const site = siteOf(address);
  return 'host' in site ? site.host : undefined;
}

/** The exact hosts that a record stands for: those that its service reports, or else its domain's. */
export const hostsOf = ({ domain, hosts }: { domain: string; hosts?: readonly string[] }): readonly string[] => {
  const host = hosts ? undefined : hostOf(domain);
  return hosts ?? (host ? [host] : []);
};

/** Whether two domains name the same website; domains that are not hosts must be equal. */
const isSameSite = (one: string, other: string): boolean =>
  one === other || (hostOf(one) ?? one) === (hostOf(other) ?? other);

/** Whether a record is the one that a person knows by this domain. */
export const standsFor = (record: { domain: string; hosts?: readonly string[] }, domain: string): boolean =>
  isSameSite(record.domain, domain) || hostsOf(record).includes(hostOf(domain) ?? domain);
