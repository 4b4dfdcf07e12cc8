import type { Problem } from '../services/index.ts';

/**
 * Returns the field that tells the worker to create a website in spite of this problem. If an earlier request may still
 * create the website, this is `again` with the present time. Otherwise it is `despiteUnknown`, because the site may
 * already be registered.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
