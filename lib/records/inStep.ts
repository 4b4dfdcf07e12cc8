import type { IDBPTransaction } from 'idb';
import type { RecordSchema } from './database.ts';

/** Ignores the failure of a single database request, because it makes the whole transaction fail, which is reported. */
export const leftToTransaction = (request: Promise<unknown>): void => void request.catch(() => {});

/**
 * Runs a function (`step`) in its transaction (`change`). If it fails, the transaction is aborted and nothing is
 * stored.
 */
export async function inStep<T>(
  change: Pick<IDBPTransaction<RecordSchema, never[], 'readwrite'>, 'done' | 'abort'>,
  step: () => Promise<T>,
): Promise<T> {
  const abort = (error: unknown): never => {
    try {
      change.abort();
    } catch {
      // Thrown if the browser has already aborted the transaction.
    }
    throw error;
  };
  const [result] = await Promise.all([step().catch(abort), change.done]);
  return result;
}
