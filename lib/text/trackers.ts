import type { Tracker } from '../trackers/find.ts';
import { isolated } from './findings.ts';
import { listText, t } from './i18n.ts';

/** Returns a tracker's name with the ids to which it reports: `Google Analytics (G-1234)`, `Matomo (site 5)`. */
export function trackerText({ name, ids, numbered }: Tracker): string {
  const shown = ids.map((id) => (numbered ? t('tracking.tracker_site', { id }) : isolated(id)));
  return shown.length ? `${name} (${shown.join(', ')})` : name;
}

/** Joins the names of several trackers, with their ids, as in a sentence. */
export const trackersText = (trackers: readonly Tracker[]): string => listText(trackers.map(trackerText));
