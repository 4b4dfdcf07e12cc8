import { useMemo } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { dateTexts } from '@/lib/text/dates.ts';
import { language, t } from '@/lib/text/i18n.ts';
import { actionsColumn, sortedColumn } from '../list/heads.tsx';
import { rowHeights } from '../list/rowHeights.ts';
import { shownParts } from '../list/state.ts';
import { useCalled, useList } from '../list/useListTab.ts';
import type { RecordList } from '../list/useRecordList.ts';
import { type Column, VirtualTable } from '../list/VirtualTable.tsx';
import type { ManageStart } from '../useStart.ts';
import { useVisits } from './visits.ts';
import { described, type RowActions, useNameIds, WebsiteCells } from './WebsiteRow.tsx';

interface SelectAllProps {
  rows: readonly SlimRow[];
  selection: ReadonlyMap<string, SlimRow>;
  onSelectAll: (on: boolean) => void;
}

function SelectAll({ rows, selection, onSelectAll }: SelectAllProps) {
  const [selectable, selected] = useMemo(() => {
    const open = rows.filter(({ locked, notListed }) => !locked && notListed === undefined);
    return [open.length, open.filter(({ key }) => selection.has(key)).length];
  }, [rows, selection]);
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('addmany.select_all')}
        checked={selected > 0 && selected === selectable}
        disabled={!selectable}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < selectable;
        }}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
    </label>
  );
}

/** The address of the statistics of a row's website, by the template of its connection. */
function useStatistics(parts: RecordList['parts'], start: ManageStart) {
  return useMemo(() => {
    const templates = new Map(
      parts.map(({ connection, service }) => [
        service.account,
        { template: start.of(connection.id).preferences.statisticsUrl, base_url: service.url },
      ]),
    );
    return (row: SlimRow): string | undefined => {
      const of = templates.get(row.account);
      const domain = domainOf(row);
      return of && domain ? fillUrl(of.template, { base_url: of.base_url, domain, id: row.id }) : undefined;
    };
  }, [parts, start]);
}

/** The columns for which some services have no values. */
const optional = ['connection', 'privacy', 'visit', 'link'];

/** The websites as a table. */
export function WebsiteTable({ actions }: { actions: RowActions }) {
  const { list, route, start, rows, parts, names } = useList();
  const { state, send } = list;
  const dayOf = useMemo(() => dateTexts(language()), []);
  const nameId = useNameIds();
  const called = useCalled();
  const statisticsUrl = useStatistics(parts, start);
  const hasPrivacy = parts.some(({ connection }) => traitsOf(connection.kind).privacy.length > 0);
  const hasLink = shownParts(state).some(({ links }) => links);
  const visits = useVisits(list, rows);
  const sorted = (name: string, key: string, label: string) => sortedColumn(route, name, key, label);
  const columns: Column[] = [
    {
      name: 'pick',
      content: (
        <SelectAll
          rows={rows}
          selection={state.selection}
          onSelectAll={(isOn) => send({ type: 'selected-all', isOn })}
        />
      ),
    },
    sorted('name', 'domain', t('manage.domain')),
    ...(names ? [{ name: 'connection', content: t('options.connection') }] : []),
    ...(hasPrivacy ? [sorted('privacy', 'privacy', t('privacy.label'))] : []),
    sorted('tracking', 'tracking', t('audit.tab')),
    ...(visits.hasVisits ? [sorted('visit', 'visit', t('manage.last_visit'))] : []),
    ...(hasLink ? [sorted('link', 'link', t('manage.project'))] : []),
    sorted('created', 'id', t('manage.created')),
    actionsColumn(),
  ];
  const absent = optional.filter((name) => !columns.some((column) => column.name === name));
  return (
    <VirtualTable
      kind={`websites ${absent.map((name) => `no-${name}`).join(' ')}`}
      label={t('manage.tab_websites')}
      columns={columns}
      count={rows.length}
      heights={(index) => rowHeights(rows[index])}
      keyOf={(index) => rows[index]?.key ?? ''}
      asked={JSON.stringify(state.view?.query)}
      onWindow={visits.onWindow}
      grid={{ focus: state.focus, send: (event) => send({ type: 'grid', event }) }}
      isMany
      look={(index) => {
        const key = rows[index]?.key ?? '';
        const isSelected = state.selection.has(key);
        return {
          class: isSelected ? 'selected' : undefined,
          'aria-selected': isSelected,
          'aria-labelledby': nameId(index),
          'aria-describedby': described(nameId(index)),
        };
      }}
      row={(index) => {
        const row = rows[index];
        return (
          row && (
            <WebsiteCells
              row={row}
              selected={state.selection.has(row.key)}
              nameId={nameId(index)}
              called={called(row)}
              connection={names && (names.get(row.account) ?? '')}
              hasPrivacy={hasPrivacy}
              hasLink={hasLink}
              visit={visits.hasVisits ? visits.of(row) : undefined}
              day={dayOf(row.created)}
              statisticsUrl={statisticsUrl(row)}
              actions={actions}
            />
          )
        );
      }}
    />
  );
}
