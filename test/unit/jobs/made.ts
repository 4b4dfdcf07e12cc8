import * as jobs from '@/lib/jobs/state.ts';
import type { Item } from '@/lib/jobs/types.ts';
import type { Problem } from '@/lib/services/index.ts';

export const base = 'https://stats.example';
export const lost: Problem = { kind: 'network', code: 'unconfirmed' };

/** A job of some sites, begun at 10, each of them with more that is known of it. */
export function begin(size = 3, more: { absentAt?: number } = {}) {
  const items = Array.from({ length: size }, (_, at) => ({ key: `site${at}.example`, ...more }));
  return jobs.newJob({ id: 'j', kind: 'create', items, fields: {}, speed: 'fast' }, { url: base, account: base }, 10);
}
export const at = (items: readonly Item[], place = 0) => items[place] as Item;
