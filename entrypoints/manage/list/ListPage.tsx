import type { ComponentChildren, VNode } from 'preact';
import { t } from '@/lib/text/i18n.ts';
import type { ListTabProps } from '../tab.ts';
import { Count } from './Count.tsx';
import { ListDialogs } from './ListDialogs.tsx';
import { ListFrame } from './ListFrame.tsx';
import { Select } from './Select.tsx';
import type { ListPart } from './state.ts';
import { shownParts } from './state.ts';
import { listSums } from './sums.ts';
import { Toolbar } from './Toolbar.tsx';
import type { ListTab } from './useListTab.ts';
import { type RecordList, useFollowed } from './useRecordList.ts';

const links = {
  websites: () => ({
    label: t('manage.project'),
    linked: t('manage.with_project'),
    unlinked: t('manage.without_project'),
  }),
  projects: () => ({
    label: t('manage.website'),
    linked: t('manage.with_website'),
    unlinked: t('manage.without_website'),
  }),
};

/** Keeps a connection's part of the list up to date as long as it is shown. */
function Followed({ list, part }: { list: RecordList; part: ListPart }) {
  useFollowed(list.list, part, list.held);
  return null;
}

interface ListPageProps extends Pick<ListTabProps, 'route'> {
  tab: ListTab;
  /** The button that adds a record, in the toolbar and in place of an empty list. */
  add?: VNode;
  /** The filters that only this kind of list has. */
  filters?: VNode | undefined;
  /** Between the toolbar and the list. */
  above?: VNode;
  /** The table. */
  children: ComponentChildren;
}

/** A tab with a list: toolbar, table in any state, and the dialogs to delete a record and to export. */
export function ListPage({ tab, route, add, filters, above, children }: ListPageProps) {
  const { kind, list, rows, deletion, exporting } = tab;
  const { state, send, parts } = list;
  const sums = listSums(state);
  const { label, linked, unlinked } = links[kind]();
  const hasLinks = shownParts(state).some((part) => part.links);
  return (
    <>
      {parts.map((part) => (
        <Followed key={part.service.account} list={list} part={part} />
      ))}
      <Toolbar
        value={route.query.search}
        onSearch={route.search}
        onDone={route.searchDone}
        onDown={() => send({ type: 'grid', event: { type: 'entered' } })}
        onExport={exporting.open}
        canExport={rows.length > 0}
        count={
          (state.rows.length > 0 || (sums.isWell && !sums.isLoading)) && (
            <Count
              kind={kind}
              shown={rows.length}
              all={state.rows.length}
              isOpen={sums.isOpen}
              whole={sums.whole}
              isReading={sums.isWanted}
              onRefresh={() => send({ type: 'refreshed' })}
            />
          )
        }
      >
        {add}
      </Toolbar>
      {above}
      <ListFrame
        kind={kind}
        route={route}
        list={list}
        add={add}
        filters={
          <>
            {filters}
            {hasLinks && (
              <div class="linked">
                <Select
                  label={label}
                  value={route.query.link}
                  options={[
                    { value: 'all', label: t('manage.any') },
                    { value: 'linked', label: linked },
                    { value: 'unlinked', label: unlinked },
                  ]}
                  onChange={(link) => route.change({ link })}
                />
              </div>
            )}
          </>
        }
      >
        {children}
      </ListFrame>
      <ListDialogs kind={kind} list={list} deletion={deletion} exporting={exporting} />
    </>
  );
}
