import type { Setting } from '../storage/settings.ts';

/**
 * For each account, a counter that increases soon after its stored records have changed. Pages watch these counters.
 * Only the worker writes them. They are kept in memory.
 */
export const recordChanges: Setting<Readonly<Record<string, number>>> = {
  key: 'recordChanges',
  area: 'session',
  fallback: {},
};
