import type { Website } from '../services/index.ts';
import type { WrittenFields } from './fields.ts';

/**
 * The fields that the service accepted and yet reports otherwise. What it does not report is taken at its word;
 * a list in another order is the same list.
 */
export function unappliedFields(sent: WrittenFields, now: Website | undefined): string[] {
  if (!now) return [];
  const { password: _, ...fields } = sent;
  const told = (value: unknown) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
  return Object.entries(fields)
    .filter(([name, value]) => {
      const reported = now[name as keyof Website];
      return reported !== undefined && told(reported) !== told(value);
    })
    .map(([name]) => name);
}
