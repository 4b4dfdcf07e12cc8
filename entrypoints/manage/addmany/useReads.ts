import { useEffect, useState } from 'preact/hooks';
import { type Read, readAll, type SourceEntry } from '@/lib/rehearse.ts';
import type { HostChoice } from '@/lib/site.ts';
import { collect } from '@/lib/slices.ts';

/** Every entry as it would be registered; undefined while they are read. The suffix list is loaded only now. */
export function useReads(entries: readonly SourceEntry[], choice: HostChoice): Read[] | undefined {
  const [reads, setReads] = useState<Read[]>();
  useEffect(() => {
    const cancel = new AbortController();
    void (async () => {
      const { suffixOf } = await import('@/lib/suffix.ts');
      const all = await collect(readAll(entries, choice, suffixOf), cancel.signal);
      if (all && !cancel.signal.aborted) setReads(all);
    })();
    return () => cancel.abort();
  }, [entries, choice]);
  return reads;
}
