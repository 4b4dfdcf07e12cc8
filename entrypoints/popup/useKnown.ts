import { useState } from 'preact/hooks';
import type { Connections } from '@/lib/storage/settings.ts';
import type { CachedSite } from '@/lib/storage/siteCache.ts';

/** What is cached of a host, as loaded and as read again later. */
export function useKnown(first: readonly CachedSite[], host: string, { list }: Connections) {
  const [again, setAgain] = useState<readonly CachedSite[]>();
  const accounts = list.map(({ account }) => account);
  return {
    known: again ?? first,
    readAgain: () => globalThis.preload().known(accounts, host).then(setAgain),
  };
}
