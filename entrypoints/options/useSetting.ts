import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { NewerSettings, type Setting, update } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { isSame } from '@/lib/util/isSame.ts';
import type { SavedNote } from './Section.tsx';

/** "Saved" is shown after a pause in typing, and only for a while (milliseconds). */
const saveDelay = 500;
const noteDuration = 4000;

/** The error for changing a connection that another window has removed. */
export class ConnectionGone extends Error {}

/** Why settings could not be written. */
export const failureText = (error: unknown): string =>
  error instanceof ConnectionGone
    ? t('options.connection_gone')
    : problemText({ kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' });

export type Tell = (said: SavedNote) => void;

/** The outcome of changes, debounced so that "Saved" does not flicker with every key press. */
export function useSaid(): [SavedNote, Tell] {
  const [said, setSaid] = useState<SavedNote>('none');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useCallback((next: SavedNote) => {
    clearTimeout(timer.current);
    setSaid(typeof next === 'object' ? next : 'none');
    if (next !== 'saved') return;
    timer.current = setTimeout(() => {
      setSaid(next);
      timer.current = setTimeout(() => setSaid('none'), noteDuration);
    }, saveDelay);
  }, []);
  return [said, tell];
}

/** How to store a value, and how to watch changes by others. */
export interface Kept<T> {
  watch: (callback: (value: T) => void) => () => void;
  update: (change: (before: T) => T) => Promise<unknown>;
}

/**
 * A stored value that follows every other window. `change` shows a part at once, stores it, and reports the outcome; only that
 * part is written, so that two windows do not undo each other's changes.
 */
export function useKept<T extends object>(kept: Kept<T>, start: T) {
  const [value, setValue] = useState(start);
  // The browser also reports this window's own writes, by when the person may have typed on; those are ignored.
  const own = useRef<string[]>([]);

  useEffect(
    () =>
      kept.watch((next) => {
        const index = own.current.indexOf(JSON.stringify(next));
        if (index >= 0) own.current.splice(index, 1);
        else setValue(next);
      }),
    [kept],
  );

  const change = useCallback(
    async (part: Partial<T>, tell: Tell) => {
      setValue((now) => ({ ...now, ...part }));
      tell('none');
      const written: string[] = [];
      try {
        await kept.update((before) => {
          const after = { ...before, ...part };
          if (JSON.stringify(after) !== JSON.stringify(before)) written.push(JSON.stringify(after));
          own.current.push(...written);
          return after;
        });
        tell('saved');
      } catch (error) {
        own.current = own.current.filter((json) => !written.includes(json));
        tell({ failed: failureText(error) });
      }
    },
    [kept],
  );

  return [value, change] as const;
}

/** A setting as `useKept` shows and changes it. `isKnown`: whether a stored value is the one that it starts with. */
export function useSetting<T extends object>(
  setting: Setting<T>,
  start: T,
  isKnown = (stored: T) => isSame(stored, start),
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `isKnown` is only about what it starts with
  const kept = useMemo<Kept<T>>(
    () => ({
      watch: (callback) => watchSince(setting, callback, isKnown),
      update: (change) => update(setting, change),
    }),
    [setting],
  );
  return useKept(kept, start);
}
