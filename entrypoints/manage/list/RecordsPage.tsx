import type { ComponentChildren, VNode } from 'preact';
import { t } from '@/lib/text/i18n.ts';
import type { RecordKind } from '@/lib/websites/query.ts';
import { confirms } from '@/lib/websites/rows.ts';
import { pages } from '../pages.ts';
import type { Group } from '../tab.ts';
import type { Route } from '../useRoute.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { LinkFilterBar } from './LinkFilterBar.tsx';
import { ListFrame } from './ListFrame.tsx';
import { ListActions, Toolbar } from './Toolbar.tsx';
import type { Records } from './useRecords.ts';

const texts = {
  websites: {
    link: () => ({
      label: t('manage.project'),
      options: { linked: t('manage.with_project'), unlinked: t('manage.without_project') },
    }),
    deleting: (name: string) => ({
      title: t('manage.delete_title', { name }),
      warning: t('popup.delete_warning', { domain: name }),
    }),
  },
  projects: {
    link: () => ({
      label: t('manage.website'),
      options: { linked: t('manage.with_website'), unlinked: t('manage.without_website') },
    }),
    deleting: (name: string) => ({
      title: t('manage.delete_project_title', { name }),
      warning: t('manage.delete_project_warning', { name }),
    }),
  },
};

interface RecordsPageProps<K extends RecordKind> {
  records: Records<K>;
  route: Route;
  serviceUrl: string;
  group?: Group | undefined;
  /** What to do about an empty list; also in the toolbar. */
  add?: VNode;
  /** Filters of this kind alone. */
  filters?: VNode;
  /** Between the toolbar and the list. */
  above?: VNode;
  /** Shown beside the number of records. */
  beside?: ComponentChildren;
  /** The table. */
  children: ComponentChildren;
}

/** A tab with a list: toolbar, table in any state, and the dialogs to delete a record and to export. Several lists share the toolbar. */
export function RecordsPage<K extends RecordKind>(props: RecordsPageProps<K>) {
  const { records, route, serviceUrl, group, add, filters, above, ...rest } = props;
  const { kind, list, rows, links, deletion, exporting, exportable } = records;
  const { deleting } = deletion;
  const { link, deleting: deletingTexts } = texts[kind];
  const actions = (
    <ListActions
      onRefresh={records.refresh}
      onExport={exporting.open}
      canExport={exportable.listed > 0 || exportable.pages}
    >
      {add}
    </ListActions>
  );
  return (
    <>
      {group ? (
        <header class="group">
          <h2>
            <bdi>{group.name}</bdi>
          </h2>
          {actions}
        </header>
      ) : (
        <Toolbar kind={kind} route={route} onIntoTable={records.enter}>
          {actions}
        </Toolbar>
      )}
      {above}
      <ListFrame
        kind={kind}
        route={route}
        list={list}
        rows={rows}
        shown={records.shown.length}
        serviceUrl={serviceUrl}
        onRetry={records.refresh}
        add={add}
        pager={records.pager}
        isKept={records.isKept}
        isPart={records.isPart}
        onCheck={links && route.query.link !== 'all' && !links.coverage.complete ? links.check : undefined}
        filters={filters}
        beside={
          <>
            {links && (
              <LinkFilterBar
                {...link()}
                filter={route.query.link}
                coverage={links.coverage}
                isPart={records.isPart}
                onFilter={records.onLink}
                onCheck={links.check}
                onStop={links.stop}
              />
            )}
            {rest.beside}
          </>
        }
      >
        {rest.children}
      </ListFrame>
      {deleting && (
        <DeleteDialog
          {...deletingTexts(deleting.row.name)}
          wanted={deleting.row.name}
          confirms={(typed) => confirms(typed, deleting.row)}
          busy={deleting.busy}
          problem={deleting.problem}
          onDelete={deletion.run}
          onClose={deletion.close}
          onSettings={pages.settings}
          onAccess={() => void pages.access(serviceUrl)}
        />
      )}
      {exporting.exporting && (
        <ExportDialog
          {...exportable}
          exporting={exporting.exporting}
          onExport={exporting.run}
          onClose={exporting.close}
          onSettings={pages.settings}
        />
      )}
    </>
  );
}
