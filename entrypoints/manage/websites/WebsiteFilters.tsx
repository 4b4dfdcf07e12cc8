import { useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { worstFirst } from '@/lib/audit/look.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { privacyText } from '@/lib/text/problems.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import type { PrivacyKind } from '@/lib/websites/privacyKind.ts';
import type { PrivacyFilter } from '@/lib/websites/query.ts';
import { CheckTracking } from '../audit/CheckTracking.tsx';
import { FilterChips } from '../FilterChips.tsx';
import { countText } from '../list/Count.tsx';
import { Select } from '../list/Select.tsx';
import { useList } from '../list/useListTab.ts';
import { ShownConnectionProvider } from '../useConnections.ts';
import { privacies } from './columns.tsx';
import { unknownVisits } from './visits.ts';

function PrivacyChips() {
  const { list, parts, route, sums } = useList();
  const { filter } = route.query;
  const counts = list.state.view?.shown.counts.privacy;
  const offered = new Set(parts.flatMap(({ connection }) => traitsOf(connection.kind).privacy));
  if (!counts || !offered.size) return null;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const kinds = (Object.keys(privacies) as PrivacyKind[]).flatMap((kind) => {
    const { icon, value } = privacies[kind];
    const count = counts.get(kind) ?? 0;
    const isShown = value === undefined ? count || filter === kind : offered.has(value);
    return isShown ? [{ value: kind, sign: <Icon name={icon} />, text: privacyText(value), count }] : [];
  });
  return (
    <FilterChips<PrivacyFilter>
      label={t('manage.privacy_counts')}
      chips={[{ value: 'all', text: t('manage.all'), count: all }, ...kinds]}
      value={filter}
      isOpen={sums.isOpen}
      onChange={(kind) => route.change({ filter: kind })}
    />
  );
}

function TrackingFilter() {
  const { list, route, sums } = useList();
  const filter = route.query.tracking;
  const counts = list.state.view?.shown.counts.tracking;
  if (!counts) return null;
  const found = [...worstFirst, 'unchecked' as const].filter((state) => counts.get(state) || state === filter);
  if (filter === 'all' && found.every((state) => state === 'unchecked')) return null;
  const text = (state: (typeof found)[number]) =>
    state === 'unchecked' ? t('manage.not_checked') : siteStateText(state);
  return (
    <div class="linked">
      <Select
        label={t('audit.tab')}
        value={filter}
        options={[
          { value: 'all', label: t('manage.any') },
          ...found.map((state) => ({
            value: state,
            label: `${text(state)} (${countText(counts.get(state) ?? 0, sums.isOpen)})`,
          })),
        ]}
        onChange={(tracking) => route.change({ tracking })}
      />
    </div>
  );
}

function Unknown() {
  const { rows, route } = useList();
  const isByVisit = route.query.sort_by === 'visit';
  const count = useMemo(() => (isByVisit ? unknownVisits(rows) : 0), [isByVisit, rows]);
  return count ? <p class="hint">{t('manage.visits_unknown', { count: numberText(count) })}</p> : null;
}

/**
 * Shows the button that checks the sites of one connection. If the page shows several connections, renders nothing
 * unless all selected websites belong to the same one.
 */
function CheckSites() {
  const { picked, parts, route } = useList();
  const [batch, ...others] = picked.batches;
  const part = parts.length === 1 ? parts[0] : others.length ? undefined : batch?.part;
  if (!part) return null;
  return (
    <ShownConnectionProvider value={{ serviceUrl: part.service.url }}>
      <CheckTracking
        connection={part.connection.id}
        account={part.service.account}
        selected={batch?.rows ?? []}
        onStarted={() => route.openTab('tracking', part.connection.id)}
        label={t('audit.check')}
        look="quiet"
      />
    </ShownConnectionProvider>
  );
}

export const WebsiteFilters = () => (
  <>
    <PrivacyChips />
    <TrackingFilter />
    <Unknown />
    <CheckSites />
  </>
);
