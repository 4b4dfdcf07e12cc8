import { siteOf, siteOfText } from './parse.ts';

/**
 * Returns a record's domain as a host, in lower case and punycode. Ignores `http://` or `https://` before the domain
 * and a slash after it. Undefined if the domain is not a host, or has a path, query, fragment, port or user.
 */
export function hostOf(domain: string): string | undefined {
  const bare = domain
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  const site = /[/\\?#@]|:\d*$/.test(bare) ? undefined : siteOfText(bare);
  return site && 'host' in site ? site.host : undefined;
}

/** Whether a host is this domain or a name below it. */
export const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/**
 * Returns the host of a web address, which may have a port, path, query or user. Undefined if the text is not an
 * http(s) address with a valid host.
 */
export function hostOfAddress(address: string): string | undefined {
  const site = siteOf(address);
  return 'host' in site ? site.host : undefined;
}

/** Returns the exact hosts of a record: the hosts that its service reports, or else the host of its domain. */
export const hostsOf = ({ domain, hosts }: { domain: string; hosts?: readonly string[] }): readonly string[] => {
  const host = hosts ? undefined : hostOf(domain);
  return hosts ?? (host ? [host] : []);
};

/**
 * Whether a domain is one of a record's hosts, or the record's own domain. Hosts are compared in their normal form, all
 * other domains as they are written.
 */
export const standsFor = (record: { domain: string; hosts?: readonly string[] }, domain: string): boolean =>
  [...hostsOf(record), hostOf(record.domain) ?? record.domain].includes(hostOf(domain) ?? domain);
