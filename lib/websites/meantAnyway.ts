import type { Problem } from '../services/index.ts';

/**
 * Returns the field to add to the input of a create after the person has confirmed the create in spite of `problem`:
 * the site may already be registered, or an earlier create may still be carried out.
 */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
