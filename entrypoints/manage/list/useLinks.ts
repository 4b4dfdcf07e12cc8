import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { wwwVariant } from '@/lib/hosts/parse.ts';
import type { Problem } from '@/lib/services/index.ts';
import { cachedProjectHosts, cachedSiteCount } from '@/lib/storage/siteCache.ts';
import type { RecordKind } from '@/lib/websites/query.ts';
import type { Coverage } from './LinkFilterBar.tsx';
import { areAllKept, readList } from './readList.ts';

/** Hosts with and without `www.` count as one site here. */
const withTwin = (host: string): string[] => [host, wwwVariant(host)];

/** How much of a list this page has read: the total the service states, and whether all of it was read. */
export interface ListRead {
  total?: number;
  complete: boolean;
}

const cacheStores = { websites: 'sites', projects: 'projects' } as const;

/**
 * Which of these hosts have a record in the other list, according to the site cache.
 * @param read how much of the other list this page has read.
 */
export function useLinks(
  other: RecordKind,
  account: string | undefined,
  hosts: readonly string[],
  read: ListRead,
  onListRead: (read: ListRead) => void,
) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  const wanted = hosts.join(' ');

  const look = useCallback(async () => {
    if (!account) return;
    const names = wanted.split(' ').flatMap(withTwin);
    const [found, count] = await Promise.all([
      cachedProjectHosts(cacheStores[other], account, names),
      cachedSiteCount(cacheStores[other], account),
    ]);
    setKnown((before) => (found.size === before.size && [...found].every((name) => before.has(name)) ? before : found));
    setChecked(count);
  }, [other, account, wanted]);
  useEffect(() => void look(), [look]);
  useEffect(() => () => running.current?.abort(), []);

  const check = useCallback(async () => {
    if (!account) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setBusy(true);
    setProblem(undefined);
    const result = await readList(
      other,
      {},
      {
        account,
        signal,
        onPage: (_items, { total }) => {
          onListRead({ total, complete: false });
          void look();
        },
      },
    );
    setBusy(false);
    if (signal.aborted) return;
    if (!result.ok) return setProblem(result.problem);
    // Show the records that are there before calling others absent.
    await look();
    if (result.value.complete && areAllKept(result.value.items)) onListRead({ complete: true });
  }, [other, account, look, onListRead]);

  const { complete } = read;
  const linked = useCallback(
    (host: string | undefined): boolean | undefined => {
      if (!host) return undefined;
      if (withTwin(host).some((name) => known.has(name))) return true;
      return complete ? false : undefined;
    },
    [known, complete],
  );
  const coverage: Coverage = { checked, busy, complete, total: read.total, problem };
  return { account, linked, coverage, check, look, stop: () => running.current?.abort() };
}
