import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { watchAccess } from '@/lib/connections/permissions.ts';
import { type ConnectedService, serviceWith } from '@/lib/connections/services.ts';
import { ask, type Input } from '@/lib/messages/ask.ts';
import { isNamed } from '@/lib/records/known.ts';
import { slimRows } from '@/lib/records/slim.ts';
import type { AnyRow, ListName } from '@/lib/records/types.ts';
import { filtered, ordered, type ViewQuery } from '@/lib/records/view.ts';
import type { ListOutput } from '@/lib/services/index.ts';
import { readingOf, refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { returned } from '@/lib/util/timeSlices.ts';
import { searchText } from '@/lib/websites/query.ts';
import { followHosts, followRows } from './followRows.ts';
import { reduce } from './reduce.ts';
import { firstState, type ListCommand, type ListEvent, type ListState } from './state.ts';

/** A connection whose list is shown. */
export interface ListPart {
  connection: ConnectionAddress;
  service: ConnectedService;
  name: string;
}

/** The page of the newest records, which opening a list costs. */
const newest: Record<ListName, object> = {
  websites: { sort_by: 'id', sort: 'desc', per_page: 100 },
  projects: { sort_by: 'created_at', sort: 'desc', per_page: 100 },
};
/** A service is asked once nothing was typed for so long (milliseconds). */
const typingPause = 300;
const searchedBy: Record<ListName, string> = { websites: 'domain', projects: 'project' };

const slotOf = (record: AnyRow['record'], index: number): string =>
  (isNamed(record) && ('project' in record ? record.project : record.id)) || `\n${index}`;

/** What an answer says as rows, for where it cannot be stored. */
export const rowsOf = (account: string, items: readonly AnyRow['record'][]) =>
  items.map((record, index) =>
    slimRows()({ account, slot: slotOf(record, index), record, hosts: [], at: Date.now(), pass: 0 } as AnyRow),
  );

/** Whether an answer says that its service has no record at all. */
const hasNone = ({ items, more, unread, total }: ListOutput<AnyRow['record']>) =>
  !items.length && !more && !unread && !total;

/** Runs what the state of a list asks for, and tells it what comes of that. */
class Runner {
  private viewing = new AbortController();
  private readonly open = new Map<string, AbortController>();
  private sorted: { rows: ListState['rows']; order: string; shown: ListState['rows'] } | undefined;
  /** Reads what is stored of an account again. */
  readonly again = new Map<string, () => Promise<void>>();

  private readonly list: ListName;
  private readonly partAt: (account: string) => ListPart | undefined;
  private readonly tell: (event: ListEvent) => void;

  constructor(list: ListName, partAt: Runner['partAt'], tell: Runner['tell']) {
    this.list = list;
    this.partAt = partAt;
    this.tell = tell;
  }

  run(command: ListCommand): void {
    if (command.type === 'view') return void this.view(command);
    const { account } = command;
    const connection = this.partAt(account)?.connection.id;
    if (command.type === 'open') void this.ask(account, newest[this.list]);
    else if (command.type === 'search')
      void this.ask(
        account,
        { ...newest[this.list], search: searchText(command.search), search_by: searchedBy[this.list] },
        command.search,
      );
    else if (command.type === 'stop') void ask('records.stop', { connection });
    else
      void ask('records.refresh', { connection }).then((answer) => {
        if (!answer.ok) this.tell({ type: 'answered', account, problem: answer.problem });
      });
  }

  end(): void {
    this.viewing.abort();
    for (const one of this.open.values()) one.abort();
  }

  private async view({ number, rows, query }: Extract<ListCommand, { type: 'view' }>): Promise<void> {
    this.viewing.abort();
    this.viewing = new AbortController();
    const { signal } = this.viewing;
    const order = `${query.order} ${query.descending ?? false}`;
    const before = this.sorted;
    const isSorted = before?.rows === rows && before.order === order;
    const inOrder = isSorted ? before.shown : await returned(ordered(rows, query), signal);
    if (!inOrder) return;
    this.sorted = { rows, order, shown: inOrder };
    const shown = await returned(filtered(inOrder, query), signal);
    if (shown && !signal.aborted) this.tell({ type: 'viewed', number, shown });
  }

  /** Asks for a page, which the worker stores. Only what is asked last of an account is waited for. */
  private async ask(account: string, input: object, search?: string): Promise<void> {
    const isSearch = search !== undefined;
    const name = `${account} ${isSearch}`;
    this.open.get(name)?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.open.set(name, controller);
    if (isSearch) await sleep(typingPause, signal);
    if (signal.aborted) return;
    const answer = await ask(`${this.list as 'websites'}.list`, input as Input<'websites.list'>, { account, signal });
    if (signal.aborted) return;
    await this.again.get(account)?.();
    if (signal.aborted) return;
    this.tell({
      ...(isSearch ? { type: 'found', search } : { type: 'answered' }),
      account,
      ...(answer.ok
        ? { rows: rowsOf(account, answer.value.items), ...(isSearch ? {} : { isNone: hasNone(answer.value) }) }
        : { problem: answer.problem }),
    });
  }
}

/** Holds the state of a list, and runs what follows from each event. */
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
  const runner = new Runner(list, (account) => parts.find(({ service }) => service.account === account), send);
  return {
    first: state,
    send,
    runner,
    showIn(draw: typeof show) {
      show = draw;
    },
    open(now: readonly ListPart[]) {
      parts = now;
      send({ type: 'opened', accounts: now.map(({ service }) => service.account) });
    },
  };
}

const other = { websites: 'projects', projects: 'websites' } as const;

/** Follows what is stored of a part, of the other list beside it, and of the reading of its list. */
export function useFollowed(list: ListName, { connection, service }: ListPart, held: RecordList['held']): void {
  const { account } = service;
  const beside = serviceWith(other[list], connection)?.account;
  useEffect(() => {
    const rows = followRows(list, account, held.send);
    held.runner.again.set(account, rows.again);
    const name = readingOf({ account, list });
    const stop = watchSince(refreshesNow, (all) =>
      held.send({ type: 'progressed', account, refresh: refreshOf(all, name) }),
    );
    return () => {
      held.runner.again.delete(account);
      rows.stop();
      stop();
    };
  }, [list, account, held]);
  useEffect(() => {
    if (beside) return followHosts(other[list], beside, (links) => held.send({ type: 'linked', account, links }));
    held.send({ type: 'linked', account, links: undefined });
  }, [list, account, beside, held]);
}

/** The lists of some connections as one: what is stored, shown by a query. */
export function useRecordList(list: ListName, parts: readonly ListPart[], query: ViewQuery) {
  const [held] = useState(() => hold(list, query));
  const [state, setState] = useState(held.first);
  const accounts = parts.map(({ service }) => service.account).join('\n');
  useEffect(() => {
    held.showIn(setState);
    const online = () => held.send({ type: 'mended', what: 'network' });
    addEventListener('online', online);
    const stop = watchAccess(() => held.send({ type: 'mended', what: 'access' }));
    return () => {
      removeEventListener('online', online);
      stop();
      held.runner.end();
    };
  }, [held]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts are known by their accounts
  useEffect(() => held.open(parts), [held, accounts]);
  const asked = JSON.stringify(query);
  useEffect(() => held.send({ type: 'asked', query: JSON.parse(asked) as ViewQuery }), [held, asked]);
  const send = useCallback((event: ListEvent) => held.send(event), [held]);
  return useMemo(() => ({ held, state, send, list, parts }), [held, state, send, list, parts]);
}

export type RecordList = ReturnType<typeof useRecordList>;
