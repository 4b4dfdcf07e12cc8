import { parse } from 'tldts';

/** A host's entry in the public suffix list, a list of the names below which anybody can register names. */
export interface Suffix {
  /**
   * The registrable domain: the public suffix and the part before it, as in `shop.co.uk`. Missing if the host is itself
   * a public suffix, is an IP address, or has no dot.
   */
  registrable?: string;
  /**
   * Set if the host itself is a public suffix. `icann`: a suffix of a registry (`co.uk`). `private`: a suffix of a
   * company that lets people have names below it (`github.io`).
   */
  publicSuffix?: 'icann' | 'private';
  /** Set if the public suffix list does not know the host's top-level domain. */
  unknown?: true;
}

/** The list's private part is included, since `foo.github.io` must not become `github.io`. */
const options = { allowPrivateDomains: true, extractHostname: false };

/**
 * Looks up a host in the public suffix list. Import this file on demand, because the list has 47 kB (gzip). An unknown
 * top-level domain is not a public suffix, but names below it do have a `registrable` domain. Never throws.
 */
export function publicSuffixOf(host: string): Suffix {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^\.|\.\./.test(name)) return {};
  const { domain, publicSuffix, isIcann, isPrivate } = parse(name, options);
  const part = isIcann ? 'icann' : isPrivate ? 'private' : undefined;
  if (domain) return part ? { registrable: domain } : { registrable: domain, unknown: true };
  return part && publicSuffix === name ? { publicSuffix: part } : {};
}
