import { toUnicode } from '../hosts/punycode.ts';
import type { JobFields } from '../jobs/types.ts';
import type { ConnectionAddress } from '../storage/settings.ts';
import { fittedCopy } from './copy.ts';
import { absentAt, doubtOf, type Knowledge, type ParsedEntry, type PreviewStatus, previewStatus } from './preview.ts';

/**
 * The groups of entries in the preview. `check`: the person has to decide about them. `unchecked`: the service has not
 * answered about them yet. `new`: not registered. `there`: registered. `out`: not sites, or repetitions of other
 * entries.
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
/** Whether the sites of a group can be added. In the other groups, the person has nothing to do. */
export const canAdd = (group: GroupName): boolean => group !== 'there' && group !== 'out';

/** An entry in the preview, its connection, what is known of the hosts there, and the effect of adding the entry. */
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

/** Returns an entry as a row of the preview. `place`: the index of the entry. */
export function rowOf(read: ParsedEntry, connection: ConnectionAddress, known: Knowledge, place: number): PreviewRow {
  const status = previewStatus(read, known);
  const group = groupOf[status];
  // The key contains the host, because an entry with another host counts as another entry. If an entry with the focus
  // gets another host, the focus stays at its place in the list, and does not move with the entry.
  return { read, connection, known, status, group, look: lookOf(read, group), key: `${place} ${read.host}` };
}

/**
 * The check boxes that the person has changed, by host. The value for an unticked box is false. For a ticked box, it is
 * the text of `shownBy` at the time of the tick.
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
 * the person unticks them. A row in `check` is ticked only if the person has ticked it, and if the text of `shownBy` is
 * still the same.
 */
export function isTicked(row: PreviewRow, ticks: Ticks): boolean {
  const tick = ticks.get(row.read.host ?? '');
  return canAdd(row.group) && tick !== false && (row.group !== 'check' || tick === shownBy(row));
}

/** Returns a row as an item of a job. `shared`: the settings of the job. */
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

/** A part of an entry's written text: the name of the site (`isName`), or words beside it that were left out. */
export interface WrittenPart {
  text: string;
  isName: boolean;
}

/**
 * Returns an entry as it was written, in parts: the name of the site, and the words beside the name. Empty if the row
 * shows the same text anyway.
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
 * The parts of an entry's row, which determine its height. `short`: one line with the name. `noted`: the name and a
 * note, or the name in Unicode and in ASCII. `asking`: the name, and a reason with a button. `quoted`: like `asking`,
 * with the name's other spelling or the written text.
 */
export type EntryLook = 'short' | 'noted' | 'asking' | 'quoted';

/** Notes that are not shown, because the person can see the same from the name or the written text. */
const silent: readonly string[] = ['idn', 'unwrapped'];
/** Returns the first note of an entry that the preview shows, or undefined if there is none. */
export const noteOf = ({ notes }: ParsedEntry) => notes.find((note) => !silent.includes(note));

function lookOf(read: ParsedEntry, group: GroupName): EntryLook {
  const isIdn = read.notes.includes('idn');
  if (group === 'check') return isIdn || writtenParts(read).length ? 'quoted' : 'asking';
  return isIdn || (canAdd(group) && noteOf(read)) ? 'noted' : 'short';
}
