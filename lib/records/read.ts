import { wwwVariant } from '../hosts/parse.ts';
import { isNamed, isWhole } from './rules.ts';
import type { RecordStore } from './store.ts';
import type { KnownSite, ListName, Row } from './types.ts';

/** What the rows of some hosts say of each of them: the record that was reported last, and whether there is another. */
export function knownIn(rows: readonly Row[], hosts: readonly string[]): KnownSite[] {
  const proved = rows.filter(({ record, replaced }) => isNamed(record) && !replaced);
  return hosts.flatMap((host) => {
    const ofHost = proved.filter((row) => row.hosts.includes(host));
    return [...Map.groupBy(ofHost, ({ account }) => account)].map(([account, some]) => {
      const { record, at, ages = {} } = some.reduce((last, one) => (one.at > last.at ? one : last));
      const shownAt = ages.privacy ?? at;
      return {
        account,
        host,
        website: record,
        ...(shownAt ? { at: shownAt } : {}),
        ...(some.length > 1 ? { several: true as const } : {}),
      };
    });
  });
}

/** What is stored of these exact hosts in these accounts. Like all of these, rejects if the store cannot be read. */
export const knownSites = (
  { read }: RecordStore,
  accounts: readonly string[],
  hosts: readonly string[],
): Promise<KnownSite[]> => read(async (reads) => knownIn(await reads.byHosts('websites', accounts, hosts), hosts));

/** What is stored of a host and of its `www.` variant, and whether the service's whole list was read. */
export const statusOf = ({ read }: RecordStore, account: string, host: string) =>
  read(async (reads) => {
    const variant = wwwVariant(host);
    const [rows, facts] = await Promise.all([
      reads.byHosts('websites', [account], [host, variant]),
      reads.facts('websites', account),
    ]);
    const known = knownIn(rows, [host, variant]);
    return {
      site: known.find((one) => one.host === host),
      variant: known.find((one) => one.host === variant),
      isWhole: isWhole(facts),
    };
  });

/** Which of these exact hosts have a record in a list. */
export const hostsWithRecord = (
  { read }: RecordStore,
  list: ListName,
  account: string,
  hosts: readonly string[],
): Promise<string[]> =>
  read(async (reads) => {
    const found = new Set((await reads.byHosts(list, [account], hosts)).flatMap((row) => row.hosts));
    return hosts.filter((host) => found.has(host));
  });

/** How many records of a list are stored. */
export const countOf = ({ read }: RecordStore, list: ListName, account: string): Promise<number> =>
  read((reads) => reads.count(list, account));

/** What the readings of a list have proved. */
export const factsOf = ({ read }: RecordStore, list: ListName, account: string) =>
  read((reads) => reads.facts(list, account));

/** The next hosts of an account's websites, and where to go on; without that, these were the last. */
export async function hostBatch({ read }: RecordStore, account: string, after: string | undefined, count: number) {
  const rows = await read((reads) => reads.batch('websites', account, after, count));
  const hosts = rows.flatMap((row) => (isNamed(row.record) && !row.replaced ? row.hosts : []));
  const last = rows.at(-1)?.slot;
  return { hosts, ...(rows.length < count || last === undefined ? {} : { next: last }) };
}
