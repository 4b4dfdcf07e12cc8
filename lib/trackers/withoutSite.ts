import { isUnique } from '../tracking/isUnique.ts';
import type { Tracker } from './find.ts';

/**
 * Leaves out trackers that report only to the site's record, if its `id` is unique (see `isUnique`): such a tracker is
 * the connected service's own code, although it may be loaded from another host.
 */
export const withoutSite = (trackers: readonly Tracker[], id = ''): Tracker[] =>
  trackers.flatMap((one) => {
    const ids = isUnique(id) ? one.ids.filter((each) => each.toLowerCase() !== id.toLowerCase()) : one.ids;
    return ids.length || !one.ids.length ? { ...one, ids } : [];
  });
