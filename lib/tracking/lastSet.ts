import type { Tag } from './tag.ts';
import { countsFor } from './verdict.ts';

/**
 * Makes tags doubtful (`mentioned`) that a later tag probably overrides. If a page sets up one tracker several times,
 * the tracker usually uses only the last site and server. So if the last tag with `isShared` does not count visits for
 * the connected service, the others probably do not either. `tags`: in the order of their code.
 */
export function withLastSet(tags: readonly Tag[]): Tag[] {
  const last = tags.findLast(({ isShared }) => isShared);
  const isOverridden = (tag: Tag) => tag.isShared && countsFor(tag) !== 'no';
  return last && countsFor(last) === 'no'
    ? tags.map((tag) => (isOverridden(tag) ? { ...tag, blocked: 'mentioned' } : tag))
    : [...tags];
}
