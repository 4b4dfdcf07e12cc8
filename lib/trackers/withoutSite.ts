import { isUnique } from '../tracking/isUnique.ts';
import type { Tracker } from './find.ts';

/**
 * Removes the site's id in the connected service (`id`) from the trackers' ids. Leaves out a tracker that had only this
 * id: it is the service's own code, perhaps loaded from another host. Changes nothing if other sites may have the same
 * id (see `isUnique`).
 */
export const withoutSite = (trackers: readonly Tracker[], id = ''): Tracker[] =>
  trackers.flatMap((one) => {
    const ids = isUnique(id) ? one.ids.filter((each) => each.toLowerCase() !== id.toLowerCase()) : one.ids;
    return ids.length || !one.ids.length ? { ...one, ids } : [];
  });
