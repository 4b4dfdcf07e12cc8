import type { RecordStore, Writes } from './store.ts';
import type { ListFacts, ListName, Row } from './types.ts';

type Stored = Row<never>;

/** An account's rows of one list. */
interface Table {
  rows: Map<string, Stored>;
  /** The keys of the rows (`Row.slot`) in order. Includes the keys of deleted rows. */
  slots: string[];
  byHost: Map<string, Set<string>>;
}

/**
 * Returns the index of a key (`slot`) in a sorted list. If the key is missing, this is the index at which to insert it.
 */
function placeOf(slots: readonly string[], slot: string): number {
  let [low, high] = [0, slots.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((slots[middle] as string) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Stores a row under a key (`slot`), or deletes the stored row if `row` is undefined. Returns the previous row. */
function exchange({ rows, slots, byHost }: Table, slot: string, row: Stored | undefined): Stored | undefined {
  const before = rows.get(slot);
  for (const host of before?.hosts ?? []) {
    const there = byHost.get(host);
    there?.delete(slot);
    if (!there?.size) byHost.delete(host);
  }
  if (!row) {
    rows.delete(slot);
    return before;
  }
  if (!before) {
    const place = placeOf(slots, slot);
    if (slots[place] !== slot) slots.splice(place, 0, slot);
  }
  rows.set(slot, row);
  for (const host of row.hosts) byHost.set(host, (byHost.get(host) ?? new Set()).add(slot));
  return before;
}

const keyOf = (account: string, list: ListName) => JSON.stringify([account, list]);

/** Returns a record store for browsers without a database. Its rows are lost when the worker stops. */
export function memoryStore(): RecordStore {
  const tables: Record<ListName, Map<string, Table>> = { websites: new Map(), projects: new Map() };
  const facts = new Map<string, ListFacts>();
  const lists = Object.values(tables);
  /** Functions that each reverse one change of the current step. They run in reverse order if the step fails. */
  let undo: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const tableOf = (list: ListName, account: string): Table => {
    const table = tables[list].get(account) ?? { rows: new Map(), slots: [], byHost: new Map() };
    tables[list].set(account, table);
    return table;
  };
  const set = (list: ListName, account: string, slot: string, row: Stored | undefined) => {
    const table = tableOf(list, account);
    const before = exchange(table, slot, row);
    undo.push(() => exchange(table, slot, before));
  };
  /** Sets a key of a map, or deletes it if the value is undefined. Adds a function to `undo` that reverses this. */
  const change = <T>(map: Map<string, T>, key: string, value: T | undefined) => {
    const before = map.get(key);
    const put = (one: T | undefined) => void (one === undefined ? map.delete(key) : map.set(key, one));
    put(value);
    undo.push(() => put(before));
  };
  const access = {
    get: async (list: ListName, account: string, slots: readonly string[]) =>
      slots.map((slot) => tables[list].get(account)?.rows.get(slot)),
    byHosts: async (list: ListName, accounts: readonly string[], hosts: readonly string[]) =>
      accounts.flatMap((account) => {
        const table = tables[list].get(account);
        const slots = new Set(hosts.flatMap((host) => [...(table?.byHost.get(host) ?? [])]));
        return [...slots].map((slot) => table?.rows.get(slot));
      }),
    async batch(list: ListName, account: string, after: string | undefined, count: number) {
      const { rows, slots } = tableOf(list, account);
      const found: Stored[] = [];
      for (let at = after === undefined ? 0 : placeOf(slots, after); at < slots.length && found.length < count; at++) {
        const row = slots[at] === after ? undefined : rows.get(slots[at] as string);
        if (row) found.push(row);
      }
      return found;
    },
    async newest(list: ListName, account: string, count: number) {
      const all = [...tableOf(list, account).rows.values()] as Row<{ created_at?: string }>[];
      const times = all.flatMap(({ record }) => record.created_at || []).sort();
      const from = times.at(-count) ?? times[0] ?? '';
      return all.filter(({ record }) => record.created_at && record.created_at >= from);
    },
    count: async (list: ListName, account: string) => tables[list].get(account)?.rows.size ?? 0,
    facts: async (list: ListName, account: string) => facts.get(keyOf(account, list)),
    async accounts() {
      const filled = lists.flatMap((table) =>
        [...table].filter(([, { rows }]) => rows.size).map(([account]) => account),
      );
      return [...new Set([...filled, ...[...facts.values()].map(({ account }) => account)])];
    },
    put: (list: ListName, row: Stored) => set(list, row.account, row.slot, row),
    drop: (list: ListName, account: string, slot: string) => set(list, account, slot, undefined),
    putFacts: (now: ListFacts) => change(facts, keyOf(now.account, now.list), now),
    dropOld: async () => {},
    clear(account: string) {
      for (const table of lists) change(table, account, undefined);
      for (const list of Object.keys(tables) as ListName[]) change(facts, keyOf(account, list), undefined);
    },
  } as unknown as Writes;

  /** Runs steps one after another, like the transactions of a database. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const turn = last.then(step);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    read: (step) => inTurn(() => step(access)),
    change: (step) =>
      inTurn(async () => {
        undo = [];
        try {
          return await step(access);
        } catch (error) {
          for (const back of undo.reverse()) back();
          throw error;
        } finally {
          undo = [];
        }
      }),
  };
}
