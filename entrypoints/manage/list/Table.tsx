import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import type { Route } from '../useRoute.ts';
import type { ListState } from './listState.ts';
import { memo } from './memo.tsx';
import { useRowIdentity } from './useRowIdentity.ts';
import { useTableKeys } from './useTableKeys.ts';

/** How many rows a slow machine can add in a frame; rows below the window are neither laid out nor painted. */
const stepAfter = (shown: number) => (shown < 24 ? 4 : 5);

/** How many of `count` rows to render now. Grows after every frame, so that a key press never waits for 100 rows; starts over with each `load`. */
function useProgressiveCount(count: number, load: string): number {
  const [grown, setGrown] = useState({ load, shown: stepAfter(0) });
  const shown = grown.load === load ? grown.shown : stepAfter(0);
  useEffect(() => {
    if (shown < count) setGrown({ load, shown: shown + stepAfter(shown) });
  }, [load, shown, count]);
  return Math.min(shown, count);
}

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
  /** Must be the same function as long as it renders the same. */
  renderRow: (row: R) => VNode;
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
        tabIndex={-1}
        class={`sort ${current ? sort : ''}`}
        onClick={() => route.change(current ? { sort: ascending ? 'desc' : 'asc' } : { sort_by: sortKey })}
      >
        {label}
        <Icon name="chevron" />
      </button>
    </th>
  );
}

/** More rows than any window shows. */
const maxPlaceholders = 30;

/** Reserves the table's final height, so that nothing below it moves while it fills. */
const heightOf = (rows: number | string) => ({ minBlockSize: `calc(${rows} * var(--row))` });

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

interface TableRowProps<R> {
  row: R;
  renderRow(row: R): VNode;
}

/**
 * Renders a row again only if it changed. Passing the same element again would do so, too, but an element that is kept
 * holds on to its first parent, and through it to the rows of every earlier page.
 */
const TableRow = memo(({ row, renderRow }: TableRowProps<unknown>) => renderRow(row));

/**
 * Renders a few more rows each time until all are there. The rows of a new answer reuse the previous answer's elements by
 * position, which is far cheaper than creating new ones; the old rows stay until it is their turn.
 */
function useRows<R extends Keyed>(rows: readonly R[], load: string, renderRow: (row: R) => VNode) {
  const shown = useProgressiveCount(rows.length, load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: within one answer, a row that moves keeps its element
  const positions = useMemo(() => new Map(rows.map(({ key }, index) => [key, `at ${index}`])), [load]);
  const last = useRef<(TableRowProps<R> & { key: string })[]>([]);
  const ready = rows.slice(0, shown).map((row) => ({ key: positions.get(row.key) ?? row.key, row, renderRow }));
  last.current = [...ready, ...last.current.slice(shown, rows.length)];
  return {
    rows: last.current.map(({ key, ...props }) => <TableRow key={key} {...props} />),
    busy: shown < rows.length,
  };
}

/** A list as a table with sortable columns, and placeholders while loading. */
export function Table<R extends Keyed>({ kind, label, columns, route, list, rows, renderRow }: TableProps<R>) {
  const { state, load } = list;
  const { filter, link, per_page } = route.query;
  const isLoading = state === 'loading';
  // A filter shows other rows, as an answer does.
  const answer = `${load} ${filter} ${link}`;
  const body = useRows(rows, answer, renderRow);
  const keys = useTableKeys({ keepsFocus: true });
  const identity = useRowIdentity(keys.ref, answer, body.busy);
  return (
    <table
      class={`list ${kind} ${state === 'problem' ? 'stale' : ''}`}
      aria-label={label}
      aria-busy={isLoading || state === 'refreshing'}
      {...keys}
      {...identity}
      onFocusIn={(event) => {
        keys.onFocusIn(event);
        identity.onFocusIn(event);
      }}
    >
      {isLoading && <caption class="visually-hidden">{t('manage.loading')}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.name} column={column} route={route} />
          ))}
        </tr>
      </thead>
      {isLoading ? (
        <tbody style={heightOf(`min(${per_page}, var(--placeholders, 100))`)}>
          <Skeleton columns={columns} count={Math.min(per_page, maxPlaceholders)} />
        </tbody>
      ) : (
        <tbody aria-busy={body.busy} style={body.busy ? heightOf(rows.length) : undefined}>
          {body.rows}
        </tbody>
      )}
    </table>
  );
}
