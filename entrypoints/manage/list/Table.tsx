import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { memo } from './memo.ts';
import { onRowKey } from './rowKeys.ts';
import { useProgressiveCount } from './useProgressiveCount.ts';

interface Keyed {
  key: string;
}

type RenderRow<R> = (row: R, index: number, slot: string) => VNode;

interface BodyProps<R> {
  rows: readonly R[];
  /** Increases with every answer of the service. */
  load: number;
  /** The same function as long as it would render the same. */
  renderRow: RenderRow<R>;
}

/**
 * Keys for rows by their position. The rows of a new answer reuse the elements of the answer before, which is far
 * cheaper than creating new ones. Within one answer a row keeps its key.
 */
function useSlots<R extends Keyed>(rows: readonly R[], load: number): (row: R) => string {
  const slots = useRef({ load: -1, of: new Map<string, string>(), added: 0 });
  if (slots.current.load !== load)
    slots.current = { load, of: new Map(rows.map(({ key }, index) => [key, String(index)])), added: 0 };
  return ({ key }) => {
    const { current } = slots;
    const slot = current.of.get(key) ?? `+${current.added++}`;
    current.of.set(key, slot);
    return slot;
  };
}

/** Rows of the previous answer, shown in place of new ones that are not rendered yet. */
function useStandIns<R>(rows: readonly R[], load: number): readonly R[] {
  const kept = useRef({ load, rows, before: [] as readonly R[] });
  const { current } = kept;
  if (current.load !== load) kept.current = { load, rows, before: current.rows };
  else current.rows = rows;
  return kept.current.before;
}

/** The rows, rendered a few at a time, so that typing does not wait for 100 of them. */
const Body = memo(function Body<R extends Keyed>({ rows, load, renderRow }: BodyProps<R>) {
  const shown = useProgressiveCount(rows.length, load);
  const slotOf = useSlots(rows, load);
  const before = useStandIns(rows, load);
  // One array, because Preact would recreate a row that moves to another.
  const rendered = rows.slice(0, shown).map((row, index) => renderRow(row, index, slotOf(row)));
  for (let index = shown; index < rows.length; index++) {
    const standIn = before[index];
    if (standIn) rendered.push(renderRow(standIn, index, String(index)));
  }
  return (
    <tbody onKeyDown={onRowKey} aria-busy={shown < rows.length}>
      {rendered}
    </tbody>
  );
}) as unknown as <R extends Keyed>(props: BodyProps<R>) => VNode;

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
  /** Increases with every answer of the service; rows of a new one are rendered a few at a time. */
  load: number;
  /** Number of placeholder rows while loading. */
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

/** A list as a table with sortable columns, rows rendered a few at a time, and placeholders while loading. */
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
