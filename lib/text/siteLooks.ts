import { doubts, type SiteLook, type SiteState, silences, type Visits } from '../audit/look.ts';
import { wwwVariant } from '../hosts/variants.ts';
import type { Finding } from '../tracking/finding.ts';
import { isHour } from '../util/moments.ts';
import { agoText } from './dates.ts';
import { findingText, isolated, sentence } from './findings.ts';
import { numberText, t } from './i18n.ts';

/** Returns a site's state in two or three words. */
export const siteStateText = (state: SiteState): string => t(`audit.state_${state}`);

/** Returns what a site's state means and what to do about it. Undefined for states that need no explanation. */
export const siteStateHint = (state: SiteState): string | undefined =>
  state === 'quiet' || state === 'counted' ? t(`audit.state_${state}_hint`) : undefined;

/** The values of `SiteLook.why` that have their own texts (`audit.why_…`). All others are kinds of `Finding`. */
const ownWhys: readonly string[] = [...silences, ...doubts, 'related', 'manager'];

/** Returns a site's visits in words, or '' if the service did not report them. */
export function visitsText({ last, week }: Visits): string {
  if (last === null) return t('audit.no_visit_yet');
  if (last !== undefined) return t('audit.last_visit', { when: agoText(Date.now() - last, 'long', isHour(last)) });
  if (week === undefined) return '';
  return week ? t('audit.week_visits', { count: numberText(week) }) : t('audit.no_visit_week');
}

/**
 * Returns the reason for a site's state as a sentence, or '' if the state needs none. Makes text from a page or its
 * server safe (see `isolated`). `host`: the site's registered host.
 */
export function siteLookText({ state, why, about }: SiteLook, host: string): string {
  if (state === 'file') return about ? t('audit.why_file', { about: isolated(about) }) : '';
  if (!why) return '';
  // If the page is at the host's `www.` variant, the sentence says that the service may count its visits under the
  // host.
  if (why === 'related' && about === wwwVariant(host)) return findingText({ kind: why, about: host });
  if (ownWhys.includes(why)) return sentence(`audit.why_${why}`, about);
  return findingText({ kind: why as Finding['kind'], ...(about ? { about } : {}) });
}
