import { openRecords, type PendingCreate } from '../records/database.ts';
import { orWithout } from '../storage/database.ts';
import { connections, get } from '../storage/settings.ts';
import { claimItem, newJob, sentItem } from './state.ts';
import type { Item } from './types.ts';
import { addJob } from './write.ts';

/** A create that an earlier version noted, as the press that it was. Looked for once more, it is settled, or its outcome is unknown. */
function pressOf({ base: account, host, at, id }: PendingCreate, url: string) {
  const made = newJob(
    { id: `create ${account} ${host}`, kind: 'create', press: true, items: [{ key: host }], fields: {}, speed: 'fast' },
    { url, account },
    at,
  );
  const { job, item } = claimItem(made.job, made.items[0] as Item, at);
  const sent = sentItem(item, { open: [account, host], create: { at, ...(id ? { id } : {}) } });
  return { job, item: { ...sent, lost: 1, lostAt: at } };
}

async function copy(): Promise<void> {
  const store = await orWithout(openRecords(), undefined);
  const noted = (await store?.getAll('creates')) ?? [];
  if (!store || !noted.length) return;
  const { list } = await get(connections);
  for (const create of noted) {
    const { base, host } = create;
    const url = list.find(({ account }) => account === base)?.analyticsUrl;
    const press = url && pressOf(create, url);
    if (press) await addJob(press.job, [press.item]);
    await store.delete('creates', [base, host]);
  }
}

let copied: Promise<void> | undefined;

/** Takes over the creates whose outcome is not known that earlier versions have noted in the store of records. */
export const copyOldCreates = (): Promise<void> => {
  copied ??= copy().catch((error: unknown) => {
    copied = undefined;
    throw error;
  });
  return copied;
};
