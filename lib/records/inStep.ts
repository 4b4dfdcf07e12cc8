import type { IDBPTransaction } from 'idb';
import type { RecordSchema } from './database.ts';

/** Ignores the failure of a single database request, because the whole transaction then fails and reports the error. */
export const leftToTransaction = (request: Promise<unknown>): void => void request.catch(() => {});

/** Runs `step` in the transaction `change`. If `step` fails, aborts the transaction, so that nothing is stored. */
export async function inStep<T>(
  change: Pick<IDBPTransaction<RecordSchema, never[], 'readwrite'>, 'done' | 'abort'>,
  step: () => Promise<T>,
): Promise<T> {
  const abort = (error: unknown): never => {
    try {
      change.abort();
    } catch {
      // Thrown because the browser has already aborted the transaction.
    }
    throw error;
  };
  const [result] = await Promise.all([step().catch(abort), change.done]);
  return result;
}
