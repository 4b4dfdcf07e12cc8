import type { Draft } from '../storage/settings.ts';

/** What is left of a draft once an input was saved: what was typed since, or in another window. */
export const typedSince = (saved: Omit<Draft, 'own'>, { own: _, ...draft }: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== saved[name as keyof typeof saved]));
