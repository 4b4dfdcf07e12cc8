import { isSame } from '../util/isSame.ts';
import type { WebsiteFields, WrittenFields } from './fields.ts';
import { written } from './written.ts';

/**
 * Compares a form's state `before` and `after`, and returns the changed fields as they are sent to the service. A field
 * that the service did not report is returned only if the person has edited it.
 */
export function changed(before: WebsiteFields, after: WebsiteFields): WrittenFields {
  const old = written(before);
  const entries = Object.entries(written(after)).filter(
    ([name, value]) => value !== undefined && !isSame(value, old[name as keyof WrittenFields]),
  );
  const result = Object.fromEntries(entries) as WrittenFields;
  // A service uses a password only with privacy 2, so the two are sent together.
  return result.password ? { privacy: 2, ...result } : result;
}
