import { useCallback, useEffect, useMemo, useRef } from 'preact/hooks';
import { useTraits } from '@/components/useTraits.ts';
import type { Website } from '@/lib/services/index.ts';
import { dateTexts } from '@/lib/text/dates.ts';
import { language, t } from '@/lib/text/i18n.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { selectedOf } from '@/lib/websites/selection.ts';
import { type Column, Table } from '../list/Table.tsx';
import type { Route } from '../useRoute.ts';
import { flagFields, flagTexts } from './flagTexts.ts';
import type { Websites } from './useWebsites.ts';
import { WebsiteRow } from './WebsiteRow.tsx';

interface WebsiteTableProps {
  websites: Websites;
  route: Route;
}

interface SelectAllProps {
  rows: readonly Row<Website>[];
  selection: ReadonlyMap<string, unknown>;
  onSelectAll: (on: boolean) => void;
}

function SelectAll({ rows, selection, onSelectAll }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const selectable = rows.filter(({ record }) => !record.locked);
  const selected = selectedOf(selection, selectable);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected === 'some';
  }, [selected]);
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        tabIndex={-1}
        aria-label={t('manage.select_all')}
        checked={selected === 'all'}
        disabled={!selectable.length}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
    </label>
  );
}

/** The columns for which some services have no values. */
const optional = ['privacy', ...flagFields, 'link'];

/** The websites as a table. */
export function WebsiteTable({ websites, route }: WebsiteTableProps) {
  const { records, statisticsUrl, actions } = websites;
  const dayOf = useMemo(() => dateTexts(language()), []);
  const { list, shown, links } = records;
  const { selection, all } = websites.selection;
  /** Without an SEO service, the column is left out. */
  const linked = links?.linked;
  const { privacy, settings, sorts } = useTraits();
  const sortedBy = (sortKey: 'id' | 'domain') => (sorts.includes(sortKey) ? { sortKey } : {});
  const columns: Column[] = [
    { name: 'pick', label: <SelectAll rows={shown} selection={selection} onSelectAll={all} /> },
    { name: 'name', label: t('manage.domain'), ...sortedBy('domain') },
    ...(privacy.length ? [{ name: 'privacy', label: t('privacy.label') }] : []),
    ...flagFields.flatMap((name) => (settings.includes(name) ? [{ name, label: flagTexts[name].column() }] : [])),
    ...(linked ? [{ name: 'link', label: t('manage.project') }] : []),
    { name: 'created', label: t('manage.created'), ...sortedBy('id') },
    { name: 'actions', label: <span class="visually-hidden">{t('manage.actions')}</span> },
  ];
  const absent = optional.filter((name) => !columns.some((column) => column.name === name));
  const renderRow = useCallback(
    (row: Row<Website>) => (
      <WebsiteRow
        row={row}
        selected={selection.has(row.key)}
        hasLink={!!linked}
        linked={linked?.(row.host)}
        day={dayOf(row.record.created_at)}
        statisticsUrl={statisticsUrl}
        actions={actions}
      />
    ),
    [selection, linked, dayOf, statisticsUrl, actions],
  );
  return (
    <Table
      kind={`websites ${absent.map((name) => `no-${name}`).join(' ')}`}
      label={t('manage.tab_websites')}
      columns={columns}
      route={route}
      list={list}
      rows={shown}
      renderRow={renderRow}
    />
  );
}
