import type { IDBPTransaction } from 'idb';
import type { RecordSchema } from './database.ts';

/** Ignores the error of a single request, because the error also makes the whole step fail, which is reported. */
export const untold = (request: Promise<unknown>): void => void request.catch(() => {});

/** Runs a step in its transaction. If the step fails, nothing of it is stored. */
export async function inStep<T>(
  change: Pick<IDBPTransaction<RecordSchema, never[], 'readwrite'>, 'done' | 'abort'>,
  step: () => Promise<T>,
): Promise<T> {
  const abort = (error: unknown): never => {
    try {
      change.abort();
    } catch {
      // The browser has aborted the transaction already.
    }
    throw error;
  };
  const [result] = await Promise.all([step().catch(abort), change.done]);
  return result;
}
