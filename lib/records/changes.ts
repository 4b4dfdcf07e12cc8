import { readTable } from '../storage/readParts.ts';
import type { Setting } from '../storage/settings.ts';

/**
 * A counter for each account, which grows soon after the account's stored records have changed. Pages watch it. It is
 * kept in memory, and written by the worker alone.
 */
export const recordChanges: Setting<Readonly<Record<string, number>>> = {
  key: 'recordChanges',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) => readTable(value, (count) => (typeof count === 'number' ? count : undefined)),
};
