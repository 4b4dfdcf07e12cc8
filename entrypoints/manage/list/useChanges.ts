import { useEffect } from 'preact/hooks';
import { type Change, lastChange } from '@/lib/messages/changes.ts';
import { watch } from '@/lib/storage/settings.ts';
import { useLatest } from './useLatest.ts';

/** Calls back with every change that the worker makes in this account, whichever page asked for it. */
export function useChanges(account: string | undefined, onChange: (change: Change) => void): void {
  const latest = useLatest(onChange);
  useEffect(
    () =>
      watch(lastChange, (change) => {
        if (change && change.account === account) latest(change);
      }),
    [account, latest],
  );
}
