import { useMemo } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { domainOf } from '@/lib/records/slim.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { CheckTracking } from '../audit/CheckTracking.tsx';
import { checkAgain } from '../audit/checkAgain.ts';
import { isPrivate } from '../audit/useStartAudit.ts';
import { ListPage } from '../list/ListPage.tsx';
import { listSums } from '../list/sums.ts';
import { useLatest } from '../list/useLatest.ts';
import { type ListTab, useListTab } from '../list/useListTab.ts';
import type { ListTabProps } from '../tab.ts';
import { Bulk, BulkJobs } from './Bulk.tsx';
import { PrivacyChips } from './PrivacyChips.tsx';
import { TrackingFilter } from './TrackingFilter.tsx';
import { useWebsiteForms } from './useWebsiteForms.ts';
import { unknownVisits } from './visits.ts';
import type { RowActions } from './WebsiteRow.tsx';
import { WebsiteSheets } from './WebsiteSheets.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

/** Checks the sites of one connection: the only one on the page, or the only one with selected sites. */
function CheckSites({ list, onStarted }: Pick<ListTab, 'list'> & { onStarted: (connection: string) => void }) {
  const { state, parts } = list;
  const selected = useMemo(() => [...state.selection.values()], [state.selection]);
  const [first] = selected;
  const isOne = selected.every(({ account }) => account === first?.account);
  const [only, ...others] = parts;
  const part = others.length
    ? isOne
      ? parts.find(({ service }) => service.account === first?.account)
      : undefined
    : only;
  const websites = useMemo(() => selected.map((row) => ({ id: row.id, domain: domainOf(row) })), [selected]);
  if (!part) return null;
  return (
    <CheckTracking
      serviceUrl={part.service.url}
      connection={part.connection.id}
      account={part.service.account}
      selected={websites}
      onStarted={() => onStarted(part.connection.id)}
      label={t('audit.check')}
      look="quiet"
    />
  );
}

/** How many rows come last because their last visit is unknown. */
function Unknown({ rows }: Pick<ListTab, 'rows'>) {
  const count = useMemo(() => unknownVisits(rows), [rows]);
  return count ? <p class="hint">{t('manage.visits_unknown', { count: numberText(count) })}</p> : null;
}

/** Every website of the services. */
export function WebsitesTab(props: ListTabProps) {
  const { route, start, drafts, say } = props;
  const tab = useListTab('websites', props);
  const { list, rows, rowOf, onDelete } = tab;
  const { state, send, parts } = list;
  const forms = useWebsiteForms({ list, drafts, start, say });
  const onSelect = useLatest((key: string, isOn: boolean, isLong: boolean) =>
    send({ type: 'selected', key, isOn, extends: isLong }),
  );
  const onEdit = useLatest((key: string) => {
    const row = rowOf(key);
    if (row) void forms.openEdit(row);
  });
  const check = useLatest((key: string) => {
    const row = rows.find((one) => one.key === key);
    if (row) void checkAgain(row.account, [{ id: row.id, domain: domainOf(row) }], say);
  });
  const onCheck = isPrivate() ? undefined : check;
  const actions = useMemo<RowActions>(
    () => ({ onSelect, onEdit, onDelete, onCheck }),
    [onSelect, onEdit, onDelete, onCheck],
  );
  const privacy = [...new Set(parts.flatMap(({ connection }) => traitsOf(connection.kind).privacy))];
  const first = parts.find(({ connection }) => connection.id === start.connection?.id) ?? parts[0];
  return (
    <>
      <BulkJobs />
      <ListPage
        tab={tab}
        route={route}
        add={
          <button type="button" class="button primary" onClick={() => first && forms.openCreate(first.service.account)}>
            <Icon name="plus" />
            {t('manage.add_website')}
          </button>
        }
        filters={
          <>
            {state.view && (
              <PrivacyChips
                counts={state.view.shown.counts.privacy as never}
                privacy={privacy}
                isOpen={listSums(state).isOpen}
                filter={route.query.filter}
                onChange={(filter) => route.change({ filter })}
              />
            )}
            {state.view && (
              <TrackingFilter
                counts={state.view.shown.counts.tracking}
                isOpen={listSums(state).isOpen}
                filter={route.query.tracking}
                onChange={(tracking) => route.change({ tracking })}
              />
            )}
            {route.query.sort_by === 'visit' && <Unknown rows={rows} />}
            <CheckSites list={list} onStarted={(connection) => route.openTab('tracking', connection)} />
          </>
        }
        above={<Bulk list={list} say={say} />}
      >
        <WebsiteTable list={list} route={route} start={start} actions={actions} />
      </ListPage>
      <WebsiteSheets list={list} forms={forms} start={start} />
    </>
  );
}
