import { Icon } from '@/components/Icon.tsx';
import { SiteName } from '@/components/SiteName.tsx';
import { toUnicode } from '@/lib/hosts/punycode.ts';
import type { Item, ItemState, Job } from '@/lib/jobs/state.ts';
import { t } from '@/lib/text/i18n.ts';
import { Filters } from './Filters.tsx';
import { itemTexts } from './jobTexts.ts';
import { VirtualTable } from './VirtualTable.tsx';

export type ItemFilter = 'all' | 'failed' | 'done' | 'skipped' | 'open';

/** The states that a filter shows. */
export const statesOf: Record<Exclude<ItemFilter, 'all'>, readonly ItemState[]> = {
  failed: ['failed'],
  done: ['done'],
  skipped: ['skipped'],
  open: ['sending', 'waiting'],
};

interface Props {
  job: Job;
  filter: ItemFilter;
  onFilter: (filter: ItemFilter) => void;
  count: number;
  /** The item of a row, once it has been read. */
  itemAt: (index: number) => Item | undefined;
  onWindow: (first: number, last: number) => void;
}

/** Every site of a job and what became of it. */
export function JobTable({ job, filter, onFilter, count, itemAt, onWindow }: Props) {
  const { counts, total } = job;
  return (
    <>
      <Filters
        label={t('addmany.filter')}
        value={filter}
        onChange={onFilter}
        filters={[
          { key: 'all', text: t('addmany.all'), count: total },
          { key: 'failed', text: t('addmany.item_failed'), count: counts.failed },
          { key: 'done', text: t('addmany.item_created'), count: counts.done },
          { key: 'skipped', text: t('addmany.item_skipped'), count: counts.skipped },
          { key: 'open', text: t('addmany.item_waiting'), count: counts.waiting + counts.sending },
        ]}
      />
      <VirtualTable
        kind="of-items"
        label={t('addmany.items')}
        count={count}
        heights={[48, 76]}
        columns={[
          { name: 'site', content: t('addmany.column_site') },
          { name: 'outcome', content: t('addmany.column_outcome') },
        ]}
        row={(index) => <Cells item={itemAt(index)} />}
        keyOf={(index) => index}
        empty={t('addmany.empty_filter')}
        onWindow={onWindow}
      />
    </>
  );
}

function Cells({ item }: { item: Item | undefined }) {
  if (!item)
    return (
      <>
        <td class="site" />
        <td class="outcome" />
      </>
    );
  const { icon, text, detail } = itemTexts(item);
  return (
    <>
      <td class="site" title={item.key}>
        <SiteName host={item.key} unicode={toUnicode(item.key)} />
      </td>
      <td class={`outcome ${item.state}`} title={detail}>
        {icon && <Icon name={icon} />}
        <span>
          {text}
          {detail && <bdi class="hint">{detail}</bdi>}
        </span>
      </td>
    </>
  );
}
