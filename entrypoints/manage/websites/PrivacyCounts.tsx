import { Icon, type IconName } from '@/components/Icon.tsx';
import { numberText, t } from '@/lib/text/i18n.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';

const parts: readonly { filter: PrivacyFilter; icon?: IconName; label: () => string }[] = [
  { filter: 'all', label: () => t('manage.all') },
  { filter: 'public', icon: 'globe', label: () => t('privacy.public') },
  { filter: 'private', icon: 'lock', label: () => t('privacy.private') },
  { filter: 'password', icon: 'key', label: () => t('privacy.password') },
  { filter: 'unknown', icon: 'question', label: () => t('manage.unknown') },
];

interface Props {
  /** Undefined while nothing is listed yet. */
  counts: Record<PrivacyFilter, number> | undefined;
  filter: PrivacyFilter;
  onChange: (filter: PrivacyFilter) => void;
}

/** How many of what is listed have which privacy; each count shows only those. */
export function PrivacyCounts({ counts, filter, onChange }: Props) {
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{t('manage.overview')}</legend>
      {parts.map(({ filter: part, icon, label }) => (
        <button
          key={part}
          type="button"
          class={`part ${part} ${counts?.[part] ? '' : 'none'}`}
          aria-pressed={part === filter}
          onClick={() => onChange(part === filter ? 'all' : part)}
        >
          {icon && <Icon name={icon} />}
          {label()} {counts && <b>{numberText(counts[part])}</b>}
        </button>
      ))}
    </fieldset>
  );
}
