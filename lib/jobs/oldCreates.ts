import { openRecords } from '../records/database.ts';
import { orWithout } from '../storage/database.ts';

async function copy(): Promise<void> {
  const store = await orWithout(openRecords(), undefined);
  // Loaded only when needed: usually there are none.
  if (store && (await store.count('creates'))) await (await import('./takeOver.ts')).takeOver(store);
}

let copied: Promise<void> | undefined;

/** Takes over creates with unknown outcome that earlier versions stored in the database of records. */
export const copyOldCreates = (): Promise<void> => {
  copied ??= copy().catch((error: unknown) => {
    copied = undefined;
    throw error;
  });
  return copied;
};
