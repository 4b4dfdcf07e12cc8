import type { DBSchema } from 'idb';
import { type PastAudit, worthKeeping } from '../audit/history.ts';
import { isAhead } from '../util/moments.ts';
import { database } from './database.ts';
import { connections, getCertain } from './settings.ts';

interface AuditsSchema extends DBSchema {
  audits: { key: string; value: PastAudit; indexes: { account: [string, number] } };
}

/** Opens the database of finished audits. Only the worker writes it; pages read it. */
const openAudits = database<AuditsSchema>('waymark-audits', 1, (db) => {
  db.createObjectStore('audits', { keyPath: 'id' }).createIndex('account', ['account', 'at']);
});

const ofAccount = (account: string) => IDBKeyRange.bound([account], [account, []]);

/** Returns the finished audits of an account, oldest first. Rejects if the database cannot be opened. */
export async function pastAudits(account: string): Promise<PastAudit[]> {
  return (await openAudits()).getAllFromIndex('audits', 'account', ofAccount(account));
}

/**
 * Stores a finished audit as the newest one of its account. Overwrites a stored audit with the same id. Deletes older
 * audits that are no longer needed. Resolves to false, and stores nothing, if the account is not connected any more.
 * Rejects with `NewerSettings` if a newer version of Waymark wrote the connections.
 */
export async function keepAudit(audit: PastAudit): Promise<boolean> {
  if (!(await getCertain(connections)).list.some(({ account }) => account === audit.account)) return false;
  const { store, done } = (await openAudits()).transaction('audits', 'readwrite');
  const before = await store.index('account').getAll(ofAccount(audit.account));
  const isNew = !before.some(({ id }) => id === audit.id);
  // If the clock was set back, earlier audits may have dates in the future. These get new dates, a few milliseconds
  // before that of the new audit.
  const inOrder = (one: PastAudit, index: number): PastAudit =>
    isNew && isAhead(one.at, Date.now()) ? { ...one, at: audit.at - before.length + index } : one;
  const others = before.filter(({ id }) => id !== audit.id).map(inOrder);
  const kept = worthKeeping([...others, audit]);
  for (const one of others) if (!kept.includes(one)) void store.delete(one.id);
  for (const one of kept) if (!before.includes(one)) void store.put(one);
  await done;
  return true;
}

/** Moves the finished audits of an account to another account. Rejects if the database cannot be opened. */
export async function movePastAudits(from: string, to: string): Promise<void> {
  const { store, done } = (await openAudits()).transaction('audits', 'readwrite');
  for (const one of await store.index('account').getAll(ofAccount(from))) void store.put({ ...one, account: to });
  await done;
}

/** Deletes the finished audits of all accounts except these. Rejects if the database cannot be opened. */
export async function dropOtherAudits(accounts: readonly string[]): Promise<void> {
  const { store, done } = (await openAudits()).transaction('audits', 'readwrite');
  for (const { id, account } of await store.getAll()) if (!accounts.includes(account)) void store.delete(id);
  await done;
}
