import { ApiError, type Problem, uncertain } from '../services/index.ts';
import { NoDatabase } from '../storage/database.ts';
import { NewerSettings } from '../storage/settings.ts';

/** Whether a failed write was certainly not carried out, because it was refused or not sent. */
export const isCertain = ({ kind, unsent }: Problem): boolean => unsent === true || !uncertain.has(kind);

/** Returns the error for a missing field that the person has to fill in. */
export const required = (field: string): ApiError =>
  new ApiError({ kind: 'rejected', code: 'required', fields: { [field]: [] } });

/** Returns the problem of a failed request. Rethrows any other error. */
export function requestProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}

/**
 * Returns any error as plain data. An unknown error is a bug of ours. Its message may contain anything, so it is left
 * out.
 */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  if (error instanceof NoDatabase) return { kind: 'setup', code: 'no-database' };
  return { kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' };
}
