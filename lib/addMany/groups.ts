import { toUnicode } from '../hosts/punycode.ts';
import type { ParsedEntry, PreviewStatus } from './preview.ts';
import type { PreviewRow } from './rows.ts';

/**
 * The groups of entries in the preview. `check`: the person has to decide about them. `unchecked`: the service has not
 * answered about them yet. `new`: not registered. `there`: registered. `out`: no sites, or repeated ones.
 */
export type GroupName = 'check' | 'unchecked' | 'new' | 'there' | 'out';

const groupOf: Record<PreviewStatus, GroupName> = {
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
const groupOrder: readonly GroupName[] = ['check', 'unchecked', 'new', 'there', 'out'];
/** The groups in which the person has nothing to do. */
const settledGroups: readonly GroupName[] = ['there', 'out'];

/** A part of an entry's written text: the name of the site (`isName`), or words beside it that were left out. */
export interface WrittenPart {
  text: string;
  isName: boolean;
}

/** Returns the written text of an entry in parts, or none if it is the same as the name shown in its row. */
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
 * The space that an entry's row needs. `short`: one line with the name. `noted`: also a note or the name's other form.
 * `asking`: a reason with a button. `quoted`: like `asking`, with the name's other form or the written text.
 */
export type EntryLook = 'short' | 'noted' | 'asking' | 'quoted';

/** A line of the preview: the heading of a group, with the group's rows, or one of these rows. */
export type PreviewLine =
  | { is: 'group'; key: string; group: GroupName; rows: readonly PreviewRow[]; isOpen: boolean; isFirst: boolean }
  | { is: 'entry'; key: string; group: GroupName; row: PreviewRow; look: EntryLook; isLast: boolean };

/** Notes that need not be shown, because the name or the written text shows the same. */
const silent: readonly string[] = ['idn', 'unwrapped'];
/** Returns the first note of an entry that the preview shows, or undefined if there is none. */
export const noteOf = ({ notes }: ParsedEntry) => notes.find((note) => !silent.includes(note));

function lookOf(read: ParsedEntry, group: GroupName): EntryLook {
  const isIdn = read.notes.includes('idn');
  if (group === 'check') return isIdn || writtenParts(read).length ? 'quoted' : 'asking';
  return isIdn || (!settledGroups.includes(group) && noteOf(read)) ? 'noted' : 'short';
}

/**
 * Returns the lines of the preview, grouped. Groups about which the person has to decide come first. `turned`: the
 * groups that the person has opened or closed. Groups in which there is nothing to do are closed at first, unless there
 * are no other groups.
 */
export function previewLines(rows: readonly PreviewRow[], turned: ReadonlySet<GroupName>): PreviewLine[] {
  const groups = Map.groupBy(rows.entries(), ([, { status }]) => groupOf[status]);
  const shown = groupOrder.filter((group) => groups.has(group));
  const isSettled = shown.every((group) => settledGroups.includes(group));
  return shown.flatMap((group, at): PreviewLine[] => {
    const members = groups.get(group) ?? [];
    const isClosedFirst = !isSettled && settledGroups.includes(group);
    const isOpen = isClosedFirst === turned.has(group);
    const entries = members.map(([place, row], index): PreviewLine => {
      const isLast = index === members.length - 1;
      // The host is part of the key, because an entry with another host counts as another entry. The focus then stays
      // at its place and does not follow the entry.
      return { is: 'entry', key: `${place} ${row.read.host}`, group, row, look: lookOf(row.read, group), isLast };
    });
    const head = { is: 'group', key: group, group, rows: members.map(([, row]) => row), isOpen, isFirst: !at } as const;
    return [head, ...(isOpen ? entries : [])];
  });
}
