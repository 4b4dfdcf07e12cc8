import { ApiError, type Problem } from '../api/index.ts';

/** The problem of a failed request; anything else is thrown on. */
export function requestProblem(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  throw error;
}

/** Any failure as plain data. What is not a known failure is ours, and its text may hold anything: only its name crosses. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ApiError) return error.problem;
  return { kind: 'setup', message: error instanceof Error ? error.name : 'unknown' };
}
