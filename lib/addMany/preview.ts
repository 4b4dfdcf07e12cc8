import type { Note } from '../hosts/parse.ts';
import type { Suffix } from '../hosts/publicSuffix.ts';
import { type HostChoice, preferredHost, relatedHosts, wwwVariant } from '../hosts/variants.ts';
import type { JobFields } from '../jobs/types.ts';
import { isArchive } from './candidates.ts';
import { endingOf, meantHosts } from './endings.ts';
import type { Entry, ParseReason } from './parse.ts';

/** An entry together with the host that would be registered for it. */
export interface ParsedEntry {
  entry: Entry;
  /** The host to register. Undefined if the entry is not a site. `reason` then says why. */
  host?: string;
  reason?: ParseReason;
  /** The host as it was read, if the person's host choice has changed it. */
  seen?: string;
  registrable?: string;
  /** The host's `www.` variant, and its parents up to the registrable domain. One of them may be registered already. */
  related: readonly string[];
  notes: readonly Note[];
  /** The host that was probably meant, if `host` has an unknown top-level domain. */
  meant?: string | undefined;
  /** `own`: the settings from all entries with this host. `to`: for a copied website, the id of its new connection. */
  own?: JobFields;
  to?: string;
  /** The entry that is used instead of this one, if another entry has the same host. */
  repeats?: Entry;
}

/** A host in the list. `mentions`: the entries with this host. `used`: the one of these entries that is used. */
interface Mentioned {
  mentions: Entry[];
  used: Entry;
}

/** Whether the name of an entry is in doubt, because it may be other text or a file's name, or only machines use it. */
const isVague = ({ words, isService, isFile }: Entry): boolean => !!words || !!isService || !!isFile;
const hasUnknownEnding = ({ notes }: ParsedEntry): boolean => notes.includes('unknown-ending');

/**
 * Applies the person's choice of spelling to the host of each entry, and yields the results in order. Of several
 * entries with the same host, only one is used: the first one whose name is not in doubt. If all are in doubt, the
 * first one is used. It gets the settings of all of them. Before the results, yields undefined wherever the caller can
 * pause. `suffixOf`: looks up a host in the public suffix list.
 */
export function* parseEntries(
  entries: readonly Entry[],
  choice: HostChoice,
  suffixOf: (host: string) => Suffix,
): Generator<ParsedEntry | undefined> {
  const reads: ParsedEntry[] = [];
  const hosts = new Map<string, Mentioned>();
  const endings = new Map<string, number>();
  for (const entry of entries) {
    const read = readOne(entry, choice, suffixOf);
    reads.push(read);
    if (read.host !== undefined) {
      mention(hosts, read.host, entry);
      const ending = endingOf(read.host);
      if (!hasUnknownEnding(read)) endings.set(ending, (endings.get(ending) ?? 0) + 1);
    }
    yield undefined;
  }
  const meantBy = meantHosts(endings);
  const before = new Set<string>();
  for (const found of reads) {
    const { host = '', entry } = found;
    const read = hasUnknownEnding(found) ? { ...found, meant: meantBy(host) } : found;
    const { mentions = [], used = entry } = hosts.get(host) ?? {};
    yield used === entry ? completed(read, mentions, before) : { ...read, repeats: used };
    if (used === entry) before.add(host);
  }
}

function mention(hosts: Map<string, Mentioned>, host: string, entry: Entry): void {
  const { mentions = [], used = entry } = hosts.get(host) ?? {};
  mentions.push(entry);
  hosts.set(host, { mentions, used: isVague(used) && !isVague(entry) ? entry : used });
}

/**
 * Returns an entry with the settings of all entries with the same host (`mentions`). If they have different values for
 * a setting, the first value counts. For the privacy, the strictest counts: Private, then Password, then Public. If
 * only some could be read, Private counts, because the others may say so. Adds a note if the privacies differ or one
 * could not be read. Also adds a note if a host earlier in the list (`before`) differs from this one only by `www.`.
 */
function completed(read: ParsedEntry, mentions: readonly Entry[], before: ReadonlySet<string>): ParsedEntry {
  const isVariant = read.host !== undefined && before.has(wwwVariant(read.host));
  const owns = mentions.flatMap(({ own }) => own ?? []);
  const isUnread = mentions.some(({ unread }) => unread);
  const privacies = new Set(owns.flatMap(({ privacy }) => privacy ?? []));
  const privacy = privacies.size && isUnread ? 1 : ([1, 2, 0] as const).find((one) => privacies.has(one));
  const to = mentions.find((one) => one.to)?.to;
  return {
    ...read,
    notes: [
      ...(privacies.size + Number(isUnread) > 1 ? (['privacy-differs'] as const) : []),
      ...(isUnread && !privacies.size ? (['privacy-unread'] as const) : []),
      ...read.notes,
      ...(isVariant ? (['variant'] as const) : []),
    ],
    ...(owns.length
      ? { own: Object.assign({}, ...owns.toReversed(), privacy === undefined ? {} : { privacy }) as JobFields }
      : {}),
    ...(to ? { to } : {}),
  };
}

