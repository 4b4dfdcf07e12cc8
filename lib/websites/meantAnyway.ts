import type { Problem } from '../services/index.ts';

/**
 * Returns the input to add to a create that a person confirmed although, by `problem`, the site may be registered
 * already, or may be soon.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
