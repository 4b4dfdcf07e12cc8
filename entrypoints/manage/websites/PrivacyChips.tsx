import { Icon, type IconName } from '@/components/Icon.tsx';
import type { Privacy } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import type { PrivacyKind } from '@/lib/websites/privacyKind.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { countText } from '../list/Count.tsx';
import { useList } from '../list/useListTab.ts';
import { privacyIcons } from './columns.tsx';

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

/** Filters by privacy. Each one shows how many of the websites that match the search it leaves. */
export function PrivacyChips() {
  const { list, parts, route, sums } = useList();
  const { filter } = route.query;
  const { isOpen } = sums;
  const counts = list.state.view?.shown.counts.privacy;
  const privacy = new Set(parts.flatMap(({ connection }) => traitsOf(connection.kind).privacy));
  if (!counts || !privacy.size) return null;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const choose = (kind: PrivacyFilter) => () => route.change({ filter: kind === filter ? 'all' : kind });
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
        .filter(({ kind, of }) => (of === undefined ? counts.get(kind) || filter === kind : privacy.has(of)))
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
