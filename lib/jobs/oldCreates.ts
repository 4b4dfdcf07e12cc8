import { openRecords } from '../records/database.ts';
import { orWithout } from '../storage/database.ts';

async function copy(): Promise<void> {
  const store = await orWithout(openRecords(), undefined);
  // Creates of earlier versions are rare, so the code for them is loaded only when there are any.
  if (store && (await store.count('creates'))) await (await import('./takeOver.ts')).takeOver(store);
}

let copied: Promise<void> | undefined;

/**
 * Converts an earlier version's creates with unknown outcome to single writes. Runs once per worker. After a failure,
 * the next call tries again.
 */
export const copyOldCreates = (): Promise<void> => {
  copied ??= copy().catch((error: unknown) => {
    copied = undefined;
    throw error;
  });
  return copied;
};
