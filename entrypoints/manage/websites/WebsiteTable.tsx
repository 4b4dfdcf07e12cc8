import { useMemo } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { t } from '@/lib/text/i18n.ts';
import { RecordTable } from '../list/RecordTable.tsx';
import { useList } from '../list/useListTab.ts';
import { type Act, described, websiteColumns } from './columns.tsx';
import { useVisits } from './visits.ts';

/** Returns a function from a row to the URL of the website's statistics. */
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

export function WebsiteTable({ act }: { act: Act }) {
  const { list, parts, names, sums } = useList();
  const { selection } = list.state;
  const statisticsUrl = useStatistics();
  const { hasVisits, onWindow, of } = useVisits();
  const connection = !!names;
  const privacy = parts.some(({ connection: { kind } }) => traitsOf(kind).privacy.length > 0);
  const link = sums.hasLinks;
  const columns = useMemo(
    () => websiteColumns({ connection, privacy, visit: hasVisits, link }, act),
    [connection, privacy, hasVisits, link, act],
  );
  return (
    <RecordTable
      label={t('manage.tab_websites')}
      columns={columns}
      more={(row) => ({ statisticsUrl, ...of(row) })}
      isMany
      look={({ key }, nameId) => ({
        class: selection.has(key) ? 'selected' : undefined,
        'aria-selected': selection.has(key),
        'aria-describedby': described(nameId),
      })}
      onWindow={onWindow}
    />
  );
}
