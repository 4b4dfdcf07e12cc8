import { useMemo } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { RecordTable } from '../list/RecordTable.tsx';
import { useList } from '../list/useListTab.ts';
import { described, type RowActions, websiteColumns } from './columns.tsx';
import { useVisits } from './visits.ts';

function SelectAll() {
  const { list, picked } = useList();
  const { selectable, selected } = picked;
  return (
    <label>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={t('addmany.select_all')}
        checked={selected > 0 && selected === selectable}
        disabled={!selectable}
        // Set on every render, because any click clears `indeterminate`, even if it does not change the selection.
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && selected < selectable;
        }}
        onChange={(event) => list.send({ type: 'selected-all', isOn: event.currentTarget.checked })}
      />
    </label>
  );
}

/** Returns a function that returns the URL of a website's statistics, built from the template of its connection. */
function useStatistics() {
  const { parts, start } = useList();
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

/** Shows the websites in a table with check boxes for the selection. */
export function WebsiteTable({ actions }: { actions: RowActions }) {
  const { list, parts, names, sums } = useList();
  const { state, send } = list;
  const statisticsUrl = useStatistics();
  const visits = useVisits();
  const connection = !!names;
  const privacy = parts.some(({ connection: { kind } }) => traitsOf(kind).privacy.length > 0);
  const link = sums.hasLinks;
  const visit = visits.hasVisits;
  const columns = useMemo(
    () => websiteColumns({ connection, privacy, visit, link }),
    [connection, privacy, visit, link],
  );
  return (
    <RecordTable
      label={t('manage.tab_websites')}
      columns={columns}
      more={(row) => ({ visit: visits.of(row), statisticsUrl: statisticsUrl(row), actions })}
      pick={{
        head: <SelectAll />,
        cell: ({ key, locked }, called) => (
          <td class="pick">
            <label>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={t('manage.select', { name: called })}
                checked={state.selection.has(key)}
                disabled={!!locked}
                onClick={({ currentTarget, shiftKey }) =>
                  send({ type: 'selected', key, isOn: currentTarget.checked, extends: shiftKey })
                }
              />
            </label>
          </td>
        ),
      }}
      look={({ key }, nameId) => ({
        class: state.selection.has(key) ? 'selected' : undefined,
        'aria-selected': state.selection.has(key),
        'aria-describedby': described(nameId),
      })}
      onWindow={visits.onWindow}
    />
  );
}
