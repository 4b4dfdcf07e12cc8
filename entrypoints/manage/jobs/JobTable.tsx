import { useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { t } from '@/lib/text/i18n.ts';
import { FilterChips } from '../FilterChips.tsx';
import { useGrid } from '../list/useGridKeys.ts';
import { type Heights, VirtualTable } from '../list/VirtualTable.tsx';
import { useConnections } from '../useConnections.ts';
import { doneText, itemTexts, placeText, serviceText, skippedText } from './jobTexts.ts';
import { type ItemFilter, useItems } from './useJobs.ts';

/** Returns the height of every row. Rows are low if none can have a reason of three lines or the place of its entry. */
const lowRow = (): Heights => [40, 84];
const highRow = (): Heights => [40, 116];

export function JobTable({ job }: { job: Job }) {
  const service = serviceText(job, useConnections());
  const { filter, onFilter, count, itemAt, onWindow } = useItems(job);
  const { counts, total } = job;
  const rows = useMemo(() => Array.from({ length: count }, (_, index) => ({ key: String(index) })), [count]);
  const grid = useGrid(rows);
  // A filter that would show no item is hidden, unless it is the chosen one.
  const filters: { value: ItemFilter; text: string; count: number }[] = [
    { value: 'all', text: t('manage.all'), count: total },
    { value: 'failed', text: t('addmany.item_failed'), count: counts.failed },
    { value: 'unknown', text: t('addmany.item_unknown'), count: counts.unknown ?? 0 },
    { value: 'done', text: doneText(job), count: counts.done },
    { value: 'skipped', text: skippedText(job.kind), count: counts.skipped },
    { value: 'open', text: t('addmany.item_waiting'), count: counts.waiting + counts.sending },
  ];
  return (
    <>
      <FilterChips
        label={t('addmany.filter')}
        chips={filters.filter(({ value, count }) => value === 'all' || count > 0 || value === filter)}
        value={filter}
        onChange={onFilter}
      />
      <VirtualTable
        classes="of-items"
        grid={grid}
        label={[t('addmany.items'), service].filter(Boolean).join(' · ')}
        heights={job.kind === 'create' || counts.failed ? highRow : lowRow}
        columns={[
          { name: 'site', label: t('addmany.column_site') },
          { name: 'outcome', label: t('addmany.column_outcome') },
          ...(job.kind === 'create' ? [{ name: 'read', label: t('addmany.column_read') }] : []),
        ]}
        row={(_, index) => <ItemCells kind={job.kind} item={itemAt(index)} />}
        empty={t('addmany.empty_filter')}
        onWindow={onWindow}
      />
    </>
  );
}

function ItemCells({ kind, item }: { kind: Job['kind']; item: Item | undefined }) {
  const { icon, text, detail } = item ? itemTexts(kind, item) : {};
  return (
    <>
      <td class="site" title={item?.key}>
        {item && <SiteName host={item.key} unicode={toUnicode(item.key)} />}
      </td>
      <td class={`outcome ${item?.state ?? ''}`} title={detail}>
        {icon && <Icon name={icon} />}
        <span>
          {text}
          {detail && <span class="hint">{detail}</span>}
        </span>
      </td>
      {kind === 'create' && (
        <td class="read">
          <span class="hint">{item?.from && placeText(item.from)}</span>
        </td>
      )}
    </>
  );
}
