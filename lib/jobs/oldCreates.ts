import { openRecords } from '../records/database.ts';
import { orWithout } from '../storage/database.ts';

async function copy(): Promise<void> {
  const store = await orWithout(openRecords(), undefined);
  // There are rarely such creates, so the code for them is loaded only when needed.
  if (store && (await store.count('creates'))) await (await import('./takeOver.ts')).takeOver(store);
}

let copied: Promise<void> | undefined;

/**
 * Converts creates with unknown outcome to jobs of the present form, in case an earlier version stored any in the
 * database of records.
 */
export const copyOldCreates = (): Promise<void> => {
  copied ??= copy().catch((error: unknown) => {
    copied = undefined;
    throw error;
  });
  return copied;
};
