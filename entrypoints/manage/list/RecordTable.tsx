import { Component, type ComponentChildren, Fragment, type FunctionComponent, type VNode } from 'preact';
import { useId, useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import type { SlimRow } from '@/lib/records/slim.ts';
import { type DateText, dateTexts, momentText } from '@/lib/text/dates.ts';
import { language, t } from '@/lib/text/i18n.ts';
import { IconButton } from '../IconButton.tsx';
import type { Route } from '../useRoute.ts';
import { useCalled, useList } from './useListTab.ts';
import { type Column, type Heights, type RowLook, VirtualTable } from './VirtualTable.tsx';

export interface RowProps {
  row: SlimRow;
  /** The id of the element that names the row. */
  nameId: string;
  /** The name of the record, followed by the connection's name if several connections have a record with this name. */
  called: string;
  connection: string | undefined;
  /** The day on which the record was created, if its service reports that. */
  day: DateText | undefined;
}

export interface RecordColumn<P extends RowProps> extends Omit<Column, 'sorted'> {
  /** The value of `sort_by` in the URL for this column. Left out if the list cannot be sorted by this column. */
  sortKey?: string;
  cell: (props: P) => VNode;
}

export const connectionColumn = (): RecordColumn<RowProps> => ({
  name: 'connection',
  label: t('popup.connection'),
  cell: ({ nameId, connection }) => (
    <td class="connection" id={`${nameId}-connection`} title={connection}>
      <bdi>{connection}</bdi>
    </td>
  ),
});

/**
 * Makes the column that says whether a website has a project or, in the list of projects, whether a project has a
 * website. A cell says "not checked" if that is unknown.
 */
export const linkColumn = (label: string): RecordColumn<RowProps> => ({
  name: 'link',
  sortKey: 'link',
  label,
  cell: ({ row: { linked } }) => (
    <td class="link">
      {linked === undefined ? (
        <span class="cross unreported">{t('manage.not_checked')}</span>
      ) : (
        <span class={`cross ${linked ? 'yes' : 'no'}`}>
          {linked && <Icon name="check" />}
          {t(linked ? 'manage.yes' : 'manage.no')}
        </span>
      )}
    </td>
  ),
});

export const createdColumn = (sortKey: string): RecordColumn<RowProps> => ({
  name: 'created',
  sortKey,
  label: t('manage.created'),
  cell: ({ day }) => (
    <td class={`created ${day ? '' : 'unreported'}`} title={day?.moment}>
      {day?.day ?? t('fields.not_reported')}
    </td>
  ),
});

export const actionsColumn = <P extends RowProps>(cell: (props: P) => ComponentChildren): RecordColumn<P> => ({
  name: 'actions',
  label: <span class="visually-hidden">{t('manage.actions')}</span>,
  cell: (props) => <td class="actions">{cell(props)}</td>,
});

export const DeleteButton = ({ called, onClick }: { called: string; onClick: () => void }) => (
  <IconButton
    icon="trash"
    risky
    tabIndex={-1}
    title={t('manage.delete')}
    label={t('manage.delete_of', { name: called })}
    onClick={onClick}
  />
);

export function NotListed({ row: { notListed, replaced } }: { row: SlimRow }) {
  if (notListed === undefined) return null;
  const time = momentText(notListed);
  return (
    <p class="hint warn">{replaced ? t('manage.shown_as_of', { time }) : t('manage.not_listed', { date: time })}</p>
  );
}

function headOf<P extends RowProps>({ query, change }: Route, { name, sortKey, label }: RecordColumn<P>): Column {
  if (!sortKey) return { name, label };
  const isCurrent = query.sort_by === sortKey;
  const isAscending = query.sort === 'asc';
  return {
    name,
    sorted: isCurrent ? (isAscending ? 'ascending' : 'descending') : 'none',
    label: (
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

/** Makes a view render only if a prop changes, like `memo` of preact/compat but without the rest of that package. */
const memo = <P extends object>(View: FunctionComponent<P>) =>
  class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return (Object.keys(next) as (keyof P)[]).some((name) => next[name] !== this.props[name]);
    }
    override render() {
      return <View {...this.props} />;
    }
  };

/** The columns can belong to any type of record, so the additional props that their cells need are not listed here. */
const Cells = memo(({ columns, ...props }: RowProps & { columns: readonly RecordColumn<never>[] }) => (
  <>
    {columns.map(({ name, cell }) => (
      <Fragment key={name}>{cell(props as never)}</Fragment>
    ))}
  </>
));

/** The heights (see `Heights`) of rows with one and with two lines. On narrow pages, both are the same. */
const oneLine: Heights = [36, 92];
const twoLines: Heights = [44, 92];
const heightOf = ({ isTall }: SlimRow) => (isTall ? twoLines : oneLine);

/** The columns that some lists do not have. */
const optional = ['connection', 'privacy', 'visit', 'link'];

interface RecordTableProps<P extends RowProps> {
  label: string;
  /** Pass the same array until a column is added or removed: a new array renders all rows again. */
  columns: readonly RecordColumn<P>[];
  /** Returns the values that a row's cells need in addition to `RowProps`. */
  more?: (row: SlimRow) => Omit<P, keyof RowProps>;
  isMany?: boolean;
  look?: (row: SlimRow, nameId: string) => RowLook;
  onWindow?: ((first: number, last: number) => void) | undefined;
}

export function RecordTable<P extends RowProps>(props: RecordTableProps<P>) {
  const { label, columns, more, isMany, look, onWindow } = props;
  const { kind, list, grid, names, route } = useList();
  const dayOf = useMemo(() => dateTexts(language()), []);
  const called = useCalled();
  const table = useId();
  const nameId = (index: number) => `${table}-${index}`;
  const absent = optional.filter((name) => !columns.some((column) => column.name === name));
  return (
    <VirtualTable
      classes={`${kind} ${absent.map((name) => `no-${name}`).join(' ')}`}
      label={label}
      columns={columns.map((column) => headOf(route, column))}
      heights={heightOf}
      asked={JSON.stringify(list.state.view?.query)}
      onWindow={onWindow}
      grid={grid}
      isMany={isMany}
      look={(row, index) => ({ 'aria-labelledby': nameId(index), ...look?.(row, nameId(index)) })}
      row={(row, index) => (
        <Cells
          columns={columns}
          row={row}
          nameId={nameId(index)}
          called={called(row)}
          connection={names && (names.get(row.account) ?? '')}
          day={dayOf(row.created)}
          {...more?.(row)}
        />
      )}
    />
  );
}
