import type { Problem } from '../services/index.ts';

/**
 * Returns a field to add to `websites.create` when the person agrees to create a website in spite of `problem`: the
 * site may be registered already (`despiteUnknown`), or an earlier request may still create it (`again`).
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
