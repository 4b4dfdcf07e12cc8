import { isSame } from '../util/isSame.ts';
import type { WebsiteFields, WrittenFields } from './fields.ts';
import { written } from './written.ts';

/**
 * Returns the fields of the form `after` that differ from those of the form `before`, as they are sent. A field that
 * was not reported is returned only if it was edited.
 */
export function changed(before: WebsiteFields, after: WebsiteFields): WrittenFields {
  const old = written(before);
  const entries = Object.entries(written(after)).filter(
    ([name, value]) => value !== undefined && !isSame(value, old[name as keyof WrittenFields]),
  );
  const result = Object.fromEntries(entries) as WrittenFields;
  // A password takes effect only with privacy 2, so both are sent together.
  return result.password ? { privacy: 2, ...result } : result;
}
