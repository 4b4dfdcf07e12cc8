import type { Problem } from '../services/index.ts';

/** What a create is sent with once the person has confirmed it despite this problem: the site may be registered already, or soon. */
export const meantAnyway = (
  problem: Problem | undefined,
  now = Date.now(),
): { despiteUnknown: true } | { again: number } =>
  problem?.code === 'still-unconfirmed' ? { again: now } : { despiteUnknown: true };
