import { isWithin } from './hostOf.ts';

/**
 * The spellings in which a person may want to register hosts. `seen`: as in the tab. `bare`: without `www.`.
 * `registrable`: only the registrable domain.
 */
export const hostSpellings = ['seen', 'bare', 'registrable'] as const;
export type HostChoice = (typeof hostSpellings)[number];

export const withoutWww = (host: string): string => host.replace(/^www\./, '');

function spellings(host: string, registrable?: string): Record<HostChoice, string> {
  if (!registrable || !isWithin(host, registrable)) return { seen: host, bare: host, registrable: host };
  const bare = withoutWww(host);
  return { seen: host, bare: isWithin(bare, registrable) ? bare : host, registrable };
}

interface Registrable {
  registrable?: string | undefined;
}

/**
 * Returns a host in the spelling that the person has chosen. Returns it unchanged if `registrable` is missing or the
 * host is not within it.
 */
export const preferredHost = (host: string, choice: HostChoice, { registrable }: Registrable): string =>
  spellings(host, registrable)[choice];

/** Adds `www.` to a host, or removes it if it is there. */
export const wwwVariant = (host: string): string => (host.startsWith('www.') ? host.slice(4) : `www.${host}`);

/**
 * Returns other hosts under which a host's website may be registered: its `www.` variant, and its parents up to the
 * registrable domain. Returns none without `registrable`, which is missing for IP addresses, local names and public
 * suffixes.
 */
export function relatedHosts(host: string, registrable?: string): string[] {
  if (!registrable || !isWithin(host, registrable)) return [];
  const related = host.startsWith('www.') ? [] : [wwwVariant(host)];
  let parent = host;
  while (parent !== registrable) {
    parent = parent.slice(parent.indexOf('.') + 1);
    related.push(parent);
  }
  return related;
}
