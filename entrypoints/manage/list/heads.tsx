import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Route } from '../useRoute.ts';
import type { Column } from './VirtualTable.tsx';

/** The head of a column by which the list can be sorted. */
export function sortedColumn(
  { query, change }: Route,
  name: string,
  sortKey: string,
  label: ComponentChildren,
): Column {
  const isCurrent = query.sort_by === sortKey;
  const isAscending = query.sort === 'asc';
  return {
    name,
    sorted: isCurrent ? (isAscending ? 'ascending' : 'descending') : 'none',
    content: (
      <button
        type="button"
        tabIndex={-1}
        class={`sort ${isCurrent ? query.sort : ''}`}
        onClick={() => change(isCurrent ? { sort: isAscending ? 'desc' : 'asc' } : { sort_by: sortKey })}
      >
        {label}
        <Icon name="chevron" />
      </button>
    ),
  };
}

export const actionsColumn = (): Column => ({
  name: 'actions',
  content: <span class="visually-hidden">{t('manage.actions')}</span>,
});
