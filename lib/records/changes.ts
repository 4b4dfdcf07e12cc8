import { readTable } from '../storage/readParts.ts';
import type { Setting } from '../storage/settings.ts';

/**
 * For each account a counter that grows with every change of its stored records. Only the worker writes it; it is in
 * memory only.
 */
export const recordChanges: Setting<Readonly<Record<string, number>>> = {
  key: 'recordChanges',
  area: 'session',
  version: 1,
  fallback: {},
  parse: (value) => readTable(value, (count) => (typeof count === 'number' ? count : undefined)),
};
