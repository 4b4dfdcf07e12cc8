import type { Problem } from '../services/index.ts';

/**
 * Returns the field to add to a request if the person wants to create a website in spite of a problem: the site may be
 * registered already (`despiteUnknown`), or an earlier request may still create it (`again`).
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
