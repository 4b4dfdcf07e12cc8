import { useMemo } from 'preact/hooks';
import type { SlimRow } from '@/lib/records/slim.ts';
import { type DateText, dateTexts } from '@/lib/text/dates.ts';
import { language, numberText, t } from '@/lib/text/i18n.ts';
import { IconButton } from '../IconButton.tsx';
import { CreatedCell } from '../list/CreatedCell.tsx';
import { actionsColumn, sortedColumn } from '../list/heads.tsx';
import { LinkStatus } from '../list/LinkStatus.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { NotListed } from '../list/NotListed.tsx';
import { ReadOnly } from '../list/ReadOnly.tsx';
import { rowHeights } from '../list/rowHeights.ts';
import { useCalled, useList, useListTab } from '../list/useListTab.ts';
import { type Column, VirtualTable } from '../list/VirtualTable.tsx';
import type { ListTabProps } from '../tab.ts';
import { useNameIds } from '../websites/WebsiteRow.tsx';

interface ProjectCellsProps {
  row: SlimRow;
  nameId: string;
  called: string;
  connection: string | undefined;
  day: DateText | undefined;
  onDelete: (key: string) => void;
}

function Score({ name, label, value }: { name: string; label: string; value: number | undefined }) {
  return (
    <td class={`${name} ${value === undefined ? 'unreported' : ''}`} data-label={label}>
      {value === undefined ? t('manage.not_reported') : numberText(value)}
    </td>
  );
}

/** One SEO project. */
function ProjectCells({ row, nameId, called, connection, day, onDelete }: ProjectCellsProps) {
  const { key, name, locked, domain } = row;
  return (
    <>
      <th scope="row" class="name" id={nameId} title={domain}>
        <bdi>{name || t('manage.no_name')}</bdi>
        <NotListed row={row} />
      </th>
      {connection !== undefined && (
        <td class="connection" title={connection}>
          <bdi>{connection}</bdi>
        </td>
      )}
      <Score name="reports" label={t('manage.reports')} value={row.reports} />
      <Score name="score" label={t('manage.score')} value={row.score} />
      <td class="link">
        <LinkStatus linked={row.linked} />
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
            label={t('manage.delete_of', { name: called })}
            onClick={() => onDelete(key)}
          />
        )}
      </td>
    </>
  );
}

/** Every project of the SEO services. */
export function ProjectsTab(props: ListTabProps) {
  return (
    <ListPage tab={useListTab('projects', props)}>
      <ProjectTable />
    </ListPage>
  );
}

function ProjectTable() {
  const { list, rows, names, route, onDelete } = useList();
  const { state, send } = list;
  const dayOf = useMemo(() => dateTexts(language()), []);
  const nameId = useNameIds();
  const called = useCalled();
  const sorted = (name: string, key: string, label: string) => sortedColumn(route, name, key, label);
  const columns: Column[] = [
    sorted('name', 'project', t('manage.name')),
    ...(names ? [{ name: 'connection', content: t('options.connection') }] : []),
    sorted('reports', 'reports', t('manage.reports')),
    sorted('score', 'score', t('manage.score')),
    sorted('link', 'link', t('manage.website')),
    sorted('created', 'created_at', t('manage.created')),
    actionsColumn(),
  ];
  return (
    <VirtualTable
      kind={`projects ${names ? '' : 'no-connection'}`}
      label={t('manage.tab_projects')}
      columns={columns}
      count={rows.length}
      heights={(index) => rowHeights(rows[index])}
      keyOf={(index) => rows[index]?.key ?? ''}
      asked={JSON.stringify(state.view?.query)}
      grid={{ focus: state.focus, send: (event) => send({ type: 'grid', event }) }}
      look={(index) => ({ 'aria-labelledby': nameId(index) })}
      row={(index) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <ProjectCells
            row={row}
            nameId={nameId(index)}
            called={called(row)}
            connection={names && (names.get(row.account) ?? '')}
            day={dayOf(row.created)}
            onDelete={onDelete}
          />
        );
      }}
    />
  );
}
