import { oldTableOf, oldTables, type RecordDatabase, type Step, tableOf, tables } from './database.ts';
import { inStep, untold } from './inStep.ts';
import type { RecordStore, Writes } from './store.ts';
import type { ListFacts, ListName, Row } from './types.ts';

const every = [...tables, ...oldTables, 'walks'] as const;

const allOf = (account: string) => IDBKeyRange.bound([account], [account, []]);

type OldRows = typeof import('./oldRows.ts').oldRows;

function accessIn(change: Step, oldRows?: OldRows): Writes {
  const rows = (list: ListName) => change.objectStore(tableOf[list]);
  const lists = () => change.objectStore('records.lists');
  const has = (name: (typeof every)[number]) => change.objectStoreNames.contains(name);
  const byKey = [...tables, ...oldTables].filter(has);
  const access = {
    get: (list: ListName, account: string, slots: readonly string[]) =>
      Promise.all(slots.map((slot) => rows(list).get([account, slot]))),
    async byHosts(list: ListName, accounts: readonly string[], hosts: readonly string[]) {
      const index = rows(list).index('hosts');
      const found = (await Promise.all([...new Set(hosts)].map((host) => index.getAll(host)))).flat();
      const bySlot = new Map(found.map((row) => [`${row.account}\n${row.slot}`, row as Row<unknown>]));
      const here = [...bySlot.values()].filter(({ account }) => accounts.includes(account));
      const isHere = (account: string, host: string) =>
        here.some((row) => row.account === account && row.hosts.includes(host));
      if (!oldRows) return here;
      const left = await oldRows(change, list, accounts, hosts);
      return [...here, ...left.filter(({ account, hosts: [host = ''] }) => !isHere(account, host))];
    },
    batch: (list: ListName, account: string, after: string | undefined, count: number) =>
      rows(list).getAll(
        after === undefined ? allOf(account) : IDBKeyRange.bound([account, after], [account, []], true),
        count,
      ),
    count: (list: ListName, account: string) => rows(list).count(allOf(account)),
    facts: (list: ListName, account: string) => lists().get([account, list]),
    async accounts() {
      const found = new Set<string>();
      for (const name of byKey) {
        const table = change.objectStore(name);
        let [key] = await table.getAllKeys(null, 1);
        while (key) {
          found.add(key[0]);
          [key] = await table.getAllKeys(IDBKeyRange.lowerBound([key[0], []]), 1);
        }
      }
      return [...found];
    },
    put: (list: ListName, row: Row<never>) => untold(rows(list).put(row)),
    drop: (list: ListName, account: string, slot: string) => untold(rows(list).delete([account, slot])),
    putFacts: (facts: ListFacts) => untold(lists().put(facts)),
    async dropOld(list: ListName, account: string, what: { host: string } | { id: string }) {
      if ('host' in what) {
        if (has(oldTableOf[list])) await change.objectStore(oldTableOf[list]).delete([account, what.host]);
      } else if (list === 'websites' && has('sites')) {
        const sites = change.objectStore('sites');
        for (const key of await sites.index('id').getAllKeys([account, what.id])) untold(sites.delete(key));
      }
    },
    clear(account: string) {
      for (const name of byKey) untold(change.objectStore(name).delete(allOf(account)));
      if (has('walks')) untold(change.objectStore('walks').delete(account));
    },
  };
  return access as unknown as Writes;
}

/** The records in a database. `loadOld`: reads what an earlier version has stored there until it is copied. */
export function indexedStore(open: () => Promise<RecordDatabase>, loadOld?: () => Promise<OldRows>): RecordStore {
  const begin = async (mode: 'readonly' | 'readwrite') => {
    const db = await open();
    const has = (name: (typeof every)[number]) => db.objectStoreNames.contains(name);
    const oldRows = has('sites') ? await loadOld?.() : undefined;
    const change = db.transaction(every.filter(has), mode) as unknown as Step;
    return { change, access: accessIn(change, oldRows) };
  };
  return {
    read: async (step) => step((await begin('readonly')).access),
    async change(step) {
      const { change, access } = await begin('readwrite');
      return inStep(change, () => step(access));
    },
  };
}
