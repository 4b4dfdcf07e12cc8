import { Icon, type IconName } from '@/components/Icon.tsx';
import { useTraits } from '@/components/useTraits.ts';
import type { Privacy } from '@/lib/services/index.ts';
import { numberText, t, timeText } from '@/lib/text/i18n.ts';
import type { AllWebsites } from '@/lib/websites/allWebsites.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { ReadStatus } from '../list/ReadStatus.tsx';
import type { AllWebsitesRead } from './useAllWebsites.ts';

const parts: readonly { filter: PrivacyFilter; of?: Privacy; icon?: IconName; label: () => string }[] = [
  { filter: 'all', label: () => t('manage.all') },
  { filter: 'public', of: 0, icon: 'globe', label: () => t('privacy.public') },
  { filter: 'private', of: 1, icon: 'lock', label: () => t('privacy.private') },
  { filter: 'password', of: 2, icon: 'key', label: () => t('privacy.password') },
  { filter: 'unknown', icon: 'question', label: () => t('manage.unknown') },
];

interface StatusProps extends Pick<AllWebsitesRead, 'reading' | 'problem'> {
  all: AllWebsites | undefined;
  onRead: () => void;
  onStop: () => void;
}

function readingText({ all, reading }: StatusProps): string {
  if (reading) {
    const count = numberText(reading.read);
    if (reading.total === undefined) return t('manage.read_some', { count });
    return t('manage.read_of', { count, total: numberText(reading.total) });
  }
  if (!all) return '';
  const time = timeText(all.at);
  return all.complete
    ? t('manage.as_of', { time })
    : t('manage.read_incomplete', { count: numberText(all.items.length), time });
}

interface PrivacyCountsProps extends StatusProps {
  /** Undefined while nothing is listed yet. */
  counts: Record<PrivacyFilter, number> | undefined;
  /** There are websites that are not counted. */
  isPart: boolean;
  filter: PrivacyFilter;
  onChange: (filter: PrivacyFilter) => void;
}

/** How many websites have each privacy, on this page or, once all were read, in total; each count is a filter. */
export function PrivacyCounts({ counts, isPart, filter, onChange, ...status }: PrivacyCountsProps) {
  const { all, reading, problem, onRead, onStop } = status;
  const { privacy } = useTraits();
  /** There may be more. */
  const isOpen = all?.complete === false;
  const allText = isPart ? t('manage.on_this_page') : isOpen && t('manage.any');
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{t('manage.privacy_counts')}</legend>
      {parts
        .filter(({ of }) => (of === undefined ? privacy.length > 0 : privacy.includes(of)))
        .map(({ filter: part, icon, label }) => (
          <button
            key={part}
            type="button"
            class={`part ${part} ${counts?.[part] ? '' : 'none'}`}
            aria-pressed={part === filter}
            onClick={() => onChange(part === filter ? 'all' : part)}
          >
            {icon && <Icon name={icon} />}
            {(part === 'all' && allText) || label()}{' '}
            {counts && (
              <b>
                {numberText(counts[part])}
                {isOpen && '+'}
              </b>
            )}
          </button>
        ))}
      {((isPart && privacy.length > 0) || all || reading || problem) && (
        <ReadStatus
          text={readingText(status)}
          problem={problem}
          busy={!!reading}
          label={t(all ? 'manage.read_again' : 'manage.read_all')}
          onRead={onRead}
          onStop={onStop}
        />
      )}
    </fieldset>
  );
}
