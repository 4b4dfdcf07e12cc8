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
  /** The host to register. Undefined if the entry is not a site; `reason` then says why. */
  host?: string;
  reason?: ParseReason;
  /** The host as it was read, if the person's choice of spelling has changed it. */
  seen?: string;
  registrable?: string;
  /** The host's `www.` variant, and its parents up to the registrable domain. One of them may be registered already. */
  related: readonly string[];
  notes: readonly Note[];
  /** The host that was probably meant, if `host` has an unknown top-level domain. */
  meant?: string | undefined;
  /** The settings from all entries with this host. */
  own?: JobFields;
  /** The id of the connection that gets the site, if an entry with this host names it (see `Entry`). */
  to?: string;
  /** The entry that is used instead of this one, if another entry has the same host. */
  repeats?: Entry;
}

/** A host in the list. `mentions`: all entries with this host. `used`: the entry among them that is used. */
interface Mentioned {
  mentions: Entry[];
  used: Entry;
}

/** Whether an entry's name is doubtful: it may be other text or a file's name, or only machines use it. */
const isVague = ({ words, isService, isFile }: Entry): boolean => !!words || !!isService || !!isFile;
const hasUnknownEnding = ({ notes }: ParsedEntry): boolean => notes.includes('unknown-ending');

/**
 * Applies the person's choice of spelling to each entry's host, and yields the results in order. If several entries
 * have the same host, only the first one whose name is not doubtful is used, or the first one if all are doubtful. The
 * used entry gets the settings of all of them. Before the results, yields undefined wherever the caller can pause.
 * `suffixOf`: looks up a host in the public suffix list.
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
 * Gives an entry the settings of all entries with the same host (`mentions`). If they differ in a setting, the first
 * value counts. For the privacy, the strictest counts: Private, then Password, then Public. If the privacy of some
 * could not be read, Private counts, because theirs may be Private. Adds a note if the privacies differ or one could
 * not be read. Also adds a note if this host differs from an earlier one in the list (`before`) only by `www.`.
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
 * What is known about a service's hosts: those that it has (`registered`) and those that it lacks (`absent`). The
 * values of `absent`: when this was found out (milliseconds since 1970).
 */
export interface Knowledge {
  registered: ReadonlySet<string>;
  absent: ReadonlyMap<string, number>;
  /** Hosts that were looked up without a certain result. They may be registered. */
  unsure?: ReadonlySet<string>;
  /**
   * When the whole list was read (milliseconds since 1970). Hosts that are not in `registered` were absent at that
   * time. Undefined if the list was not read.
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
 * Returns when a host that is not in `registered` was found to be absent (milliseconds since 1970). Undefined if the
 * service has not proved its absence.
 */
export const absentAt = ({ complete, absent }: Knowledge, host: string): number | undefined =>
  absent.get(host) ?? complete;

/** Returns a registered host that is related to an entry, or undefined if there is none. */
export const registeredRelated = ({ related }: ParsedEntry, { registered }: Knowledge): string | undefined =>
  related.find((other) => registered.has(other));

/**
 * Returns what would happen if an entry were added, if that is known. `related`: the person should decide, because a
 * related host (see `ParsedEntry`) is registered.
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
