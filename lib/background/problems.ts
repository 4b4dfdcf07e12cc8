import { ApiError, type Problem, type ProblemKind } from '../services/index.ts';
import { NewerSettings } from '../storage/settings.ts';

/** After these the service has certainly not carried out a write. */
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

/** The problem of a failed request; anything else is thrown on. */
export function requestProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}

/** Any failure as plain data. What is not a known failure is ours, and its text may hold anything: none of it crosses. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return { kind: 'setup', code: error instanceof NewerSettings ? 'newer-settings' : 'fault' };
}
