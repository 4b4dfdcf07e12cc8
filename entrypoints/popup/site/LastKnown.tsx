import { Icon } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { momentText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import { notAllowedText } from '@/lib/text/notAllowed.ts';
import { privacyText } from '@/lib/text/sites.ts';
import type { TrackingStatus } from '@/lib/tracking/status.ts';
import { trackingText } from '../tracking/words.ts';
import { Statistics } from './Buttons.tsx';
import { StatisticsRow } from './Lines.tsx';
import type { Focus } from './state.ts';

interface LastKnownProps {
  website: Pick<Website, 'privacy'> | undefined;
  /** When the service last reported the record (milliseconds since 1970). */
  readAt: number | undefined;
  tracking: TrackingStatus | undefined;
  statisticsUrl: string | undefined;
}

/** Shows a site whose record may be out of date: the last known record, and the findings on the open page. */
export function LastKnown({ website, readAt, tracking, statisticsUrl }: LastKnownProps) {
  // If the computer's clock was set back since the record was read, `readAt` is in the future, and no age is shown.
  const isPast = readAt !== undefined && readAt <= Date.now();
  const fact = (label: string, age: string | undefined, text: string) => (
    <div class="last-known">
      <p class="label">
        {label}
        {age && <span class="hint">{age}</span>}
      </p>
      <p>{text}</p>
    </div>
  );
  const { privacy } = website ?? {};
  const known = [t('popup.registered'), ...(privacy === undefined ? [] : [privacyText(privacy)])];
  return (
    <>
      {website && fact(t('popup.last_known'), isPast ? momentText(readAt) : undefined, known.join(' · '))}
      {tracking && fact(t('popup.on_page'), t('popup.now'), trackingText(tracking))}
      {statisticsUrl && (
        <div class="lines">
          <StatisticsRow url={statisticsUrl} />
        </div>
      )}
    </>
  );
}

interface CoveredProps {
  statisticsUrl: string | undefined;
  focus: Focus;
  onSeparately: () => void;
}

/** Shows a site whose `www.` variant or parent domain is registered. */
export const Covered = ({ statisticsUrl, focus, onSeparately }: CoveredProps) => (
  <>
    {statisticsUrl && <Statistics url={statisticsUrl} focus={focus} />}
    <p class="hint">{t('popup.related_hint')}</p>
    <button type="button" class="button" onClick={onSeparately}>
      {t('popup.register_separately')}
    </button>
  </>
);

/** Says why a record cannot be changed. */
export const ReadOnly = ({ website }: { website: Website }) => (
  <p class="note warn">
    <Icon name="warning" />
    {website.locked === 'not-allowed' ? notAllowedText(website) : t('popup.read_only')}
  </p>
);
