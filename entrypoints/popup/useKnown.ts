import { useState } from 'preact/hooks';
import type { KnownSite } from '@/lib/records/types.ts';
import type { Connections } from '@/lib/storage/settings.ts';

/** What is stored of a host, as loaded and as read again later. */
export function useKnown(first: readonly KnownSite[], host: string, { list }: Connections) {
  const [again, setAgain] = useState<readonly KnownSite[]>();
  const accounts = list.map(({ account }) => account);
  return {
    known: again ?? first,
    readAgain: () => globalThis.preload().known(accounts, host).then(setAgain),
  };
}
