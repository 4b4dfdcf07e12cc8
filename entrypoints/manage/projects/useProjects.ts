import { useCallback, useMemo, useRef } from 'preact/hooks';
import { ask } from '@/lib/messages/ask.ts';
import type { Project } from '@/lib/services/index.ts';
import { changedProjects, projectRows } from '@/lib/websites/rows.ts';
import { focusRow, neighbourOf } from '../list/focus.ts';
import { useChanges } from '../list/useChanges.ts';
import { useDelete } from '../list/useDelete.ts';
import { useExport } from '../list/useExport.ts';
import { useLinks } from '../list/useLinks.ts';
import { useList } from '../list/useList.ts';
import { useReportListRead } from '../list/useReportListRead.ts';
import type { TabProps } from '../tab.ts';

/** The listed projects and their actions. Only one is deleted at a time: services have been seen to delete more than was asked. */
export function useProjects({ account, route, start, listsRead, onListRead, say }: TabProps) {
  const { query } = route;
  const analytics = start.connection?.account;
  const { list, refresh, patch } = useList('projects.list', query, account);
  useReportListRead('projects', query, list, onListRead);
  const rows = useMemo(() => projectRows(list.items), [list.items]);
  const hosts = useMemo(() => rows.flatMap(({ host }) => host ?? []), [rows]);
  const onWebsitesRead = useCallback(
    (now: TabProps['listsRead']['websites']) => onListRead('websites', now),
    [onListRead],
  );
  const links = useLinks('websites', analytics, hosts, listsRead.websites, onWebsitesRead);
  const shown = rows.filter(({ host }) => query.link === 'all' || links.linked(host) === (query.link === 'linked'));
  const exporting = useExport('projects', query, list.items, account);
  useChanges(account, (change) => patch((items) => changedProjects(items, change)));
  useChanges(analytics, () => void links.look());

  const deletion = useDelete<Project>(({ project }) => ask('projects.delete', { project }, { account }), {
    onDeleted: (row, said) => {
      const next = neighbourOf(shown, row.key);
      patch((items) => changedProjects(items, { kind: 'project-gone', project: row.record.project }));
      say(said);
      // After the row has been removed from the page.
      requestAnimationFrame(() => focusRow(next));
    },
    say,
  });
  const remove = (key: string) => {
    const row = rows.find((one) => one.key === key);
    if (row && !row.record.locked) deletion.open(row);
  };
  const act = useRef({ remove });
  act.current = { remove };
  const enter = () => focusRow(shown[0]?.key);
  return {
    list,
    refresh,
    rows,
    shown,
    links,
    exporting,
    deletion,
    act,
    enter,
    paged: !!list.next || !!query.cursor,
  };
}
