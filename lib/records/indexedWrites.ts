import { allOf, oldReadings, oldTableOf, oldTables, type Step, type StepTable, tableOf, tables } from './database.ts';
import { inStep, leftToTransaction } from './inStep.ts';
import type { Reads, Writes } from './store.ts';
import type { ListFacts, ListName, Row } from './types.ts';

// Exported here, so that this function and the writes are loaded as one script.
export { inStep };

/** Returns the functions that write in the transaction of a step (`change`). */
export function writesIn(change: Step): Omit<Writes, keyof Reads> {
  const rows = (list: ListName) => change.objectStore(tableOf[list]);
  const has = (name: StepTable) => change.objectStoreNames.contains(name);
  const byKey = [...tables, ...oldTables].filter(has);
  const access = {
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
      // An account without websites may be only in the table of old readings. The empty key, which that table may also
      // contain, is not an account.
      const readings = has(oldReadings) ? await change.objectStore(oldReadings).getAllKeys() : [];
      return [...found, ...readings.filter((account) => account && !found.has(account))];
    },
    put: (list: ListName, row: Row<never>) => leftToTransaction(rows(list).put(row)),
    drop: (list: ListName, account: string, slot: string) => leftToTransaction(rows(list).delete([account, slot])),
    putFacts: (facts: ListFacts) => leftToTransaction(change.objectStore('records.lists').put(facts)),
    async dropOld(list: ListName, account: string, what: { host: string } | { id: string }) {
      if ('host' in what) {
        if (has(oldTableOf[list])) await change.objectStore(oldTableOf[list]).delete([account, what.host]);
      } else if (list === 'websites' && has('sites')) {
        const sites = change.objectStore('sites');
        for (const key of await sites.index('id').getAllKeys([account, what.id])) leftToTransaction(sites.delete(key));
      }
    },
    clear(account: string) {
      for (const name of byKey) leftToTransaction(change.objectStore(name).delete(allOf(account)));
      if (has(oldReadings)) leftToTransaction(change.objectStore(oldReadings).delete(account));
    },
  };
  return access as unknown as Omit<Writes, keyof Reads>;
}
