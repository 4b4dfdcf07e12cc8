import { isUnique } from '../tracking/isUnique.ts';
import type { Tracker } from './find.ts';

/**
 * Leaves out trackers that report only to `id`, the site's id in the connected service, if no other site can have that
 * id (see `isUnique`). They are the service's own code, perhaps loaded from another host.
 */
export const withoutSite = (trackers: readonly Tracker[], id = ''): Tracker[] =>
  trackers.flatMap((one) => {
    const ids = isUnique(id) ? one.ids.filter((each) => each.toLowerCase() !== id.toLowerCase()) : one.ids;
    return ids.length || !one.ids.length ? { ...one, ids } : [];
  });
