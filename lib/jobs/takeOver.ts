import type { PendingCreate, RecordDatabase } from '../records/database.ts';
import { connections, get } from '../storage/settings.ts';
import { idInMemory } from './memory.ts';
import { claimItem, newJob, sentItem } from './state.ts';
import type { Item } from './types.ts';
import { addJob } from './write.ts';

/**
 * Turns an earlier version's create with unknown outcome into a single write. Its answer counts as lost, so Waymark
 * looks up the record once more.
 */
function pressOf({ base: account, host, at, id, private: isPrivate }: PendingCreate, url: string) {
  const name = `create ${account} ${host}`;
  const whose = isPrivate ? { id: idInMemory(name), private: true as const } : { id: name };
  const made = newJob(
    { ...whose, kind: 'create', press: true, items: [{ key: host }], fields: {}, speed: 'fast' },
    { url, account },
    at,
  );
  const { job, item } = claimItem(made.job, made.items[0] as Item, at);
  const sent = sentItem(item, { open: [account, host], create: { at, ...(id ? { id } : {}) } });
  return { job, item: { ...sent, lost: 1, lostAt: at } };
}

/**
 * Moves the creates that an earlier version stored in the database of records to the database of jobs. Each becomes a
 * single write. If its account is no longer connected, it is only deleted.
 */
export async function takeOver(store: RecordDatabase): Promise<void> {
  const { list } = await get(connections);
  for (const create of await store.getAll('creates')) {
    const { base: account, host } = create;
    const url = list.find((one) => one.account === account)?.analyticsUrl;
    const press = url && pressOf(create, url);
    if (press) await addJob(press.job, [press.item]);
    await store.delete('creates', [account, host]);
  }
}
