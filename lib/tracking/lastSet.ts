import type { Tag } from './tag.ts';
import { countsFor } from './verdict.ts';

/**
 * Returns tags, which are in the order of their code, with a doubt about those that another tag overrides. A tracker
 * that several pieces of code set up uses only the last site and server, unless it is loaded before the last piece runs.
 */
export function withLastSet(tags: readonly Tag[]): Tag[] {
  const last = tags.findLast(({ isShared }) => isShared);
  const isOverridden = (tag: Tag) => tag.isShared && countsFor(tag) !== 'no';
  return last && countsFor(last) === 'no'
    ? tags.map((tag) => (isOverridden(tag) ? { ...tag, blocked: 'mentioned' } : tag))
    : [...tags];
}
