import type { DBSchema } from 'idb';
import { type PastAudit, worthKeeping } from '../audit/history.ts';
import { database } from './database.ts';
import { connections, getCertain } from './settings.ts';

interface AuditsSchema extends DBSchema {
  audits: { key: string; value: PastAudit; indexes: { account: [string, number] } };
}

/** Opens the database of finished audits. Only the worker writes; pages read. */
const openAudits = database<AuditsSchema>('waymark-audits', 1, (db) => {
  db.createObjectStore('audits', { keyPath: 'id' }).createIndex('account', ['account', 'at']);
});

const ofAccount = (account: string) => IDBKeyRange.bound([account], [account, []]);

/** Returns the audits of an account, oldest first. */
export async function pastAudits(account: string): Promise<PastAudit[]> {
  return (await openAudits()).getAllFromIndex('audits', 'account', ofAccount(account));
}

/**
 * Stores a finished audit as the newest, and drops older ones that need not be stored. Resolves to true, or to false if
 * the audit's account is no longer connected. Storing an audit twice changes nothing. Rejects with `NewerSettings` if a
 * newer Waymark wrote the connections.
 */
export async function keepAudit(audit: PastAudit): Promise<boolean> {
  if (!(await getCertain(connections)).list.some(({ account }) => account === audit.account)) return false;
  const { store, done } = (await openAudits()).transaction('audits', 'readwrite');
  const before = await store.index('account').getAll(ofAccount(audit.account));
  // If the clock was set back, the new audit may have the oldest date.
  const others = before.filter(({ id }) => id !== audit.id);
  const kept = worthKeeping([...others, audit]);
  for (const one of others) if (!kept.includes(one)) void store.delete(one.id);
  for (const one of kept) if (!others.includes(one)) void store.put(one);
  await done;
  return true;
}

/** Forgets the audits of every account but these. */
export async function dropOtherAudits(accounts: readonly string[]): Promise<void> {
  const { store, done } = (await openAudits()).transaction('audits', 'readwrite');
  for (const { id, account } of await store.getAll()) if (!accounts.includes(account)) void store.delete(id);
  await done;
}
