import {
  allOf,
  isAllCopied,
  type RecordDatabase,
  type Step,
  type StepTable,
  stepTables,
  tableOf,
  tables,
} from './database.ts';
import type { Reads, RecordStore } from './store.ts';
import type { ListName, Row } from './types.ts';

type OldRows = typeof import('./oldRows.ts').oldRows;

function readsIn(change: Step, oldRows?: OldRows): Reads {
  const rows = (list: ListName) => change.objectStore(tableOf[list]);
  const lists = () => change.objectStore('records.lists');
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
    async newest(list: ListName, account: string, count: number) {
      const index = rows(list).index('created');
      // Two cursor steps and one read: reading row by row would take twice as long.
      const newest = await index.openKeyCursor(allOf(account), 'prev');
      const last = await newest?.advance(count - 1);
      return index.getAll(last ? IDBKeyRange.bound(last.key, [account, []]) : allOf(account));
    },
    count: (list: ListName, account: string) => rows(list).count(allOf(account)),
    facts: (list: ListName, account: string) => lists().get([account, list]),
  };
  return access as unknown as Reads;
}

/**
 * Returns the record store of a database. `loadOld`: loads the code that reads rows of earlier versions. It is needed
 * until the worker has copied all these rows.
 */
export function indexedStore(open: () => Promise<RecordDatabase>, loadOld?: () => Promise<OldRows>): RecordStore {
  let isCopied = false;
  const begin = async (mode: 'readonly' | 'readwrite') => {
    const db = await open();
    isCopied ||= !loadOld || (await isAllCopied(db));
    const has = (name: StepTable) => db.objectStoreNames.contains(name);
    const oldRows = isCopied ? undefined : await loadOld?.();
    const change = db.transaction(isCopied ? tables : stepTables.filter(has), mode) as unknown as Step;
    return { change, reads: readsIn(change, oldRows) };
  };
  return {
    read: async (step) => step((await begin('readonly')).reads),
    async change(step) {
      // Loaded with the first write, so that pages, which only read, never load it.
      const { inStep, writesIn } = await import('./indexedWrites.ts');
      const { change, reads } = await begin('readwrite');
      return inStep(change, () => step({ ...reads, ...writesIn(change) }));
    },
  };
}
