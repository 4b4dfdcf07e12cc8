import type { Setting } from '../storage/settings.ts';

/**
 * For each account, a counter that increases soon after its stored records have changed. Pages watch the counters; only
 * the worker writes them. They are in memory only.
 */
export const recordChanges: Setting<Readonly<Record<string, number>>> = {
  key: 'recordChanges',
  area: 'session',
  fallback: {},
};
