import { type Change, type ChangeKind, lastChange } from '../../messages/changes.ts';
import { recordChanges } from '../../records/changes.ts';
import { get, set } from '../../storage/settings.ts';

/** Loads the code for writes when needed, because the worker is usually started only for a look-up. */
const writing = () => import('../../records/write.ts');
type Writing = Awaited<ReturnType<typeof writing>>;

/**
 * Announces a change to every open page, so that none has to ask again. If the announcement fails, the change stays.
 */
export async function announce(account: string, change: ChangeKind): Promise<void> {
  await set<Change | undefined>(lastChange, { account, at: Date.now(), ...change }).catch(() => {});
}

const followers = new Set<() => void>();

/** Calls back whenever this worker has changed the stored records. */
export function onRecordsChange(callback: () => void): void {
  followers.add(callback);
}

/**
 * The shortest time between two notices to pages that records have changed (milliseconds), because each makes them
 * count again.
 */
const tellingPause = 250;
const changed = new Set<string>();
let isTelling = false;

function tell(account: string): void {
  followers.forEach((callback) => void callback());
  changed.add(account);
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    const accounts = [...changed];
    changed.clear();
    const count = (all: Readonly<Record<string, number>>) => ({
      ...all,
      ...Object.fromEntries(accounts.map((one) => [one, (all[one] ?? 0) + 1])),
    });
    // Only the worker writes this, and never twice at the same time.
    get(recordChanges)
      .then((all) => set(recordChanges, count(all)))
      .catch(() => {});
  }, tellingPause);
}

/**
 * Changes the stored records of an account, and informs the pages that show them. Rejects if the store cannot be read
 * or is full.
 */
export async function change<T>(account: string, step: (write: Writing) => Promise<T>): Promise<T> {
  const result = await step(await writing());
  tell(account);
  return result;
}
