import type { RecordStore, Writes } from './store.ts';
import type { ListFacts, ListName, Row } from './types.ts';

type Table<T> = Map<string, T>;
type Tables = Record<ListName, Table<Row<never>>> & { facts: Table<ListFacts> };

const keyOf = (...parts: string[]) => JSON.stringify(parts);

/** A store for where the browser gives us no database; it ends with the worker. */
export function memoryStore(): RecordStore {
  let tables: Tables = { websites: new Map(), projects: new Map(), facts: new Map() };
  let last: Promise<unknown> = Promise.resolve();

  const accessTo = (now: Tables): Writes => {
    const rowsOf = (list: ListName, account: string) =>
      [...now[list].values()].filter((row) => row.account === account);
    const access = {
      get: async (list: ListName, account: string, slots: readonly string[]) =>
        slots.map((slot) => now[list].get(keyOf(account, slot))),
      byHosts: async (list: ListName, accounts: readonly string[], hosts: readonly string[]) =>
        [...now[list].values()].filter(
          (row) => accounts.includes(row.account) && row.hosts.some((host) => hosts.includes(host)),
        ),
      batch: async (list: ListName, account: string, after: string | undefined, count: number) =>
        rowsOf(list, account)
          .filter(({ slot }) => after === undefined || slot > after)
          .sort((a, b) => (a.slot < b.slot ? -1 : 1))
          .slice(0, count),
      count: async (list: ListName, account: string) => rowsOf(list, account).length,
      facts: async (list: ListName, account: string) => now.facts.get(keyOf(account, list)),
      accounts: async () => [
        ...new Set(Object.values(now).flatMap((table) => [...table.values()].map(({ account }) => account))),
      ],
      put: (list: ListName, row: Row<never>) => void now[list].set(keyOf(row.account, row.slot), row),
      drop: (list: ListName, account: string, slot: string) => void now[list].delete(keyOf(account, slot)),
      putFacts: (facts: ListFacts) => void now.facts.set(keyOf(facts.account, facts.list), facts),
      dropOld: async () => {},
      clear: (account: string) => {
        for (const table of Object.values(now))
          for (const [key, one] of table) if (one.account === account) table.delete(key);
      },
    };
    return access as unknown as Writes;
  };
  /** One step after another, as in a database. */
  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const turn = last.then(step);
    last = turn.catch(() => {});
    return turn;
  };
  return {
    read: (step) => inTurn(() => step(accessTo(tables))),
    change: (step) =>
      inTurn(async () => {
        const next: Tables = {
          websites: new Map(tables.websites),
          projects: new Map(tables.projects),
          facts: new Map(tables.facts),
        };
        const result = await step(accessTo(next));
        tables = next;
        return result;
      }),
  };
}
