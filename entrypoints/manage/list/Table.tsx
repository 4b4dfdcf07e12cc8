import { type ComponentChildren, Fragment, type VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Route } from '../useRoute.ts';
import { onRowKey } from './rowKeys.ts';
import type { ListState } from './useList.ts';
import { useProgressiveCount } from './useProgressiveCount.ts';

interface Keyed {
  key: string;
}

export interface Column {
  name: string;
  label: ComponentChildren;
  /** What the service sorts by for this column. */
  sortKey?: string;
}

interface TableProps<R> {
  /** Classes that lay the cells out. */
  kind: string;
  label: string;
  columns: readonly Column[];
  route: Route;
  list: ListState<unknown>;
  rows: readonly R[];
  /** The same function as long as it would render the same. */
  renderRow: (row: R, index: number) => VNode;
}

function HeadCell({ column, route }: { column: Column; route: Route }) {
  const { name, label, sortKey } = column;
  if (!sortKey)
    return (
      <th scope="col" class={name}>
        {label}
      </th>
    );
  const { sort_by, sort } = route.query;
  const current = sort_by === sortKey;
  const ascending = sort === 'asc';
  return (
    <th scope="col" class={name} aria-sort={current ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        class={`sort ${current ? sort : ''}`}
        onClick={() =>
          route.change({ sort_by: sortKey, sort: current && !ascending ? 'asc' : current ? 'desc' : 'asc' })
        }
      >
        {label}
        <Icon name="chevron" />
      </button>
    </th>
  );
}

function Skeleton({ columns, count }: { columns: readonly Column[]; count: number }) {
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it can have the focus
        <tr key={index} class="skeleton" aria-hidden="true">
          {columns.map(({ name }) => (
            <td key={name} class={name}>
              <i />
            </td>
          ))}
        </tr>
      ))}
    </>
  );
}

/**
 * The rows, a few more of them with every render until all are there. Those of a new answer take over the elements of the
 * answer before by their position, which is far cheaper than new ones; until their turn, the old ones stay.
 */
function useRows<R extends Keyed>(rows: readonly R[], load: number, renderRow: (row: R, index: number) => VNode) {
  const shown = useProgressiveCount(rows.length, load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: within one answer, a row that moves keeps its element
  const positions = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [load]);
  const rendered = useMemo(
    () =>
      rows.map((row, index) => <Fragment key={positions.get(row.key) ?? row.key}>{renderRow(row, index)}</Fragment>),
    [rows, positions, renderRow],
  );
  const last = useRef<VNode[]>([]);
  last.current = [...rendered.slice(0, shown), ...last.current.slice(shown, rows.length)];
  return { rows: last.current, busy: shown < rows.length };
}

/** A list as a table with sortable columns, and placeholders while loading. */
export function Table<R extends Keyed>({ kind, label, columns, route, list, rows, renderRow }: TableProps<R>) {
  const { state, load } = list;
  const isLoading = state === 'loading';
  const body = useRows(rows, load, renderRow);
  return (
    <table class={`list ${kind}`} aria-label={label} aria-busy={state === 'loading' || state === 'refreshing'}>
      {isLoading && <caption class="visually-hidden">{t('manage.loading')}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.name} column={column} route={route} />
          ))}
        </tr>
      </thead>
      {isLoading ? (
        <tbody>
          <Skeleton columns={columns} count={route.query.per_page} />
        </tbody>
      ) : (
        <tbody onKeyDown={onRowKey} aria-busy={body.busy} style={{ minBlockSize: `calc(${rows.length} * var(--row))` }}>
          {body.rows}
        </tbody>
      )}
    </table>
  );
}
