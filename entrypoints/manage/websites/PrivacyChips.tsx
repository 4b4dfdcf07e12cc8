import { Icon, type IconName } from '@/components/Icon.tsx';
import type { Counts } from '@/lib/records/view.ts';
import type { Privacy } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import type { PrivacyKind } from '@/lib/websites/privacyKind.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { countText } from '../list/Count.tsx';
import { privacyIcons } from './WebsiteRow.tsx';

const kinds: readonly { kind: PrivacyKind; of?: Privacy; label: () => string }[] = [
  { kind: 'public', of: 0, label: () => t('privacy.public') },
  { kind: 'private', of: 1, label: () => t('privacy.private') },
  { kind: 'password', of: 2, label: () => t('privacy.password') },
  { kind: 'unknown', label: () => t('manage.unknown') },
];

interface ChipProps {
  kind: PrivacyFilter;
  icon?: IconName;
  label: string;
  count: number;
  isOpen: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

const Chip = ({ kind, icon, label, count, isOpen, isChosen, onChoose }: ChipProps) => (
  <button type="button" class={`part ${kind} ${count ? '' : 'none'}`} aria-pressed={isChosen} onClick={onChoose}>
    {icon && <Icon name={icon} />}
    {label} <b>{countText(count, isOpen)}</b>
  </button>
);

interface PrivacyChipsProps {
  counts: Counts['privacy'];
  /** The kinds of privacy that the services have. */
  privacy: readonly Privacy[];
  /** Whether there may be more. */
  isOpen: boolean;
  filter: PrivacyFilter;
  onChange: (filter: PrivacyFilter) => void;
}

/** Filters by privacy. Each one shows how many of the websites that match the search it leaves. */
export function PrivacyChips({ counts, privacy, isOpen, filter, onChange }: PrivacyChipsProps) {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const choose = (kind: PrivacyFilter) => () => onChange(kind === filter ? 'all' : kind);
  if (!privacy.length) return null;
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{t('manage.privacy_counts')}</legend>
      <Chip
        kind="all"
        label={t('manage.all')}
        count={all}
        isOpen={isOpen}
        isChosen={filter === 'all'}
        onChoose={choose('all')}
      />
      {kinds
        .filter(({ kind, of }) => (of === undefined ? counts.get(kind) || filter === kind : privacy.includes(of)))
        .map(({ kind, label }) => (
          <Chip
            key={kind}
            kind={kind}
            icon={privacyIcons[kind]}
            label={label()}
            count={counts.get(kind) ?? 0}
            isOpen={isOpen}
            isChosen={filter === kind}
            onChoose={choose(kind)}
          />
        ))}
    </fieldset>
  );
}
