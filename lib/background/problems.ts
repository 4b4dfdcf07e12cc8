import { ApiError, type Problem, type ProblemKind } from '../services/index.ts';
import { NoDatabase } from '../storage/database.ts';
import { NewerSettings } from '../storage/settings.ts';

/** After one of these problems a write was certainly not carried out. */
export const certain: ReadonlySet<ProblemKind> = new Set([
  'setup',
  'access',
  'auth',
  'forbidden',
  'missing',
  'rejected',
  'conflict',
  'busy',
]);

/** The problem of a failed request; any other error is rethrown. */
export function requestProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}

/** Any error as plain data. An unknown error is a bug of ours; its message may contain anything, so it is left out. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  if (error instanceof NoDatabase) return { kind: 'setup', code: 'no-database' };
  return { kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' };
}
