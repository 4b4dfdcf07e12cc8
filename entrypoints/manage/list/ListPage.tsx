import type { ComponentChildren, VNode } from 'preact';
import { t } from '@/lib/text/i18n.ts';
import { ListDialogs } from './ListDialogs.tsx';
import { ListRows } from './ListRows.tsx';
import { ListProblems, Reading } from './Notes.tsx';
import { Select } from './Select.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ListProvider, type ListTab, useList } from './useListTab.ts';

/**
 * Shows the filter for websites with or without a project (or, in the list of projects, for projects with or without a
 * website).
 */
function LinkFilter() {
  const { kind, route, sums } = useList();
  const other = kind === 'websites' ? 'project' : 'website';
  if (!sums.hasLinks) return null;
  return (
    <div class="linked">
      <Select
        label={t(kind === 'websites' ? 'manage.project' : 'manage.website')}
        value={route.query.link}
        options={[
          { value: 'all', label: t('manage.any') },
          { value: 'linked', label: t(`manage.with_${other}`) },
          { value: 'unlinked', label: t(`manage.without_${other}`) },
        ]}
        onChange={(link) => route.change({ link })}
      />
    </div>
  );
}

interface ListPageProps {
  tab: ListTab;
  /** The button that adds a record, shown in the toolbar and in place of an empty list. */
  add?: VNode;
  filters?: VNode | undefined;
  above?: VNode;
  children: ComponentChildren;
}

export function ListPage({ tab, add, filters, above, children }: ListPageProps) {
  return (
    <ListProvider value={tab}>
      <Toolbar>{add}</Toolbar>
      {above}
      <Reading />
      <ListProblems />
      {tab.list.state.rows.length > 0 && (
        <div class="filters">
          {filters}
          <LinkFilter />
        </div>
      )}
      <ListRows add={add}>{children}</ListRows>
      <ListDialogs />
    </ListProvider>
  );
}
