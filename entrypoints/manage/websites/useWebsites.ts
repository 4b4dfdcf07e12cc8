import { useCallback, useMemo, useRef } from 'preact/hooks';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { passes, privacyCounts } from '@/lib/websites/privacyCounts.ts';
import { changedWebsites, type Row, websiteRows } from '@/lib/websites/rows.ts';
import { focusRow, neighbourOf } from '../list/focus.ts';
import { useChanges } from '../list/useChanges.ts';
import { useDelete } from '../list/useDelete.ts';
import { useExport } from '../list/useExport.ts';
import { useLinks } from '../list/useLinks.ts';
import { useList } from '../list/useList.ts';
import { useReportListRead } from '../list/useReportListRead.ts';
import { useSelection } from '../list/useSelection.ts';
import type { TabProps } from '../tab.ts';
import { useCreate } from './useCreate.ts';
import { useEdit } from './useEdit.ts';
import type { RowActions } from './WebsiteRow.tsx';

type WebsiteListRow = Row<Website>;

/** The listed websites and their actions. */
export function useWebsites({ serviceUrl, account, route, start, listsRead, onListRead, say }: TabProps) {
  const { query } = route;
  const { connection, preferences, defaults } = start;
  const seo = connection?.seoAccount;
  const { list, refresh, patch } = useList('websites.list', query, account);
  useReportListRead('websites', query, list, onListRead);
  const rows = useMemo(() => websiteRows(list.items), [list.items]);
  const counts = useMemo(() => privacyCounts(list.items), [list.items]);
  const hosts = useMemo(() => rows.flatMap(({ host }) => host ?? []), [rows]);
  const onProjectsRead = useCallback(
    (now: TabProps['listsRead']['projects']) => onListRead('projects', now),
    [onListRead],
  );
  const links = useLinks('projects', seo, hosts, listsRead.projects, onProjectsRead);
  const { linked } = links;
  const { filter, link } = query;
  const shown = useMemo(() => {
    const isLinkedAsWanted = (host: string | undefined) =>
      !seo || link === 'all' || linked(host) === (link === 'linked');
    return rows.filter(({ record, host }) => passes(record, filter) && isLinkedAsWanted(host));
  }, [rows, filter, link, linked, seo]);
  const selection = useSelection(shown.filter(({ record }) => !record.locked));
  const exporting = useExport('websites', query, list.items, account);

  const know = (website: Website, created = false) =>
    patch((items) => changedWebsites(items, { kind: 'website', created, website }, query));
  useChanges(account, (change) => {
    patch((items) => changedWebsites(items, change, query));
    if (change.kind === 'website-gone') selection.drop(change.id);
  });
  useChanges(seo, () => void links.look());
  // The row to focus is on the page only after the next render.
  const focusLater = (key: string | undefined) => void requestAnimationFrame(() => focusRow(key));
  const remove = (row: WebsiteListRow, said: string) => {
    const next = neighbourOf(shown, row.key);
    patch((items) => changedWebsites(items, { kind: 'website-gone', id: row.record.id }, query));
    selection.drop(row.key);
    say(said);
    focusLater(next);
  };

  const edit = useEdit(account, {
    onRead: know,
    onSaved: know,
    onGone: (row) => remove(row, t('popup.already_deleted', { domain: row.name })),
    say,
  });
  const deletion = useDelete<Website>(({ id, domain }) => ask('websites.delete', { id, domain }, { account }), {
    onDeleted: remove,
    say,
  });
  const creation = useCreate(account, defaults, {
    onCreated: (website, said) => {
      if (website) know(website, true);
      say(said);
      if (website) focusLater(website.id);
    },
    say,
  });

  // One object for the page's lifetime, so that rows do not rerender because of it.
  const act = useRef({ edit: edit.open, remove: deletion.open, toggle: selection.toggle, rows });
  act.current = { edit: edit.open, remove: deletion.open, toggle: selection.toggle, rows };
  const actions = useMemo<RowActions>(() => {
    const unlocked = (key: string, then: (row: WebsiteListRow) => void) => {
      const row = act.current.rows.find((one) => one.key === key);
      if (row && !row.record.locked) then(row);
    };
    return {
      onSelect: (key, on, extend) => unlocked(key, () => act.current.toggle(key, on, extend)),
      onEdit: (key) => unlocked(key, (row) => act.current.edit(row)),
      onDelete: (key) => unlocked(key, (row) => act.current.remove(row)),
    };
  }, []);
  const statisticsUrl = useCallback(
    ({ domain, id }: Website) =>
      domain ? fillUrl(preferences.statisticsUrl, { base_url: serviceUrl, domain, id }) : undefined,
    [serviceUrl, preferences.statisticsUrl],
  );
  const enter = () => focusRow(shown[0]?.key);

  return {
    seo,
    list,
    refresh,
    rows,
    shown,
    counts,
    links,
    selection,
    exporting,
    edit,
    deletion,
    creation,
    actions,
    statisticsUrl,
    enter,
    paged: !!list.next || !!query.cursor,
  };
}

export type Websites = ReturnType<typeof useWebsites>;
