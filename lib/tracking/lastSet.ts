import type { Tag } from './tag.ts';
import { countsFor } from './verdict.ts';

/**
 * Returns tags, each marked as doubtful if a later tag overrides it. A tracker that several pieces of code set up
 * usually uses only the last site and server. `tags`: in the order of their code.
 */
export function withLastSet(tags: readonly Tag[]): Tag[] {
  const last = tags.findLast(({ isShared }) => isShared);
  const isOverridden = (tag: Tag) => tag.isShared && countsFor(tag) !== 'no';
  return last && countsFor(last) === 'no'
    ? tags.map((tag) => (isOverridden(tag) ? { ...tag, blocked: 'mentioned' } : tag))
    : [...tags];
}
