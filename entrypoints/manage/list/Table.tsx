import type { ComponentChildren } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { Body, type RenderRow } from './Body.tsx';

export interface Column {
  name: string;
  label: ComponentChildren;
  /** What the service sorts by for this column. */
  sortKey?: string;
}

export interface Sorting {
  sort_by: string;
  sort: 'asc' | 'desc';
}

interface TableProps<R> {
  kind: string;
  label: string;
  columns: readonly Column[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  rows: readonly R[];
  /** The same function as long as it would render the same. */
  renderRow: RenderRow<R>;
  /** Counts the answers: rows of a new one are rendered a few at a time. */
  load: number;
  /** How many rows an answer is expected to have, while there is none to show. */
  expected: number;
  state: 'loading' | 'refreshing' | 'ready';
}

function HeadCell({ column, sorting, onSort }: { column: Column } & Pick<TableProps<never>, 'sorting' | 'onSort'>) {
  const { name, label, sortKey } = column;
  if (!sortKey)
    return (
      <th scope="col" class={name}>
        {label}
      </th>
    );
  const current = sorting.sort_by === sortKey;
  const ascending = sorting.sort === 'asc';
  return (
    <th scope="col" class={name} aria-sort={current ? (ascending ? 'ascending' : 'descending') : 'none'}>
      <button
        type="button"
        class={`sort ${current ? sorting.sort : ''}`}
        onClick={() => onSort({ sort_by: sortKey, sort: current && !ascending ? 'asc' : current ? 'desc' : 'asc' })}
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

/** A list as a table: sortable heads, rows that follow each other into view, placeholders of the same height. */
export function Table<R extends { key: string }>(props: TableProps<R>) {
  const { kind, label, columns, rows, state, load } = props;
  const loading = state === 'loading';
  return (
    <table class={`list ${kind}`} aria-label={label} aria-busy={state !== 'ready'}>
      {loading && <caption class="visually-hidden">{t('manage.loading')}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.name} column={column} sorting={props.sorting} onSort={props.onSort} />
          ))}
        </tr>
      </thead>
      {loading ? (
        <tbody>
          <Skeleton columns={columns} count={props.expected} />
        </tbody>
      ) : (
        <Body rows={rows} load={load} renderRow={props.renderRow} />
      )}
    </table>
  );
}
