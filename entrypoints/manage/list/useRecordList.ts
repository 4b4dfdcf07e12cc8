import { useEffect, useMemo, useState } from 'preact/hooks';
import { useWatched } from '@/components/useWatched.ts';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { serviceWith } from '@/lib/connections/services.ts';
import type { Beside } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { ViewQuery } from '@/lib/records/view.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { hitsOf } from '@/lib/storage/hits.ts';
import { readingOf, refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { listenTo } from '@/lib/util/listenTo.ts';
import { followChecks } from './followChecks.ts';
import { followHosts, followRows } from './followRows.ts';
import { reduce } from './reduce.ts';
import { runnerOf } from './runner.ts';
import { firstState, type ListEvent, type ListPart, type ListState } from './state.ts';

/** Holds the state of a list and runs the commands of each event. */
function hold(list: ListName, query: ViewQuery) {
  let state = firstState(query);
  let parts: readonly ListPart[] = [];
  let show = (_: ListState) => {};
  const send = (event: ListEvent) => {
    const turn = reduce(state, event);
    state = turn.state;
    show(state);
    for (const command of turn.commands) runner.run(command);
  };
  const runner = runnerOf(list, (account) => parts.find(({ service }) => service.account === account), send);
  return {
    first: state,
    send,
    runner,
    showIn(draw: typeof show) {
      show = draw;
    },
    open(now: readonly ListPart[]) {
      parts = now;
      const accounts = now.map(({ service }) => service.account);
      if (!isSame(accounts, state.accounts)) send({ type: 'opened', accounts });
    },
  };
}

const other = { websites: 'projects', projects: 'websites' } as const;

/**
 * Follows the stored rows of one account, the progress of reading them, and what is shown beside them: the other list, the last
 * audit, the visits.
 */
export function useFollowed(list: ListName, { connection, service }: ListPart, held: RecordList['held']): void {
  const { account } = service;
  const otherAccount = serviceWith(other[list], connection)?.account;
  const tellsVisits = list === 'websites' && !!traitsOf(connection.kind).hits;
  useEffect(() => {
    const { send, runner } = held;
    const rows = followRows(list, account, send);
    runner.again.set(account, rows.again);
    const name = readingOf({ account, list });
    const stops = [
      () => void runner.again.delete(account),
      rows.stop,
      watchSince(refreshesNow, (all) => send({ type: 'progressed', account, refresh: refreshOf(all, name) })),
    ];
    const tell = (beside: Beside) => send({ type: 'beside', account, beside });
    if (otherAccount) stops.push(followHosts(other[list], otherAccount, (links) => tell({ links })));
    else tell({ links: undefined });
    if (list === 'websites') stops.push(followChecks(account, (checks) => tell({ checks })));
    if (tellsVisits) stops.push(watchSince(hitsOf(account), (hits) => tell({ hits })));
    return () => stops.forEach((stop) => void stop());
  }, [list, account, otherAccount, tellsVisits, held]);
}

/** The lists of several connections as one, searched and sorted by a query. */
export function useRecordList(list: ListName, parts: readonly ListPart[], query: ViewQuery) {
  const [held] = useState(() => hold(list, query));
  const state = useWatched<ListState>(
    (tell) => {
      held.showIn(tell);
      return [
        listenTo(globalThis, 'online', () => held.send({ type: 'mended', what: 'network' })),
        watchAccess(() => held.send({ type: 'mended', what: 'access' })),
        held.runner.end,
      ];
    },
    [held],
    held.first,
  );
  useEffect(() => held.open(parts), [held, parts]);
  useEffect(() => held.send({ type: 'asked', query }), [held, query]);
  return useMemo(() => ({ held, state, send: held.send, list, parts }), [held, state, list, parts]);
}

export type RecordList = ReturnType<typeof useRecordList>;
