import { useMemo } from 'preact/hooks';
import type { SlimRow } from '@/lib/records/slim.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { ListPage } from '../list/ListPage.tsx';
import { ReadOnly } from '../list/ReadOnly.tsx';
import {
  actionsColumn,
  connectionColumn,
  createdColumn,
  DeleteButton,
  linkColumn,
  NotListed,
  type RecordColumn,
  RecordTable,
  type RowProps,
} from '../list/RecordTable.tsx';
import type { ListPart } from '../list/state.ts';
import { useLatest } from '../list/useLatest.ts';
import { useListTab } from '../list/useListTab.ts';
import { usePage } from '../usePage.ts';

const numberColumn = (name: 'reports' | 'score', label: string): RecordColumn<RowProps> => ({
  name,
  sortKey: name,
  label,
  cell: ({ row: { [name]: value } }) => (
    <td class={`${name} ${value === undefined ? 'unreported' : ''}`} data-label={label}>
      {value === undefined ? t('fields.not_reported') : numberText(value)}
    </td>
  ),
});

const projectColumns = (isMany: boolean, onDelete: (row: SlimRow) => void): RecordColumn<RowProps>[] => [
  {
    name: 'name',
    sortKey: 'project',
    label: t('manage.name'),
    cell: ({ row, nameId }) => (
      <th scope="row" class="name" id={nameId} title={row.domain}>
        <bdi>{row.name || t('manage.no_name')}</bdi>
        <NotListed row={row} />
      </th>
    ),
  },
  ...(isMany ? [connectionColumn()] : []),
  numberColumn('reports', t('manage.reports')),
  numberColumn('score', t('manage.score')),
  linkColumn(t('manage.website')),
  createdColumn('created_at'),
  actionsColumn(({ row, called }) =>
    row.locked ? <ReadOnly locked={row.locked} /> : <DeleteButton called={called} onClick={() => onDelete(row)} />,
  ),
];

export function ProjectsTab({ parts }: { parts: readonly ListPart[] }) {
  const tab = useListTab('projects', { ...usePage(), parts });
  const { names } = tab;
  const onDelete = useLatest(tab.deletion.open);
  const columns = useMemo(() => projectColumns(!!names, onDelete), [names, onDelete]);
  return (
    <ListPage tab={tab}>
      <RecordTable label={t('manage.tab_projects')} columns={columns} />
    </ListPage>
  );
}
