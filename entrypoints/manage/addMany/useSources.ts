import { useEffect, useMemo } from 'preact/hooks';
import { type Entry, parseSites } from '@/lib/addMany/parse.ts';
import { t } from '@/lib/text/i18n.ts';
import { changeSessionState, useSessionState } from './useSessionState.ts';

/** A file, a set of tabs, a bookmarks folder or a long text. */
export interface Source {
  id: string;
  name: string;
  entries: Entry[];
}

/** A longer text becomes a source of its own, because a text area of that size is slow. */
const maxTypedLength = 20_000;
/** What grows by less is typed: it stays, since the rest of a name may follow. */
const leastPasted = 1_000;
const parseDelay = 120;
const maxSourceName = 200;

const nothingTyped = { entries: [], reading: false };

/** Parses a text as it is typed, once the person pauses. */
function useTypedText(text: string): { entries: Entry[]; reading: boolean } {
  const [read, setRead] = useSessionState<{ text: string; entries: Entry[] }>('typed', () => ({
    text: '',
    entries: [],
  }));
  useEffect(() => {
    // To read it again would give other entries, and all that follows from them would begin again.
    if (!text || read.text === text) return undefined;
    const cancel = new AbortController();
    const timer = setTimeout(async () => {
      const entries = await parseSites(text, cancel.signal);
      if (entries) setRead({ text, entries });
    }, parseDelay);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  }, [text, read.text, setRead]);
  return text ? { entries: read.entries, reading: read.text !== text } : nothingTyped;
}

const sourceOf = (name: string, entries: Entry[]): Source => ({
  id: crypto.randomUUID(),
  name: name.slice(0, maxSourceName),
  entries,
});

/** Adds a source before the sites to add are shown. */
export async function keepSource(name: string, text: string): Promise<void> {
  const source = sourceOf(name, (await parseSites(text)) ?? []);
  changeSessionState<Source[]>('sources', (before = []) => [...before, source]);
}

/** The sites to add, from all sources. */
export function useSources() {
  const [text, setText] = useSessionState('text', () => '');
  const [sources, setSources] = useSessionState<Source[]>('sources', () => []);
  const [pending, setPending] = useSessionState('pending', () => 0);
  /** Why the last file, tabs or bookmarks could not be read. */
  const [problem, setProblem] = useSessionState('problem', () => '');
  const typed = useTypedText(text);

  const add = (name: string, entries: Entry[]) => setSources((before) => [...before, sourceOf(name, entries)]);
  /** Counts as reading until it has ended. */
  const during = async (task: () => Promise<void>) => {
    setPending((count) => count + 1);
    await task().finally(() => setPending((count) => count - 1));
  };
  const addText = (name: string, given: string) => during(async () => add(name, (await parseSites(given)) ?? []));
  const type = (given: string) => {
    if (given.length <= maxTypedLength || given.length < text.length + leastPasted) return setText(given);
    setText('');
    void addText(t('addmany.source_pasted'), given);
  };
  const remove = (id: string) => setSources((before) => before.filter((source) => source.id !== id));
  const clear = () => {
    setText('');
    // Else they would be shown for the next text until that is read.
    changeSessionState('typed', () => ({ text: '', entries: [] }));
    setSources([]);
  };

  const entries = useMemo<Entry[]>(
    () => [
      ...sources.flatMap(({ name, entries: all }) => all.map((entry) => ({ ...entry, source: name }))),
      ...typed.entries.map((entry) => ({ ...entry, source: '' })),
    ],
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
  const reading = typed.reading || pending > 0;
  return {
    text,
    type,
    sources,
    add,
    addText,
    during,
    remove,
    clear,
    entries,
    count,
    unclosed,
    reading,
    problem,
    setProblem,
  };
}
