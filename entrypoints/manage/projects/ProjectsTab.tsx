import { useCallback, useMemo } from 'preact/hooks';
import { dateTexts } from '@/lib/text/dates.ts';
import { language, t } from '@/lib/text/i18n.ts';
import { confirms } from '@/lib/websites/rows.ts';
import { DeleteDialog } from '../list/DeleteDialog.tsx';
import { ExportDialog } from '../list/ExportDialog.tsx';
import { LinkFilterBar } from '../list/LinkFilterBar.tsx';
import { ListFrame } from '../list/ListFrame.tsx';
import { Toolbar } from '../list/Toolbar.tsx';
import { pages } from '../pages.ts';
import type { TabProps } from '../tab.ts';
import { ProjectTable } from './ProjectTable.tsx';
import { useProjects } from './useProjects.ts';

/** Every project of the SEO service. */
export function ProjectsTab(props: TabProps) {
  const { route, serviceUrl } = props;
  const { query } = route;
  const projects = useProjects(props);
  const { list, rows, shown, links, deletion, exporting } = projects;
  const { deleting } = deletion;
  const dayOf = useMemo(() => dateTexts(language()), []);
  const onDelete = useCallback((key: string) => projects.act.current.remove(key), [projects.act]);
  const fixes = { onSettings: pages.settings, onAccess: () => void pages.access(serviceUrl) };
  return (
    <>
      <Toolbar
        kind="projects"
        query={query}
        onChange={route.change}
        onSearch={route.search}
        onSearchDone={route.searchDone}
        onIntoTable={projects.enter}
        onRefresh={projects.refresh}
        onExport={exporting.open}
        canExport={list.items.length > 0}
      />
      <ListFrame
        kind="projects"
        route={route}
        list={list}
        names={rows}
        shown={shown.length}
        serviceUrl={serviceUrl}
        onRetry={projects.refresh}
        filters={
          <LinkFilterBar
            label={t('manage.website')}
            options={{ linked: t('manage.with_website'), unlinked: t('manage.without_website') }}
            filter={query.link}
            coverage={links.coverage}
            onFilter={(link) => route.change({ link })}
            onCheck={links.check}
            onStop={links.stop}
          />
        }
      >
        {(state) => (
          <ProjectTable
            rows={shown}
            linked={links.linked}
            dayOf={dayOf}
            onDelete={onDelete}
            sorting={query}
            onSort={route.change}
            load={list.load}
            expected={query.per_page}
            state={state}
          />
        )}
      </ListFrame>
      {deleting && (
        <DeleteDialog
          title={t('manage.delete_project_title', { name: deleting.row.name })}
          warning={t('manage.delete_project_warning', { name: deleting.row.name })}
          wanted={deleting.row.name}
          confirms={(typed) => confirms(typed, deleting.row)}
          busy={deleting.busy}
          problem={deleting.problem}
          onDelete={deletion.run}
          onClose={deletion.close}
          {...fixes}
        />
      )}
      {exporting.exporting && (
        <ExportDialog
          listed={list.items.length}
          total={list.total}
          pages={projects.paged}
          exporting={exporting.exporting}
          onExport={exporting.run}
          onClose={exporting.close}
          onSettings={pages.settings}
        />
      )}
    </>
  );
}
