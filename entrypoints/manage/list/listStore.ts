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
import { sleep } from '@/lib/util/sleep.ts';
import { followChecks } from './followChecks.ts';
import { followHosts, followRows } from './followRows.ts';
import { reduce } from './reduce.ts';
import { runnerOf } from './runner.ts';
import { firstState, isReading, type ListEvent, type ListPart, type ListState, shownRows } from './state.ts';

const other = { websites: 'projects', projects: 'websites' } as const;

/** Returns the values that decide which stored data the list watches. If one of them changes, watching restarts. */
const followedOf = (list: ListName, { connection, service: { account } }: ListPart) => ({
  account,
  otherAccount: serviceWith(other[list], connection)?.account,
  tellsVisits: list === 'websites' && !!traitsOf(connection.kind).hits,
});
type Followed = ReturnType<typeof followedOf>;

/**
 * Makes the object that holds the state of a list over several connections, applies events to it, and runs the
 * resulting commands. For each account, it watches the stored rows, the progress of reading the list, and the data
 * shown beside the rows, such as visits and the results of the last audit.
 */
export function openList(list: ListName, query: ViewQuery) {
  let state = firstState(query);
  let parts: readonly ListPart[] = [];
  let show = (_: ListState) => {};
  const followed = new Map<string, { what: Followed; stop: () => void }>();
  const send = (event: ListEvent) => {
    const turn = reduce(state, event);
    state = turn.state;
    show(state);
    for (const command of turn.commands) runner.run(command);
  };
  const runner = runnerOf(list, (account) => parts.find(({ service }) => service.account === account), send);
  const follow = ({ account, otherAccount, tellsVisits }: Followed) => {
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
  };
  const leave = (isLeft: (account: string) => boolean) => {
    for (const [account, { stop }] of followed) {
      if (!isLeft(account)) continue;
      stop();
      followed.delete(account);
    }
  };
  const stops = [
    listenTo(globalThis, 'online', () => send({ type: 'mended', what: 'network' })),
    watchAccess(() => send({ type: 'mended', what: 'access' })),
    runner.end,
  ];
  return {
    now: () => state,
    send,
    showIn(draw: typeof show) {
      show = draw;
      draw(state);
    },
    open(now: readonly ListPart[]) {
      parts = now;
      const accounts = now.map(({ service }) => service.account);
      if (!isSame(accounts, state.accounts)) send({ type: 'opened', accounts });
      leave((account) => !accounts.includes(account));
      for (const part of now) {
        const what = followedOf(list, part);
        const before = followed.get(what.account);
        if (isSame(before?.what, what)) continue;
        before?.stop();
        followed.set(what.account, { what, stop: follow(what) });
      }
    },
    end() {
      show = () => {};
      leave(() => true);
      for (const stop of stops) stop();
    },
  };
}

type ListStore = ReturnType<typeof openList>;

/** How long the first paint waits for rows (milliseconds). After that, the page is painted without rows. */
const longestWait = 100;

let begun: { list: ListName; store: ListStore } | undefined;

/**
 * Begins to read the list that the page shows first. Resolves once its first rows have been read, at the latest after
 * `longestWait`.
 */
export function beginList(list: ListName, parts: readonly ListPart[], query: ViewQuery): Promise<void> {
  const store = openList(list, query);
  begun = { list, store };
  store.open(parts);
  const rows = new Promise<void>((resolve) => {
    store.showIn((state) => (shownRows(state).length || !isReading(state)) && resolve());
  });
  return Promise.race([rows, sleep(longestWait)]);
}

/**
 * Returns the list that `beginList` has opened, but only at the first call and only for the same kind of list.
 * Otherwise opens a new list, and closes a list of another kind that `beginList` has opened.
 */
export function begunList(list: ListName, query: ViewQuery): ListStore {
  const { list: of, store } = begun ?? {};
  begun = undefined;
  if (store && of === list) return store;
  store?.end();
  return openList(list, query);
}
