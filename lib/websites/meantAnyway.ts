import type { Problem } from '../services/index.ts';

/**
 * The additional input of a create that a person has confirmed despite this problem: the site may be registered
 * already, or may be soon.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
