import type { Problem } from '../services/index.ts';

/**
 * Returns the field that tells the worker to create a website in spite of this problem. The field is `again`, with the
 * present time, if an earlier request may still create the website. Otherwise, it is `despiteUnknown`, because the site
 * may be registered already.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
