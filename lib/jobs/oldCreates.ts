import { openRecords } from '../records/database.ts';
import { orWithout } from '../storage/database.ts';

async function copy(): Promise<void> {
  const store = await orWithout(openRecords(), undefined);
  // Loaded when needed: most often there are none.
  if (store && (await store.count('creates'))) await (await import('./takeOver.ts')).takeOver(store);
}

let copied: Promise<void> | undefined;

/** Takes over the creates whose outcome is not known that earlier versions have noted elsewhere. */
export const copyOldCreates = (): Promise<void> => {
  copied ??= copy().catch((error: unknown) => {
    copied = undefined;
    throw error;
  });
  return copied;
};
