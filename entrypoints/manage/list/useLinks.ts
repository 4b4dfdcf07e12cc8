import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { wwwVariant } from '@/lib/hosts/parse.ts';
import { hostsWithRecord, recordCount } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import type { Problem } from '@/lib/services/index.ts';
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

/**
 * Which of these hosts have a record in the other list, as far as is stored.
 * @param read how much of the other list this page has read.
 */
export function useLinks(
  other: RecordKind,
  account: string | undefined,
  hosts: readonly string[],
  read: ListRead,
  onListRead: (read: ListRead) => void,
) {
  /** The hosts that were looked for, and whether a record of them is stored. */
  const [known, setKnown] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [checked, setChecked] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  /** Why nobody can read the store. */
  const [unread, setUnread] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  const wanted = hosts.join(' ');
  // The rows may change while the list or the store is read.
  const shown = useRef({ wanted, account });
  shown.current = { wanted, account };

  /** Resolves to why the store cannot be read. */
  const readKnown = useCallback(async (): Promise<Problem | undefined> => {
    if (!account) return;
    const asked = shown.current.wanted;
    const names = asked.split(' ').flatMap(withTwin);
    const found = await Promise.all([hostsWithRecord(other, account, names), recordCount(other, account)]).catch(
      whyUnread,
    );
    setUnread(Array.isArray(found) ? undefined : found);
    if (!Array.isArray(found)) return found;
    const [hosts, count] = found;
    const kept = new Set(hosts);
    if (shown.current.wanted !== asked || shown.current.account !== account) return;
    const now = new Map(names.map((name) => [name, kept.has(name)]));
    setKnown((before) => (JSON.stringify([...before]) === JSON.stringify([...now]) ? before : now));
    setChecked(count);
  }, [other, account]);
  const look = useCallback(async () => void (await readKnown()), [readKnown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are looked for, too
  useEffect(() => void look(), [look, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of one account ends with it
  useLayoutEffect(
    () => () => {
      running.current?.abort();
      setKnown(new Map());
      setProblem(undefined);
    },
    [account],
  );

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
    const why = await readKnown();
    if (why) return setProblem(why);
    if (result.value.complete && areAllKept(result.value.items)) onListRead({ complete: true });
  }, [other, account, look, readKnown, onListRead]);

  const { complete } = read;
  const linked = useCallback(
    (host: string | undefined): boolean | undefined => {
      if (!host) return undefined;
      if (withTwin(host).some((name) => known.get(name))) return true;
      // What was not looked for yet may be there.
      return complete && known.has(host) ? false : undefined;
    },
    [known, complete],
  );
  const coverage: Coverage = { checked, busy, complete: complete && !unread, total: read.total, problem };
  return { account, linked, coverage, check, look, stop: () => running.current?.abort() };
}
