import { Icon, type IconName } from '@/components/Icon.tsx';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import type { PrivacyKind } from '@/lib/websites/privacyKind.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { countText } from '../list/Count.tsx';
import { useList } from '../list/useListTab.ts';
import { privacies } from './columns.tsx';

interface Chip {
  kind: PrivacyFilter;
  icon?: IconName;
  label: string;
  count: number;
}

/** Filters by privacy. Each one shows how many of the websites that match the search it leaves. */
export function PrivacyChips() {
  const { list, parts, route, sums } = useList();
  const { filter } = route.query;
  const counts = list.state.view?.shown.counts.privacy;
  const offered = new Set(parts.flatMap(({ connection }) => traitsOf(connection.kind).privacy));
  if (!counts || !offered.size) return null;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const kinds = (Object.keys(privacies) as PrivacyKind[]).flatMap((kind): Chip[] => {
    const { icon, value } = privacies[kind];
    const count = counts.get(kind) ?? 0;
    const isShown = value === undefined ? count || filter === kind : offered.has(value);
    return isShown
      ? [{ kind, icon, label: value === undefined ? t('manage.unknown') : privacyText(value), count }]
      : [];
  });
  const chips: Chip[] = [{ kind: 'all', label: t('manage.all'), count: all }, ...kinds];
  return (
    <fieldset class="overview">
      <legend class="visually-hidden">{t('manage.privacy_counts')}</legend>
      {chips.map(({ kind, icon, label, count }) => (
        <button
          key={kind}
          type="button"
          class={`part ${kind} ${count ? '' : 'none'}`}
          aria-pressed={filter === kind}
          onClick={() => route.change({ filter: kind === filter ? 'all' : kind })}
        >
          {icon && <Icon name={icon} />}
          {label} <b>{countText(count, sums.isOpen)}</b>
        </button>
      ))}
    </fieldset>
  );
}
