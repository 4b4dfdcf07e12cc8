import { useCallback, useId, useMemo } from 'preact/hooks';
import type { Project } from '@/lib/services/index.ts';
import { type DateText, dateTexts } from '@/lib/text/dates.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { IconButton } from '../IconButton.tsx';
import { CreatedCell } from '../list/CreatedCell.tsx';
import { LinkStatus } from '../list/LinkStatus.tsx';
import { ReadOnly } from '../list/ReadOnly.tsx';
import { RecordsPage } from '../list/RecordsPage.tsx';
import { type Column, Table } from '../list/Table.tsx';
import type { TabProps } from '../tab.ts';
import { useProjects } from './useProjects.ts';

interface ProjectRowProps {
  row: Row<Project>;
  linked: boolean | undefined;
  day: DateText | undefined;
  onDelete: (key: string) => void;
}

function Score({ value }: { value: number | undefined }) {
  if (value === undefined) return <>{t('manage.not_reported')}</>;
  return <>{numberText(value)}</>;
}

/** One SEO project. */
function ProjectRow({ row, linked, day, onDelete }: ProjectRowProps) {
  const { record, key, name, ascii } = row;
  const { locked } = record;
  const shown = name || t('manage.no_name');
  const nameId = useId();
  return (
    <tr data-key={key} tabIndex={-1} aria-labelledby={nameId}>
      <th scope="row" class="name" id={nameId} title={ascii}>
        <bdi>{shown}</bdi>
      </th>
      <td class={`reports ${record.reports === undefined ? 'unreported' : ''}`} data-label={t('manage.reports')}>
        <Score value={record.reports} />
      </td>
      <td class={`score ${record.result === undefined ? 'unreported' : ''}`} data-label={t('manage.score')}>
        <Score value={record.result} />
      </td>
      <td class="link" data-label={t('manage.website')}>
        <LinkStatus linked={linked} />
      </td>
      <CreatedCell day={day} />
      <td class="actions">
        {locked ? (
          <ReadOnly locked={locked} />
        ) : (
          <IconButton
            icon="trash"
            risky
            tabIndex={-1}
            title={t('manage.delete')}
            label={t('manage.delete_of', { name: shown })}
            onClick={() => onDelete(key)}
          />
        )}
      </td>
    </tr>
  );
}

/** Every project of the SEO service. */
export function ProjectsTab(props: TabProps) {
  const records = useProjects(props);
  const { list, shown, links, onDelete } = records;
  const dayOf = useMemo(() => dateTexts(language()), []);
  const linked = links?.linked;
  const columns: Column[] = [
    { name: 'name', label: t('manage.name'), sortKey: 'project' },
    { name: 'reports', label: t('manage.reports') },
    { name: 'score', label: t('manage.score') },
    { name: 'link', label: t('manage.website') },
    { name: 'created', label: t('manage.created'), sortKey: 'created_at' },
    { name: 'actions', label: <span class="visually-hidden">{t('manage.actions')}</span> },
  ];
  const renderRow = useCallback(
    (row: Row<Project>) => (
      <ProjectRow row={row} linked={linked?.(row.host)} day={dayOf(row.record.created_at)} onDelete={onDelete} />
    ),
    [linked, dayOf, onDelete],
  );
  return (
    <RecordsPage {...props} records={records}>
      <Table
        kind="projects"
        label={t('manage.tab_projects')}
        columns={columns}
        route={props.route}
        list={list}
        rows={shown}
        renderRow={renderRow}
      />
    </RecordsPage>
  );
}
