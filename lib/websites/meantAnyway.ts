import type { Problem } from '../services/index.ts';

/**
 * Returns the field that tells the worker to create a website in spite of this problem. `again`, with the present time:
 * an earlier request may still create the website. `despiteUnknown`, for any other problem: the site may be registered
 * already.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
