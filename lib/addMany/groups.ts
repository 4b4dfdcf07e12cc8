import { toUnicode } from '../hosts/punycode.ts';
import type { ParsedEntry, PreviewStatus } from './preview.ts';

/**
 * The groups of the preview. `check`: the person has to decide. `unchecked`: the service has not answered about these.
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
/** Groups that need no action. */
const settledGroups: readonly GroupName[] = ['there', 'out'];

/** The parts of the written text: the name, and words that were left out. */
export interface WrittenPart {
  text: string;
  isName: boolean;
}

/** Returns the written text of an entry, if it is more than the name in its row. */
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
 * How much space the row of an entry needs. `short`: for a name. `noted`: also for a note or the other form of the
 * name. `asking`: for a reason with a button. `quoted`: as `asking`, and for the other form of the name or the text as
 * written.
 */
export type EntryLook = 'short' | 'noted' | 'asking' | 'quoted';

/** A line of the preview: the head of a group, or an entry. `place`: the entry's index. */
export type PreviewLine =
  | { is: 'group'; key: string; group: GroupName; places: readonly number[]; isOpen: boolean; isFirst: boolean }
  | { is: 'entry'; key: string; group: GroupName; place: number; look: EntryLook; isLast: boolean };

/** Notes that the name or the written text makes unnecessary. */
const silent: readonly string[] = ['idn', 'unwrapped'];
export const noteOf = ({ notes }: ParsedEntry) => notes.find((note) => !silent.includes(note));

function lookOf(read: ParsedEntry, group: GroupName): EntryLook {
  const isIdn = read.notes.includes('idn');
  if (group === 'check') return isIdn || writtenParts(read).length ? 'quoted' : 'asking';
  return isIdn || (!settledGroups.includes(group) && noteOf(read)) ? 'noted' : 'short';
}

/**
 * Returns the entries in groups, those to decide about first. `turned`: the groups that the person has opened or
 * closed. Groups that need no action are closed at first, unless there are no others.
 */
export function previewLines(
  parsed: readonly ParsedEntry[],
  judged: readonly PreviewStatus[],
  turned: ReadonlySet<GroupName>,
): PreviewLine[] {
  const groups = Map.groupBy(parsed.keys(), (place) => groupOf[judged[place] ?? 'refused']);
  const shown = groupOrder.filter((group) => groups.has(group));
  const isSettled = shown.every((group) => settledGroups.includes(group));
  return shown.flatMap((group, at): PreviewLine[] => {
    const places = groups.get(group) ?? [];
    const isClosedFirst = !isSettled && settledGroups.includes(group);
    const isOpen = isClosedFirst === turned.has(group);
    const entries = places.flatMap((place, index): PreviewLine[] => {
      const read = parsed[place];
      const isLast = index === places.length - 1;
      // An entry whose host was replaced is another one, so the focus stays where it was instead of following it.
      const key = `${place} ${read?.host ?? ''}`;
      return read ? [{ is: 'entry', key, group, place, look: lookOf(read, group), isLast }] : [];
    });
    return [{ is: 'group', key: group, group, places, isOpen, isFirst: !at }, ...(isOpen ? entries : [])];
  });
}
