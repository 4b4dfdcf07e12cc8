import { useEffect, useMemo } from 'preact/hooks';
import { rewritten, withMeant } from '@/lib/addMany/lines.ts';
import { type Column, type ColumnUse, type Entry, parseSites } from '@/lib/addMany/parse.ts';
import type { ParsedEntry } from '@/lib/addMany/preview.ts';
import { t } from '@/lib/text/i18n.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { changeSessionState, useSessionState } from './useSessionState.ts';

/** A table in which the person has to choose the columns that hold sites. No site is read from it before that. */
interface TableChoice {
  text: string;
  columns: readonly Column[];
  chosen: readonly number[];
}

/** A file, a set of tabs, a bookmarks folder or a long text. The text box is a source with an empty id and name. */
export interface Source {
  id: string;
  name: string;
  entries: Entry[];
  use?: ColumnUse;
  table?: TableChoice;
}

/** Whether the person still has to choose the columns of a table. */
export const isOpen = ({ table }: Source): boolean => !!table && !table.chosen.length;
export const lineCount = ({ entries }: Source): number => new Set(entries.map(({ line }) => line)).size;

/** A text that is longer than this becomes a source of its own, because a large text area is slow. */
const maxTypedLength = 20_000;
/**
 * A change that adds fewer characters than this is treated as typing. Typed text stays in the box, however long it is,
 * because the person may be in the middle of a name.
 */
const leastPasted = 1_000;
const parseDelay = 120;
const maxSourceName = 200;

/** The text box as a source. `text`: the text from which its entries were parsed. */
type Typed = Source & { text: string };

const nothingTyped: Typed = { id: '', name: '', text: '', entries: [] };

function useTypedText(text: string) {
  const [read, setRead] = useSessionState<Typed>('typed', () => nothingTyped);
  useEffect(() => {
    // Parsing the same text again would give new entries, and everything derived from them would start again.
    if (!text || read.text === text) return undefined;
    const cancel = new AbortController();
    const timer = setTimeout(async () => {
      // The chosen columns stay while the same table is edited.
      const kept = (columns: readonly Column[]) =>
        read.table && isSame(columns, read.table.columns) ? read.table.chosen : [];
      const list = await parseSites(text, { signal: cancel.signal, choose: kept });
      if (!list) return;
      const { choice, ...rest } = list;
      const table = choice && { text, columns: choice, chosen: kept(choice) };
      setRead({ ...nothingTyped, text, ...rest, ...(table ? { table } : {}) });
    }, parseDelay);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [text, read, setRead]);
  return { ...(text ? read : nothingTyped), reading: !!text && read.text !== text };
}

const entriesFrom = (name: string, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, source: name.slice(0, maxSourceName) }));
const sourceOf = (name: string, entries: Entry[]): Source => ({
  id: crypto.randomUUID(),
  name: name.slice(0, maxSourceName),
  entries: entriesFrom(name, entries),
});

/** Adds a text as a source, even while no component shows the sources. */
export async function keepSource(name: string, text: string): Promise<void> {
  const { entries = [], choice, ...use } = (await parseSites(text)) ?? {};
  const table = choice && { text, columns: choice, chosen: [] };
  const source = { ...sourceOf(name, entries), ...use, ...(table ? { table } : {}) };
  changeSessionState<Source[]>('sources', (before = []) => [...before, source]);
}

export function useSources() {
  const [text, setText] = useSessionState('text', () => '');
  const [sources, setSources] = useSessionState<Source[]>('sources', () => []);
  const [pending, setPending] = useSessionState('pending', () => 0);
  /** Why the last file, tabs or bookmarks could not be read. */
  const [problem, setProblem] = useSessionState('problem', () => '');
  const typed = useTypedText(text);

  /** Adds entries as a source. A source without a name gets the general name for pasted text. */
  const add = (name: string, entries: Entry[]) =>
    setSources((before) => [...before, sourceOf(name || t('addmany.source_pasted'), entries)]);
  const during = async (task: () => Promise<void>) => {
    setPending((count) => count + 1);
    await task().finally(() => setPending((count) => count - 1));
  };
  const addText = (name: string, given: string) => during(() => keepSource(name, given));
  /** Stores the text of the box or, if a long text was pasted, makes a source of it. Returns the text for the box. */
  const type = (given: string): string => {
    const isTyped = given.length <= maxTypedLength || given.length < text.length + leastPasted;
    const left = isTyped ? given : '';
    setText(left);
    if (!isTyped) void addText(t('addmany.source_pasted'), given);
    return left;
  };
  const change = (id: string, part: (source: Source) => Partial<Source>) => {
    const changed = <S extends Source>(source: S): S => (source.id === id ? { ...source, ...part(source) } : source);
    if (id) setSources((before) => before.map(changed));
    else changeSessionState<Typed>('typed', (before = nothingTyped) => changed(before));
  };
  const choose = (id: string, chosen: readonly number[]) => {
    const old = [...sources, typed].find((source) => source.id === id)?.table;
    if (!old) return;
    const table = { ...old, chosen };
    change(id, () => ({ entries: [], table }));
    void during(async () => {
      const { choice: _, entries = [], ...use } = (await parseSites(table.text, { choose: () => chosen })) ?? {};
      change(id, (now) => (now.table === table ? { entries: entriesFrom(now.name, entries), ...use } : {}));
    });
  };
  /** Replaces the first entry in `old` by `replacements`, and removes the other entries in `old`. */
  const replace = (old: readonly Entry[], replacements: readonly Entry[]) =>
    setSources((before) =>
      before.map((source) => ({
        ...source,
        entries: source.entries.flatMap((entry) =>
          entry === old[0] ? replacements : old.includes(entry) ? [] : entry,
        ),
      })),
    );
  /** Replaces an entry's host with `meant`. Returns false if the text box no longer has the entry's host. */
  const use = ({ entry, seen, host = '' }: ParsedEntry, meant: string): boolean => {
    if (entry.source) {
      replace([entry], rewritten(entry, meant));
      return true;
    }
    const change = (now: string) => withMeant(now, entry.line, seen ?? host, meant);
    // Changes the box's latest text: an earlier press of Use may have changed it since `typed.text` was parsed.
    setText((now) => change(now) ?? now);
    return change(typed.text) !== undefined;
  };
  const remove = (id: string) => setSources((before) => before.filter((source) => source.id !== id));
  /** Removes the text and the sources that are shown. Anything added since the last render stays. */
  const clear = () => {
    setText((now) => (now === text ? '' : now));
    // Removes the parsed entries, too. Otherwise they would be shown until the next text has been parsed.
    changeSessionState('typed', () => nothingTyped);
    setSources((before) => before.filter((source) => !sources.includes(source)));
  };

  const entries = useMemo<Entry[]>(
    () => [...sources.flatMap((source) => source.entries), ...typed.entries],
    [sources, typed.entries],
  );
  const count = useMemo(
    () => new Set(entries.flatMap(({ site }) => ('host' in site ? site.host : []))).size,
    [entries],
  );
  const unclosed = useMemo(
    () => entries.filter(({ site }) => 'refused' in site && site.refused === 'quote'),
    [entries],
  );
  /** The sources as they are listed. The text box is one of them unless it is empty. */
  const parts: Source[] = [...sources, ...(text ? [typed] : [])];
  return {
    text,
    type,
    sources,
    add,
    addText,
    during,
    replace,
    use,
    remove,
    clear,
    entries,
    count,
    unclosed,
    parts,
    isOpen: parts.some(isOpen),
    choose,
    reading: typed.reading || pending > 0,
    problem,
    setProblem,
  };
}
