import { parse } from 'tldts';

/** What the public suffix list says about a host. */
export interface Suffix {
  /**
   * The domain that people can register: the public suffix and one more label. Missing if the host is a suffix, an IP
   * address or a single label.
   */
  registrable?: string;
  /**
   * Set if the host itself is a public suffix: of a registry (`co.uk`), or of a company that lets people have names
   * below it (`github.io`).
   */
  publicSuffix?: 'icann' | 'private';
  /** Set if the list does not know the host's top-level domain. */
  unknown?: true;
}

/** Includes the list's private part, since `foo.github.io` must not become `github.io`. */
const options = { allowPrivateDomains: true, extractHostname: false };

/**
 * Looks up a host in the public suffix list. Import this file only when needed: the list is 47 kB gzip. Names below an
 * unlisted top-level domain have a `registrable`, but the top-level domain itself is no `publicSuffix`. Never throws.
 */
export function publicSuffixOf(host: string): Suffix {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (/^\.|\.\./.test(name)) return {};
  const { domain, publicSuffix, isIcann, isPrivate } = parse(name, options);
  const part = isIcann ? 'icann' : isPrivate ? 'private' : undefined;
  if (domain) return part ? { registrable: domain } : { registrable: domain, unknown: true };
  return part && publicSuffix === name ? { publicSuffix: part } : {};
}
