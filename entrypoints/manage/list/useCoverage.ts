import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { wwwTwin } from '@/lib/hosts/parse.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem, Project, Website } from '@/lib/services/index.ts';
import { type PageAnswer, readPages } from '@/lib/services/readPages.ts';
import { cachedProjectHosts, cachedSiteCount } from '@/lib/storage/siteCache.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { Coverage } from './LinkFilterBar.tsx';

/** A website and a project of a host or of its twin are taken for one site. */
const withTwin = (host: string): string[] => [host, wwwTwin(host)];

type Other = 'websites' | 'projects';

/** What one list is known to hold: how many in all, and whether every one of them has been seen by this page. */
export interface Seen {
  total?: number;
  complete: boolean;
}

const coverageStores = { websites: 'sites', projects: 'projects' } as const;

/**
 * Which of these hosts have a record in the other list, from what is known on this machine.
 * @param seen what this page has seen of the other list.
 */
export function useCoverage(
  other: Other,
  base: string | undefined,
  hosts: readonly string[],
  seen: Seen,
  onSeen: (seen: Seen) => void,
) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [checked, setChecked] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  const wanted = hosts.join(' ');

  const look = useCallback(async () => {
    if (!base) return;
    const names = wanted.split(' ').flatMap(withTwin);
    const [found, count] = await Promise.all([
      cachedProjectHosts(coverageStores[other], base, names),
      cachedSiteCount(coverageStores[other], base),
    ]);
    setKnown((before) => (found.size === before.size && [...found].every((name) => before.has(name)) ? before : found));
    setChecked(count);
  }, [other, base, wanted]);
  useEffect(() => void look(), [look]);
  useEffect(() => () => running.current?.abort(), []);

  const check = useCallback(async () => {
    if (!base) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setBusy(true);
    setProblem(undefined);
    const read = await readPages<Website | Project>({
      list: (cursor) =>
        ask(`${other}.list`, { per_page: 100, ...(cursor ? { cursor } : {}) }, { signal, serviceUrl: base }) as Promise<
          PageAnswer<Website | Project>
        >,
      wait: (seconds) => sleep(seconds * 1000, signal).then(() => !signal.aborted),
      signal,
      onPage: (_items, { total }) => {
        onSeen({ total, complete: false });
        void look();
      },
    });
    setBusy(false);
    if (signal.aborted) return;
    if (!read.ok) return setProblem(read.problem);
    if (read.value.complete) onSeen({ complete: true });
    await look();
  }, [other, base, look, onSeen]);

  const { complete } = seen;
  const linked = useCallback(
    (host: string | undefined): boolean | undefined => {
      if (!host) return undefined;
      if (withTwin(host).some((name) => known.has(name))) return true;
      return complete ? false : undefined;
    },
    [known, complete],
  );
  const coverage: Coverage = { checked, busy, complete, total: seen.total, problem };
  return { linked, coverage, check, look, stop: () => running.current?.abort() };
}
