import type { Problem } from '../services/index.ts';

/**
 * Returns the field to add to the input of a create that the person has confirmed in spite of `problem`. That problem
 * says that the site may already be registered, or that an earlier create may still be carried out.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
