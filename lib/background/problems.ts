import { methodRefused } from '../jobs/retryPolicy.ts';
import { ApiError, type Problem, uncertain } from '../services/index.ts';
import { NoDatabase } from '../storage/database.ts';
import { NewerSettings } from '../storage/settings.ts';

/**
 * The HTTP statuses that prove that a request was not carried out: no such method (405), an expired session (419), a
 * captive portal (511). After any other problem of a kind in `uncertain`, the outcome is unknown.
 */
const notDone: readonly unknown[] = [methodRefused, 419, 511];

/** Whether this problem proves that a write was not carried out, because it was refused or never sent. */
export const isCertain = ({ kind, unsent, status }: Problem): boolean =>
  unsent === true || !uncertain.has(kind) || notDone.includes(status);

/** Makes the error that tells a page which required field is empty. */
export const required = (field: string): ApiError =>
  new ApiError({ kind: 'rejected', code: 'required', fields: { [field]: [] } });

/** Returns the problem of a failed request. Rethrows an error that is not an ApiError. */
export function requestProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}

/**
 * Converts any error to plain data for a page. Leaves out the message of an error of an unexpected type, because it may
 * contain anything.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  if (error instanceof NoDatabase) return { kind: 'setup', code: 'no-database' };
  return { kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' };
}
