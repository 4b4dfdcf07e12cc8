import { worstFirst } from '@/lib/audit/look.ts';
import { t } from '@/lib/text/i18n.ts';
import { siteStateText } from '@/lib/text/siteLooks.ts';
import { countText } from '../list/Count.tsx';
import { Select } from '../list/Select.tsx';
import { useList } from '../list/useListTab.ts';

/** Filters the websites by the result of the last check. Renders nothing if none was checked. */
export function TrackingFilter() {
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
