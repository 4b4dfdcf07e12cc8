import { useCallback } from 'preact/hooks';
import type { Project } from '@/lib/services/index.ts';
import type { DateText } from '@/lib/text/dates.ts';
import { t } from '@/lib/text/i18n.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { type Column, type Sorting, Table } from '../list/Table.tsx';
import { ProjectRow } from './ProjectRow.tsx';

interface Props {
  rows: readonly Row<Project>[];
  linked: (host: string | undefined) => boolean | undefined;
  dayOf: (date: string | undefined) => DateText | undefined;
  onDelete: (key: string) => void;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  load: number;
  expected: number;
  state: 'loading' | 'refreshing' | 'ready';
}

/** The SEO projects as a table. */
export function ProjectTable(props: Props) {
  const { linked, dayOf, onDelete } = props;
  const columns: Column[] = [
    { name: 'name', label: t('manage.name'), sortKey: 'project' },
    { name: 'reports', label: t('manage.reports') },
    { name: 'score', label: t('manage.score') },
    { name: 'link', label: t('manage.website') },
    { name: 'created', label: t('manage.created'), sortKey: 'created_at' },
    { name: 'actions', label: <span class="visually-hidden">{t('manage.actions')}</span> },
  ];
  const renderRow = useCallback(
    (row: Row<Project>, index: number, slot: string) => (
      <ProjectRow
        key={slot}
        row={row}
        first={index === 0}
        linked={linked(row.host)}
        day={dayOf(row.record.created_at)}
        onDelete={onDelete}
      />
    ),
    [linked, dayOf, onDelete],
  );
  return <Table {...props} kind="projects" label={t('manage.tab_projects')} columns={columns} renderRow={renderRow} />;
}
