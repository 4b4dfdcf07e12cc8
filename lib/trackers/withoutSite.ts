import { isUnique } from '../tracking/isUnique.ts';
import type { Tracker } from './find.ts';

/**
 * Returns the trackers without the id that the site has in the connected service (`id`). Leaves out a tracker that has
 * only this id, because it is the service's own code, perhaps loaded from another host. Returns all trackers unchanged
 * if other sites may have the same id (see `isUnique`).
 */
export const withoutSite = (trackers: readonly Tracker[], id = ''): Tracker[] =>
  trackers.flatMap((one) => {
    const ids = isUnique(id) ? one.ids.filter((each) => each.toLowerCase() !== id.toLowerCase()) : one.ids;
    return ids.length || !one.ids.length ? { ...one, ids } : [];
  });
