import { toUnicode } from '../hosts/punycode.ts';
import type { JobFields } from '../jobs/types.ts';
import type { ConnectionAddress } from '../storage/settings.ts';
import { fittedCopy } from './copy.ts';
import { absentAt, doubtOf, type Knowledge, type ParsedEntry, type PreviewStatus, previewStatus } from './preview.ts';

/**
 * The groups of entries in the preview. `check`: the person has to decide about them. `unchecked`: the service has not
 * answered about them yet. `new`: not registered yet. `there`: registered already. `out`: not sites, or repetitions of
 * other entries.
 */
export type GroupName = 'check' | 'unchecked' | 'new' | 'there' | 'out';

export const groupOf: Record<PreviewStatus, GroupName> = {
  doubtful: 'check',
  related: 'check',
  unsure: 'check',
  unchecked: 'unchecked',
  new: 'new',
  registered: 'there',
  duplicate: 'out',
  refused: 'out',
  comment: 'out',
};
/** Whether sites in this group can be added. The person has nothing to do in the other groups. */
export const canAdd = (group: GroupName): boolean => group !== 'there' && group !== 'out';

/** An entry in the preview, its connection, what is known about the hosts there, and what adding the entry would do. */
export interface PreviewRow {
  read: ParsedEntry;
  connection: ConnectionAddress;
  known: Knowledge;
  status: PreviewStatus;
  group: GroupName;
  look: EntryLook;
  /** Identifies the row in the preview. */
  key: string;
}

/** Makes the preview's row for an entry. `place`: the index of the entry. */
export function rowOf(read: ParsedEntry, connection: ConnectionAddress, known: Knowledge, place: number): PreviewRow {
  const status = previewStatus(read, known);
  const group = groupOf[status];
  // The key contains the host, so an entry whose host changes counts as another entry. If such an entry has the focus,
  // the focus stays at its place in the list and does not move with the entry.
  return { read, connection, known, status, group, look: lookOf(read, group), key: `${place} ${read.host}` };
}

/**
 * The check boxes that the person has changed, by host. False if the person has unticked the box. Otherwise, the text
 * that `shownBy` returned when the person ticked it.
 */
export type Ticks = ReadonlyMap<string, string | false>;

/** Returns a text that changes whenever the row's account, status or doubt changes. */
const shownBy = ({ read, status, connection: { account } }: PreviewRow): string =>
  `${account} ${status === 'doubtful' ? doubtOf(read) : status}`;

/** Returns the check boxes after the person has ticked or unticked these rows. */
export const withTicks = (ticks: Ticks, rows: readonly PreviewRow[], on: boolean): Ticks =>
  new Map([...ticks, ...rows.flatMap((row) => (row.read.host ? [[row.read.host, on && shownBy(row)] as const] : []))]);

/**
 * Whether a row is ticked, so that its site will be added. Rows in the groups `new` and `unchecked` are ticked until
 * the person unticks them. A row in `check` is ticked only if the person has ticked it and `shownBy` still returns the
 * same text.
 */
export function isTicked(row: PreviewRow, ticks: Ticks): boolean {
  const tick = ticks.get(row.read.host ?? '');
  return canAdd(row.group) && tick !== false && (row.group !== 'check' || tick === shownBy(row));
}

/** Converts a row to an item of a job. `shared`: the settings of the job. */
export function itemOf({ read, connection, known, status }: PreviewRow, shared: Pick<JobFields, 'privacy'>) {
  const { host = '', entry, own } = read;
  const at = absentAt(known, host);
  return {
    key: host,
    from: { line: entry.line, ...(entry.source ? { source: entry.source } : {}) },
    ...(own ? { fields: fittedCopy(own, connection.kind, shared) } : {}),
    ...(at === undefined ? {} : { absentAt: at }),
    // The person has ticked the row although the preview says that its site may already be registered.
    ...(status === 'unsure' ? { despiteUnknown: true as const } : {}),
  };
}

/** A part of an entry's text: the name of the site (`isName`), or words beside the name that were left out. */
export interface WrittenPart {
  text: string;
  isName: boolean;
}

/**
 * Splits an entry's text into parts: the name of the site, and the words beside the name. Empty if the row shows the
 * same text anyway.
 */
export function writtenParts({ host = '', seen = '', entry: { text, words } }: ParsedEntry): WrittenPart[] {
  if (!words) {
    const bare = text
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '');
    return [host, seen, toUnicode(host)].includes(bare) ? [] : [{ text, isName: true }];
  }
  const [from, to] = words;
  return [
    { text: text.slice(0, from), isName: false },
    { text: text.slice(from, to), isName: true },
    { text: text.slice(to), isName: false },
  ].filter((part) => part.text);
}

/**
 * What an entry's row shows, which determines its height. `short`: one line with the name. `noted`: the name and a
 * note, or the name in both Unicode and ASCII. `asking`: the name, and a reason with a button. `quoted`: like `asking`,
 * with another spelling of the name or the original text.
 */
export type EntryLook = 'short' | 'noted' | 'asking' | 'quoted';

/** Notes that are not shown, because the name or the original text already shows the same thing. */
const silent: readonly string[] = ['idn', 'unwrapped'];
/** Returns the first note of an entry that the preview shows, or undefined if there is none. */
export const noteOf = ({ notes }: ParsedEntry) => notes.find((note) => !silent.includes(note));

function lookOf(read: ParsedEntry, group: GroupName): EntryLook {
  const isIdn = read.notes.includes('idn');
  if (group === 'check') return isIdn || writtenParts(read).length ? 'quoted' : 'asking';
  return isIdn || (canAdd(group) && noteOf(read)) ? 'noted' : 'short';
}
