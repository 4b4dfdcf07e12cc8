import { parse } from 'tldts';

/**
 * What the public suffix list says about a host. The list contains the names below which anybody can register names.
 */
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
  /** Set if `registrable` is set, but the host's top-level domain is not in the list. */
  unknown?: true;
}

/** Includes the list's private part, because the registrable domain of `foo.github.io` must not be `github.io`. */
const options = { allowPrivateDomains: true, extractHostname: false };

/**
 * Looks up a host in the public suffix list. Never throws. An unknown top-level domain does not count as a public
 * suffix, but names below it have a `registrable` domain. Import this file only on demand, because the list is 47 kB
 * (gzip).
 */
export function publicSuffixOf(host: string): Suffix {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^\.|\.\./.test(name)) return {};
  const { domain, publicSuffix, isIcann, isPrivate } = parse(name, options);
  const part = isIcann ? 'icann' : isPrivate ? 'private' : undefined;
  if (domain) return part ? { registrable: domain } : { registrable: domain, unknown: true };
  return part && publicSuffix === name ? { publicSuffix: part } : {};
}
