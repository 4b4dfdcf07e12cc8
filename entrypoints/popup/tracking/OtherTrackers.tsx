import { t } from '@/lib/text/i18n.ts';
import { trackersText } from '@/lib/text/trackers.ts';
import type { Tracker } from '@/lib/trackers/find.ts';

interface OtherTrackersProps {
  trackers: readonly Tracker[];
  /** The connected service counts here as well. */
  also: boolean;
}

/** Who else counts visits to the open page, and what may bring more scripts. */
export function OtherTrackers({ trackers, also }: OtherTrackersProps) {
  const counters = trackers.filter(({ is }) => is === 'counter');
  const managers = trackers.filter(({ is }) => is === 'manager');
  return (
    <div class="other-trackers" aria-live="polite">
      {counters.length > 0 && (
        <p class="hint">{t(also ? 'tracking.also_counted' : 'tracking.counted', { names: trackersText(counters) })}</p>
      )}
      {managers.length > 0 && <p class="hint">{t('tracking.tag_managers', { names: trackersText(managers) })}</p>}
    </div>
  );
}
