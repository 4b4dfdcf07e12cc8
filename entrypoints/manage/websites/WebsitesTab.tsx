import { useMemo } from 'preact/hooks';
import { domainOf, type SlimRow } from '@/lib/records/slim.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { CheckTracking } from '../audit/CheckTracking.tsx';
import { checkAgain } from '../audit/checkAgain.ts';
import { isPrivate } from '../audit/useStartAudit.ts';
import { Button } from '../Button.tsx';
import { ListPage } from '../list/ListPage.tsx';
import { useLatest } from '../list/useLatest.ts';
import { useList, useListTab } from '../list/useListTab.ts';
import type { ListTabProps } from '../tab.ts';
import { Bulk, BulkJobs } from './Bulk.tsx';
import type { RowActions } from './columns.tsx';
import { PrivacyChips } from './PrivacyChips.tsx';
import { TrackingFilter } from './TrackingFilter.tsx';
import { useWebsiteForms } from './useWebsiteForms.ts';
import { unknownVisits } from './visits.ts';
import { WebsiteSheets } from './WebsiteSheets.tsx';
import { WebsiteTable } from './WebsiteTable.tsx';

/** Checks the sites of one connection: the only one on the page, or the only one with selected sites. */
function CheckSites() {
  const { list, parts, route } = useList();
  const { selection } = list.state;
  const selected = useMemo(() => [...selection.values()], [selection]);
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
      onStarted={() => route.openTab('tracking', part.connection.id)}
      label={t('audit.check')}
      look="quiet"
    />
  );
}

/** How many rows come last because their last visit is unknown. */
function Unknown() {
  const { rows, route } = useList();
  const isByVisit = route.query.sort_by === 'visit';
  const count = useMemo(() => (isByVisit ? unknownVisits(rows) : 0), [isByVisit, rows]);
  return count ? <p class="hint">{t('manage.visits_unknown', { count: numberText(count) })}</p> : null;
}

/** Every website of the services. */
export function WebsitesTab(props: ListTabProps) {
  const { start, say } = props;
  const tab = useListTab('websites', props);
  const { parts, onDelete } = tab;
  const forms = useWebsiteForms(tab);
  const onEdit = useLatest(forms.openEdit);
  const check = useLatest((row: SlimRow) => checkAgain(row.account, [{ id: row.id, domain: domainOf(row) }], say));
  const onCheck = isPrivate() ? undefined : check;
  const actions = useMemo<RowActions>(() => ({ onEdit, onDelete, onCheck }), [onEdit, onDelete, onCheck]);
  const first = parts.find(({ connection }) => connection.id === start.connection?.id) ?? parts[0];
  return (
    <>
      <BulkJobs />
      <ListPage
        tab={tab}
        add={
          <Button
            look="primary"
            icon="plus"
            label={t('manage.add_website')}
            onClick={() => first && forms.openCreate(first.service.account)}
          />
        }
        filters={
          <>
            <PrivacyChips />
            <TrackingFilter />
            <Unknown />
            <CheckSites />
          </>
        }
        above={
          <>
            <Bulk />
            <WebsiteSheets forms={forms} />
          </>
        }
      >
        <WebsiteTable actions={actions} />
      </ListPage>
    </>
  );
}
