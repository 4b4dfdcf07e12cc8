import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { type AllWebsites, covers } from '@/lib/websites/allWebsites.ts';
import { defaultQuery, searchText } from '@/lib/websites/query.ts';
import { changedWebsites } from '@/lib/websites/rows.ts';
import { readList } from '../list/readList.ts';
import { useChanges } from '../list/useChanges.ts';

interface Reading {
  read: number;
  total?: number | undefined;
}

/** Newest first, because `changedWebsites` inserts a created website at the top. */
const newestFirst = { sort_by: 'id', sort: 'desc' } as const;

const changed = (items: Website[], change: ChangeKind, search: string) =>
  changedWebsites(items, change, { ...defaultQuery('websites'), search });

/** All websites of an account that match a search, read when the person asks for them and kept up to date until the page closes. */
export function useAllWebsites(account: string | undefined) {
  const [known, setKnown] = useState<AllWebsites & { account: string }>();
  const [reading, setReading] = useState<Reading>();
  const [problem, setProblem] = useState<Problem>();
  const running = useRef<AbortController>(undefined);
  /** What has changed since the reading began: a page that was read before shows none of it. */
  const changes = useRef<ChangeKind[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read of one account ends with it
  useEffect(
    () => () => {
      running.current?.abort();
      setProblem(undefined);
    },
    [account],
  );
  useChanges(account, (change) => {
    if (reading) changes.current.push(change);
    setKnown((before) => {
      if (!before) return before;
      const items = changed(before.items, change, before.search);
      return items === before.items ? before : { ...before, items };
    });
  });

  /** Resolves to undefined if it was stopped or failed; `problem` says why. */
  const read = async (search: string): Promise<AllWebsites | undefined> => {
    if (!account) return undefined;
    running.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    changes.current = [];
    setProblem(undefined);
    setReading({ read: 0 });
    const text = searchText(search);
    const answer = await readList(
      'websites',
      { ...newestFirst, ...(text ? { search: text, search_by: 'domain' } : {}) },
      { account, signal, onPage: (_items: Website[], { read, total }) => setReading({ read, total }) },
    );
    if (running.current !== controller) return undefined;
    setReading(undefined);
    if (signal.aborted) return undefined;
    if (!answer.ok) {
      setProblem(answer.problem);
      return undefined;
    }
    const { complete } = answer.value;
    const items = changes.current.reduce((all, change) => changed(all, change, text), answer.value.items);
    const all = { account, search: text, items, complete, at: Date.now() };
    setKnown(all);
    return all;
  };
  return {
    /** What was read, if it covers the search. */
    of: (search: string) => (known && known.account === account && covers(known, search) ? known : undefined),
    read,
    reading,
    problem,
    stop: () => running.current?.abort(),
  };
}

export type AllWebsitesRead = ReturnType<typeof useAllWebsites>;
