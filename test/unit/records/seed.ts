import type { ListFacts, ListName, Row } from '@/lib/records/types.ts';
import type { Website } from '@/lib/services/index.ts';

/** The worker's store; modules may have been loaded anew since. */
async function worker() {
  const [{ records }, write] = await Promise.all([
    import('@/lib/background/records/records.ts'),
    import('@/lib/records/write.ts'),
  ]);
  return { records, ...write };
}

/** Stores websites as a service's answer. */
export async function putWebsites(account: string, items: readonly Website[], at = Date.now()): Promise<void> {
  const { records, putAnswer } = await worker();
  await putAnswer(records, 'websites', account, { items, at });
}

/** Stores websites of these hosts. */
export const putHosts = (account: string, hosts: readonly string[]): Promise<void> =>
  putWebsites(
    account,
    hosts.map((domain) => ({ id: domain, domain })),
  );

export async function putProjects(account: string, projects: readonly string[]): Promise<void> {
  const { records, putAnswer } = await worker();
  await putAnswer(records, 'projects', account, { items: projects.map((project) => ({ project })), at: Date.now() });
}

/** The whole list was read at this moment. `since`: what was found out about it afterwards. */
export async function wasRead(account: string, at = 5, since: Partial<ListFacts> = {}): Promise<void> {
  const { records } = await worker();
  await records.change(async (store) => store.putFacts({ account, list: 'websites', whole: at, ...since }));
}

/** When the whole list was read. */
export async function readAt(account: string): Promise<number | undefined> {
  const { records } = await worker();
  return (await records.read((reads) => reads.facts('websites', account)))?.whole;
}

export async function storedWebsites(account: string): Promise<readonly Row[]> {
  const { records } = await worker();
  return records.read((reads) => reads.batch('websites', account, undefined, 100_000));
}

export const storedHosts = async (account: string): Promise<string[]> =>
  (await storedWebsites(account)).flatMap(({ hosts }) => hosts).sort();

/** The stored website of a host. */
export const storedAt = async (account: string, host: string): Promise<Website | undefined> =>
  (await storedWebsites(account)).find(({ hosts }) => hosts.includes(host))?.record;

export async function storedCount(list: ListName, account: string): Promise<number> {
  const { records } = await worker();
  return records.read((reads) => reads.count(list, account));
}

/** Forgets everything. */
export async function clearRecords(): Promise<void> {
  const { records } = await worker();
  await records.change(async (store) => {
    for (const account of await store.accounts()) store.clear(account);
  });
}
