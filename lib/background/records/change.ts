import { type Change, type ChangeKind, lastChange } from '../../messages/changes.ts';
import { recordChanges } from '../../records/changes.ts';
import { get, set } from '../../storage/settings.ts';

/**
 * Loads the code that writes records. It is loaded on demand, because the worker is usually started only for a look-up.
 */
const writing = () => import('../../records/write.ts');
type Writing = Awaited<ReturnType<typeof writing>>;

/** Announces a change of one record to all open pages, so that they need not ask the service. Never rejects. */
export async function announce(account: string, change: ChangeKind): Promise<void> {
  await set<Change | undefined>(lastChange, { account, at: Date.now(), ...change }).catch(() => {});
}

const followers = new Set<() => void>();

/** Registers a function that is called whenever this worker has changed the stored records. */
export function onRecordsChange(callback: () => void): void {
  followers.add(callback);
}

/**
 * How long the worker waits before it tells pages that records have changed (milliseconds). Changes within this time
 * are announced together, because pages read the stored records again after each announcement.
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
    // Needs no lock, because only the worker writes this setting, and only here.
    get(recordChanges)
      .then((all) => set(recordChanges, count(all)))
      .catch(() => {});
  }, tellingPause);
}

/** Changes the stored records of an account, and tells open pages. Rejects if the store cannot be read or is full. */
export async function change<T>(account: string, step: (write: Writing) => Promise<T>): Promise<T> {
  const result = await step(await writing());
  tell(account);
  return result;
}
