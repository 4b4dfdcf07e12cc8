import { agoText } from '@/lib/text/dates.ts';
import { numberText, plural, t } from '@/lib/text/i18n.ts';
import type { TrackingState, TrackingStatus } from '@/lib/tracking/status.ts';
import type { VisitsSaid } from '@/lib/tracking/visits.ts';
import type { PopupSite } from '../site/view.ts';
import { registrationOf, type Words } from '../site/words.ts';

const troubles: readonly TrackingState[] = ['missing', 'losing'];

export const trackingText = ({ state }: Pick<TrackingStatus, 'state'>): string => t(`tracking.state_${state}`);

function factText(fact: VisitsSaid['fact']): string {
  if (fact.is === 'last') return t('visits.last', { ago: agoText(fact.age, 'short', fact.isHour) });
  if (fact.is === 'week') return t('audit.week_visits', { count: numberText(fact.visits) });
  if (fact.is === 'quiet') return plural('visits.quiet', fact.days);
  return t(`visits.${fact.is}`);
}

const icons = { good: 'check', warn: 'warning', muted: 'info' } as const;

/**
 * Returns the status line of a site. `said`: how the site is tracked, with a fact about its visits; undefined if visits
 * are not shown (see `visitsSaid`).
 */
export function wordsOf(site: PopupSite, tracking: TrackingStatus, said: VisitsSaid | undefined): Words {
  const [icon, text, tone] = registrationOf(site);
  // If only a covering record exists and the page has no code, the findings add nothing.
  const isIdle = !site.website && site.covering && tracking.state === 'absent';
  if (isIdle || site.isUnknown) return [icon, text, tone];
  if (said) {
    const { state, fact } = said;
    const stands = state === 'registered' ? t('popup.registered') : trackingText({ state });
    return [icons[said.tone], `${stands} · ${factText(fact)}`, said.tone];
  }
  const words = `${text} · ${trackingText(tracking)}`;
  return troubles.includes(tracking.state) ? ['warning', words, 'warn'] : [icon, words, tone];
}
