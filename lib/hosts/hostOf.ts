import { siteOf, siteOfText } from './parse.ts';

/**
 * Returns a record's domain as a host, in lower case and punycode. Ignores a leading `http://` or `https://` and a
 * trailing slash. Undefined if the domain is not a host, or has a path, query, fragment, port or user-info.
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
 * Returns the host of an http(s) address, which may have a port, path, query or user-info. Undefined if the text is not
 * such an address or its host is invalid.
 */
export function hostOfAddress(address: string): string | undefined {
  const site = siteOf(address);
  return 'host' in site ? site.host : undefined;
}

/** Returns the exact hosts of a record: those that its service reports or, without them, the host of its domain. */
export const hostsOf = ({ domain, hosts }: { domain: string; hosts?: readonly string[] }): readonly string[] => {
  const host = hosts ? undefined : hostOf(domain);
  return hosts ?? (host ? [host] : []);
};

/**
 * Whether a domain is one of a record's hosts or its domain. Hosts are compared in their normal form, other domains as
 * written.
 */
export const standsFor = (record: { domain: string; hosts?: readonly string[] }, domain: string): boolean =>
  [...hostsOf(record), hostOf(record.domain) ?? record.domain].includes(hostOf(domain) ?? domain);
