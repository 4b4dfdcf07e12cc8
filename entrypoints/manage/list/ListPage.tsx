import type { ComponentChildren, VNode } from 'preact';
import { Button } from '@/components/Button.tsx';
import { t } from '@/lib/text/i18n.ts';
import { recordsText } from './Count.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ListDialogs } from './ListDialogs.tsx';
import { ListProblems, Reading } from './Notes.tsx';
import { Select } from './Select.tsx';
import { Toolbar } from './Toolbar.tsx';
import { ListProvider, type ListTab, useList } from './useListTab.ts';

/**
 * Shows the filter for websites with or without a project or, in the list of projects, for projects with or without a
 * website.
 */
function LinkFilter() {
  const { kind, route, sums } = useList();
  const other = kind === 'websites' ? 'project' : 'website';
  if (!sums.hasLinks) return null;
  return (
    <div class="linked">
      <Select
        label={t(kind === 'websites' ? 'tracking.seo_label' : 'manage.website')}
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

interface AddProps {
  /** The button that adds a record, shown in the toolbar and in place of an empty list. */
  add?: VNode | undefined;
}

function ReadAll() {
  const { list, sums } = useList();
  if (sums.isWanted) return null;
  return <Button look="primary" label={t('manage.refresh')} onClick={() => list.send({ type: 'refreshed' })} />;
}

/**
 * Says that no record matches the search and the filters, and offers to clear them. If the stored list may be
 * incomplete, shows a count of `0+` instead, and also offers to read the whole list.
 */
function NonePass({ add }: AddProps) {
  const { kind, route, sums } = useList();
  const { search, filter, tracking, link } = route.query;
  const open = sums.isProved ? undefined : recordsText(kind, 0, true);
  if (search && [filter, tracking, link].every((one) => one === 'all'))
    return (
      <EmptyState
        icon="search"
        title={open ?? t('popup.nothing_found', { search })}
        hint={open ? undefined : t('manage.nothing_found_hint')}
      >
        {open && <ReadAll />}
        <Button label={t('manage.clear_search')} onClick={() => route.change({ search: '' })} />
        {add}
      </EmptyState>
    );
  return (
    <EmptyState icon="list" title={open ?? t('manage.none_match')}>
      {open && <ReadAll />}
      <Button
        label={t('manage.show_all')}
        onClick={() => route.change({ filter: 'all', tracking: 'all', link: 'all', search: '' })}
      />
    </EmptyState>
  );
}

const placeholders = 12;

function Skeleton() {
  return (
    <div class="skeletons" aria-busy="true">
      <p class="visually-hidden">{t('manage.loading')}</p>
      {Array.from({ length: placeholders }, (_, index) => (
        <div key={index} class="skeleton" aria-hidden="true">
          <i />
        </div>
      ))}
    </div>
  );
}

function NoRows({ add }: AddProps) {
  const { kind, list, sums } = useList();
  if (list.state.rows.length) return sums.isSearched ? <NonePass add={add} /> : null;
  if (!sums.isWell) return null;
  if (!sums.isNone)
    return (
      <EmptyState icon="list" title={recordsText(kind, 0, true)}>
        <ReadAll />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={kind === 'websites' ? 'globe' : 'chart'}
      title={t(kind === 'websites' ? 'manage.no_websites' : 'manage.no_projects')}
      hint={t(kind === 'websites' ? 'manage.no_websites_hint' : 'manage.no_projects_hint')}
    >
      {add}
    </EmptyState>
  );
}

export function ListRows({ add, children }: AddProps & { children: ComponentChildren }) {
  const { sums, rows } = useList();
  if (sums.isLoading) return <Skeleton />;
  return rows.length ? children : <NoRows add={add} />;
}

interface ListPageProps extends AddProps {
  tab: ListTab;
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
