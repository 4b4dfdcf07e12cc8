import { isUnique } from '../tracking/isUnique.ts';
import type { Tracker } from './find.ts';

/**
 * Leaves out trackers that report only to the site's id in the connected service. They are the service's own code,
 * perhaps loaded from another host. Leaves out nothing if other sites may have the same id (see `isUnique`).
 */
export const withoutSite = (trackers: readonly Tracker[], id = ''): Tracker[] =>
  trackers.flatMap((one) => {
    const ids = isUnique(id) ? one.ids.filter((each) => each.toLowerCase() !== id.toLowerCase()) : one.ids;
    return ids.length || !one.ids.length ? { ...one, ids } : [];
  });
