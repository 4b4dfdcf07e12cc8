import { searchedText } from '@/lib/hosts/search.ts';
import { ask, type Input } from '@/lib/messages/ask.ts';
import { isNamed } from '@/lib/records/known.ts';
import { type SlimRow, sharedNames, slimRows, withBeside } from '@/lib/records/slim.ts';
import type { AnyRow, ListName } from '@/lib/records/types.ts';
import { filtered, ordered } from '@/lib/records/view.ts';
import type { ListOutput } from '@/lib/services/index.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { returned } from '@/lib/util/timeSlices.ts';
import { searchText } from '@/lib/websites/query.ts';
import type { ListCommand, ListEvent, ListPart } from './state.ts';

/** For each list, the request that is sent when the list is opened: a page of its newest records. */
const newest: Record<ListName, object> = {
  websites: { sort_by: 'id', sort: 'desc', per_page: 100 },
  projects: { sort_by: 'created_at', sort: 'desc', per_page: 100 },
};
/** How long the person must pause in typing before the search is sent to a service (milliseconds). */
const typingPause = 300;
/** If filtering takes less than this (milliseconds), the rows are drawn in the same browser task. */
const shortTask = 3;
const searchedBy: Record<ListName, string> = { websites: 'domain', projects: 'project' };

const slotOf = (record: AnyRow['record'], index: number): string =>
  (isNamed(record) && ('project' in record ? record.project : record.id)) || `\n${index}`;

/**
 * Makes rows from the records in an answer, because records that are not stored must be shown, too. `at`: see
 * `SlimRow.told`.
 */
export const rowsOf = (account: string, items: readonly AnyRow['record'][], at = Date.now()): SlimRow[] =>
  items.map((record, index) => ({
    ...slimRows()({ account, slot: slotOf(record, index), record, hosts: [], at, pass: 0 } as AnyRow),
    told: { record, at },
  }));

const hasNone = ({ items, more, unread, total }: ListOutput<AnyRow['record']>) =>
  !items.length && !more && !unread && !total;

/**
 * Whether the answer to a search may lack matching records: it has further pages or unreadable records, or the search
 * has several words or non-ASCII characters, which services do not find in a domain.
 */
const mayLack = (search: string, { more, unread }: ListOutput<AnyRow['record']>) =>
  more || !!unread || !/^[\x21-\x7e]+$/.test(searchedText(search));

type ViewCommand = Extract<ListCommand, { type: 'view' }>;

/**
 * Rows in the order of a query. `whole`: the rows with the data in `beside`. `inOrder`: the same rows, sorted.
 * `shared`: the names that several accounts have.
 */
interface Arranged extends Pick<ViewCommand, 'rows' | 'beside'> {
  order: string;
  whole: readonly SlimRow[];
  inOrder: readonly SlimRow[];
  shared: ReadonlySet<string>;
}

/**
 * Sorts rows, and adds their data in `beside`. `last`: the previous result, whose parts are reused if they still apply.
 */
function* arranged({ rows, beside, query }: ViewCommand, last?: Arranged): Generator<undefined, Arranged> {
  const order = `${query.order} ${query.descending ?? false}`;
  const known = last?.rows === rows && last.beside === beside ? last : undefined;
  if (known?.order === order) return known;
  const shared = known?.shared ?? (yield* sharedNames(rows));
  const whole = known?.whole ?? (yield* withBeside(rows, beside));
  return { rows, beside, order, whole, inOrder: yield* ordered(whole, query), shared };
}

/** Makes the object that sorts and filters rows in time slices. A new query cancels the previous one. */
function viewer(tell: (event: ListEvent) => void) {
  let viewing = new AbortController();
  let last: Arranged | undefined;
  return {
    async view(command: ViewCommand): Promise<void> {
      viewing.abort();
      viewing = new AbortController();
      const { signal } = viewing;
      const now = await returned(arranged(command, last), signal);
      if (!now) return;
      last = now;
      const begun = performance.now();
      const shown = await returned(filtered(now.inOrder, command.query), signal);
      // Drawing the rows takes as long as a slice, so it gets a browser task of its own.
      if (performance.now() - begun > shortTask) await sleep(0);
      if (shown && !signal.aborted) tell({ type: 'viewed', number: command.number, shown, shared: now.shared });
    },
    end: () => viewing.abort(),
  };
}

/** Makes the object that runs a list's commands, and reports their results as events by calling `tell`. */
export function runnerOf(
  list: ListName,
  partAt: (account: string) => ListPart | undefined,
  tell: (event: ListEvent) => void,
) {
  const open = new Map<string, AbortController>();
  const views = viewer(tell);
  /** By account, the function that reads the stored rows again. */
  const again = new Map<string, () => Promise<void>>();

  /**
   * Requests a page of records, which the worker stores. A search cancels the account's previous search, and a request
   * for the newest records cancels the previous request for these.
   */
  const askPage = async (account: string, input: object, search?: string): Promise<void> => {
    const isSearch = search !== undefined;
    const name = `${account} ${isSearch}`;
    open.get(name)?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    open.set(name, controller);
    if (isSearch) await sleep(typingPause, signal);
    if (signal.aborted) return;
    const at = Date.now();
    const answer = await ask(`${list as 'websites'}.list`, input as Input<'websites.list'>, { account, signal });
    if (signal.aborted) return;
    await again.get(account)?.();
    if (signal.aborted) return;
    const told = answer.ok ? { rows: rowsOf(account, answer.value.items, at) } : { problem: answer.problem };
    if (isSearch) tell({ type: 'found', account, search, ...told, isPart: answer.ok && mayLack(search, answer.value) });
    else tell({ type: 'answered', account, ...told, isNone: answer.ok && hasNone(answer.value) });
  };
  const refresh = async (account: string): Promise<void> => {
    const answer = await ask('records.refresh', { connection: partAt(account)?.connection.id });
    if (!answer.ok) tell({ type: 'answered', account, problem: answer.problem });
  };
  const run = (command: ListCommand): unknown => {
    switch (command.type) {
      case 'view':
        return views.view(command);
      case 'open':
        return askPage(command.account, newest[list]);
      case 'search': {
        const search = searchText(command.search);
        return askPage(command.account, { ...newest[list], search, search_by: searchedBy[list] }, command.search);
      }
      case 'refresh':
        return refresh(command.account);
      case 'stop':
        return ask('records.stop', { connection: partAt(command.account)?.connection.id });
    }
  };
  const end = () => {
    views.end();
    for (const one of open.values()) one.abort();
  };
  return { run, end, again };
}
