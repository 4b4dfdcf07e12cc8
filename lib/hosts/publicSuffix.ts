import { parse } from 'tldts';

/** What the public suffix list says about a host. */
export interface Suffix {
  /** The domain one can register: the public suffix and one label more. Missing for suffixes, IP addresses, single labels. */
  registrable?: string;
  /** Set if the host itself is a public suffix: of a registry (`co.uk`), or of a company that gives names away (`github.io`). */
  publicSuffix?: 'icann' | 'private';
}

/** The list's private part counts too: `foo.github.io` must not become `github.io`. */
const options = { allowPrivateDomains: true, extractHostname: false };

/**
 * Looks a host up in the public suffix list. Import this file only when needed: the list is 47 kB gzip. An unlisted
 * top-level domain counts as a suffix, but not as a public one. Never throws.
 */
export function publicSuffixOf(host: string): Suffix {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name.startsWith('.') || name.includes('..')) return {};
  const { domain, publicSuffix, isIcann, isPrivate } = parse(name, options);
  if (domain) return { registrable: domain };
  if (publicSuffix !== name) return {};
  if (isIcann) return { publicSuffix: 'icann' };
  return isPrivate ? { publicSuffix: 'private' } : {};
}
