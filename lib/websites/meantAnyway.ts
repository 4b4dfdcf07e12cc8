import type { Problem } from '../services/index.ts';

/**
 * Returns what to add to the input of a create that a person has confirmed in spite of `problem`: the site may be
 * registered already, or may be soon.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
