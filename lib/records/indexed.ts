import type { IDBPTransaction } from 'idb';
import { type RecordDatabase, type RecordSchema, tableOf } from './database.ts';
import { type OldHost, type OldSite, projectFromOld, rowFromOld } from './old.ts';
import type { RecordStore, Writes } from './store.ts';
import type { ListFacts, ListName, Row } from './types.ts';

const own = ['records.websites', 'records.projects', 'records.lists'] as const;
/** There only where a version before 3 has made them. */
const old = ['sites', 'projects'] as const;
const oldTableOf = { websites: 'sites', projects: 'projects' } as const satisfies Record<ListName, string>;

const every = [...own, ...old, 'walks'] as const;
type Step = IDBPTransaction<RecordSchema, (typeof every)[number][], 'readwrite'>;

const allOf = (account: string) => IDBKeyRange.bound([account], [account, []]);

/** What the old store has of hosts, as long as the worker copies it. */
async function oldRows(
  change: Step,
  list: ListName,
  accounts: readonly string[],
  hosts: readonly string[],
): Promise<Row<unknown>[]> {
  const name = oldTableOf[list];
  if (!change.objectStoreNames.contains(name)) return [];
  const table = change.objectStore(name);
  if (!(await table.getAllKeys(null, 1)).length) return [];
  const keys = hosts.flatMap((host) => accounts.map((account): [string, string] => [account, host]));
  const found = await Promise.all(keys.map((key) => table.get(key)));
  const rowOf = (one: OldSite | OldHost) => ('id' in one ? rowFromOld(one, undefined) : projectFromOld(one));
  return found.flatMap((one) => (one ? [rowOf(one)] : []));
}

/** A request whose failure ends the whole step, which tells. */
const untold = (request: Promise<unknown>): void => void request.catch(() => {});

function accessIn(change: Step): Writes {
  const rows = (list: ListName) => change.objectStore(tableOf[list]);
  const lists = () => change.objectStore('records.lists');
  const has = (name: (typeof every)[number]) => change.objectStoreNames.contains(name);
  const byKey = [...own, ...old].filter(has);
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
      if (accounts.every((account) => hosts.every((host) => isHere(account, host)))) return here;
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

/** The records in a database. */
export function indexedStore(open: () => Promise<RecordDatabase>): RecordStore {
  const begin = async (mode: 'readonly' | 'readwrite') => {
    const db = await open();
    return db.transaction(
      every.filter((name) => db.objectStoreNames.contains(name)),
      mode,
    ) as unknown as Step;
  };
  return {
    read: async (step) => step(accessIn(await begin('readonly'))),
    async change(step) {
      const change = await begin('readwrite');
      // Where a step fails, none of it is stored.
      const abort = (error: unknown): never => {
        try {
          change.abort();
        } catch {}
        throw error;
      };
      const [result] = await Promise.all([step(accessIn(change)).catch(abort), change.done]);
      return result;
    },
  };
}