function readOne(entry: Entry, choice: HostChoice, suffixOf: (host: string) => Suffix): ParsedEntry {
  const { site } = entry;
  if ('refused' in site) return { entry, reason: site.refused, related: [], notes: [] };
  const suffix = suffixOf(site.host);
  if (suffix.publicSuffix === 'icann') return { entry, reason: 'public-suffix', related: [], notes: [] };
  const host = preferredHost(site.host, choice, suffix);
  const isOfNetwork = site.notes.some((note) => note === 'local' || note === 'onion');
  return {
    entry,
    host,
    ...(host === site.host ? {} : { seen: site.host }),
    ...(suffix.registrable ? { registrable: suffix.registrable } : {}),
    related: relatedHosts(host, suffix.registrable),
    notes: [
      ...site.notes,
      ...(suffix.unknown && !isOfNetwork ? (['unknown-ending'] as const) : []),
      ...(suffix.publicSuffix === 'private' ? (['private-suffix'] as const) : []),
      ...(isArchive(host) ? (['archive'] as const) : []),
      ...(entry.words ? (['words'] as const) : []),
      ...(entry.isService ? (['service'] as const) : []),
      ...(entry.isFile ? (['file'] as const) : []),
    ],
  };
}

const doubts: readonly Note[] = [
  'privacy-unread',
  'privacy-differs',
  'ip',
  'local',
  'single-label',
  'unknown-ending',
  'private-suffix',
  'archive',
  'words',
  'service',
  'file',
  'variant',
];

/** Returns a reason to doubt that the person wants to register this host, or undefined if there is none. */
export const doubtOf = ({ notes }: ParsedEntry): Note | undefined => notes.find((note) => doubts.includes(note));

/**
 * The hosts that a service has (`registered`) or does not have (`absent`), as far as known. The values of `absent`:
 * when this was found out (milliseconds since 1970).
 */
export interface Knowledge {
  registered: ReadonlySet<string>;
  absent: ReadonlyMap<string, number>;
  /** Hosts that were looked up without a certain result, so they may be registered. */
  unsure?: ReadonlySet<string>;
  /**
   * When the whole list was read (milliseconds since 1970). At that time, all hosts that are not in `registered` were
   * absent. Undefined if the list was not read.
   */
  complete?: number;
}

/** The knowledge before any host has been looked up. */
export const nothingKnown: Knowledge = { registered: new Set(), absent: new Map() };

export type PreviewStatus =
  | 'new'
  | 'unchecked'
  | 'unsure'
  | 'related'
  /** There is a doubt about the host (see `doubtOf`). The person has to decide, and the host is not looked up. */
  | 'doubtful'
  | 'registered'
  | 'duplicate'
  | 'refused'
  | 'comment';

/**
 * Returns when a host that is not in `registered` was found to be absent (milliseconds since 1970). Undefined if no
 * answer of the service has proved this.
 */
export const absentAt = ({ complete, absent }: Knowledge, host: string): number | undefined =>
  absent.get(host) ?? complete;

/** Returns an entry's related host that is registered, or undefined if none is. */
export const registeredRelated = ({ related }: ParsedEntry, { registered }: Knowledge): string | undefined =>
  related.find((other) => registered.has(other));

/**
 * Returns the effect of adding an entry, as far as it is known. `related`: the person should decide, because a related
 * host (see `ParsedEntry`) is registered.
 */
export function previewStatus(read: ParsedEntry, known: Knowledge): PreviewStatus {
  const { host, repeats, reason } = read;
  if (host === undefined) return reason === 'comment' ? 'comment' : 'refused';
  if (repeats !== undefined) return 'duplicate';
  if (known.registered.has(host)) return 'registered';
  if (doubtOf(read)) return 'doubtful';
  if (registeredRelated(read, known)) return 'related';
  if (absentAt(known, host) !== undefined) return 'new';
  return known.unsure?.has(host) ? 'unsure' : 'unchecked';
}

/** Returns the hosts that still have to be looked up, grouped by the name to search for. */
export function unknownHosts(reads: readonly ParsedEntry[], known: Knowledge): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const read of reads) {
    const { host, repeats, registrable } = read;
    if (host === undefined || repeats !== undefined || doubtOf(read)) continue;
    if (known.registered.has(host) || absentAt(known, host) !== undefined) continue;
    const name = registrable ?? host;
    const group = groups.get(name);
    if (group) group.push(host);
    else groups.set(name, [host]);
  }
  return groups;
}
