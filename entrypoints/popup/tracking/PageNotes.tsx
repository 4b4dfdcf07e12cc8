import { Icon, type IconName } from '@/components/Icon.tsx';
import { findingText } from '@/lib/text/findings.ts';
import { t } from '@/lib/text/i18n.ts';
import { trackersText } from '@/lib/text/trackers.ts';
import type { Tracker } from '@/lib/trackers/find.ts';
import { withoutSite } from '@/lib/trackers/withoutSite.ts';
import type { TrackingState, TrackingStatus } from '@/lib/tracking/status.ts';

/** The hints for some tracking states: what to do next, or why the state is unclear. The other states need no hint. */
const hints: Partial<Record<TrackingState, { icon: IconName; tone: 'warn' | 'danger' | 'muted'; text: () => string }>> =
  {
    missing: { icon: 'warning', tone: 'warn', text: () => t('tracking.hint_missing') },
    unplaced: { icon: 'info', tone: 'muted', text: () => t('tracking.hint_unplaced') },
    losing: { icon: 'warning', tone: 'danger', text: () => t('tracking.hint_losing') },
    unsure: { icon: 'question', tone: 'warn', text: () => t('tracking.hint_unsure') },
    unseen: { icon: 'info', tone: 'muted', text: () => t('tracking.hint_unseen') },
  };

/** The states in which the service's own code is on the page. */
const seenStates: readonly TrackingState[] = ['tracking', 'losing', 'found'];

interface PageNotesProps {
  status: TrackingStatus;
  trackers: readonly Tracker[];
  /** The id of the site's record. Code that reports only to this record is not listed with the other services. */
  id: string | undefined;
}

/** Shows why visits are not counted, other findings on the page, other services that count visits, and tag managers. */
export function PageNotes({ status: { state, findings }, trackers, id }: PageNotesProps) {
  const { icon, tone, text } = hints[state] ?? { icon: 'info', tone: 'muted' };
  const others = withoutSite(trackers, id);
  const counters = others.filter(({ is }) => is === 'counter');
  const managers = others.filter(({ is }) => is === 'manager');
  const counted = seenStates.includes(state) ? 'tracking.also_counted' : 'tracking.counted';
  return (
    <section class="tracking-status" data-state={state} aria-label={t('tracking.code')}>
      {(text || findings.length > 0) && (
        <div class={`note ${tone}`} aria-live="polite">
          <Icon name={icon} />
          <div>
            {text && <p>{text()}</p>}
            {findings.length > 0 && (
              <ul class="findings">
                {findings.map((finding) => (
                  <li key={`${finding.kind} ${finding.about}`} data-finding={finding.kind}>
                    {findingText(finding)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      <div class="other-trackers" aria-live="polite">
        {counters.length > 0 && <p class="hint">{t(counted, { names: trackersText(counters) })}</p>}
        {managers.length > 0 && <p class="hint">{t('tracking.tag_managers', { names: trackersText(managers) })}</p>}
      </div>
    </section>
  );
}
