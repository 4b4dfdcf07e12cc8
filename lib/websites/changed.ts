import { isSame } from '../util/isSame.ts';
import { type WebsiteFields, type WrittenFields, written } from './fields.ts';

/** The fields that differ from `before`, ready to be sent. Never a field that was neither reported nor edited. */
export function changed(before: WebsiteFields, after: WebsiteFields): WrittenFields {
  const old = written(before);
  const entries = Object.entries(written(after)).filter(
    ([name, value]) => value !== undefined && !isSame(value, old[name as keyof WrittenFields]),
  );
  const result = Object.fromEntries(entries) as WrittenFields;
  // A password takes effect only with privacy 2, so both are sent together.
  return result.password ? { privacy: 2, ...result } : result;
}
