import type { ComponentChildren, VNode } from 'preact';
import { t } from '@/lib/text/i18n.ts';
import { recordsText } from './Count.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ListProblem, Reading } from './Notes.tsx';
import { shownParts } from './state.ts';
import { useList } from './useListTab.ts';

interface ListFrameProps {
  filters: ComponentChildren;
  /** The button that adds a record, also shown in place of an empty list. */
  add?: VNode | undefined;
  /** The table. */
  children: ComponentChildren;
}

/** Shown if no record matches the search and the filters. */
function NonePass({ add }: Pick<ListFrameProps, 'add'>) {
  const { route } = useList();
  const { search, filter, tracking, link } = route.query;
  if (search && [filter, tracking, link].every((one) => one === 'all'))
    return (
      <EmptyState icon="search" title={t('popup.nothing_found', { search })} hint={t('manage.nothing_found_hint')}>
        <button type="button" class="button" onClick={() => route.change({ search: '' })}>
          {t('manage.clear_search')}
        </button>
        {add}
      </EmptyState>
    );
  return (
    <EmptyState icon="list" title={t('manage.none_match')}>
      <button
        type="button"
        class="button"
        onClick={() => route.change({ filter: 'all', tracking: 'all', link: 'all', search: '' })}
      >
        {t('manage.show_all')}
      </button>
    </EmptyState>
  );
}

/** More rows than any window shows. */
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

/** The replacement for a table without rows, once no more rows are expected. */
function NoRows({ add }: Pick<ListFrameProps, 'add'>) {
  const { kind, list, sums } = useList();
  if (list.state.rows.length) return sums.isSearched ? <NonePass add={add} /> : null;
  if (!sums.isWell) return null;
  if (!sums.isNone)
    return (
      <EmptyState icon="list" title={recordsText(kind, 0, true)}>
        <button type="button" class="button primary" onClick={() => list.send({ type: 'refreshed' })}>
          {t('manage.refresh')}
        </button>
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

/** A list in any state: failed, empty, loading or ready, with its filters and reading progress. */
export function ListFrame({ filters, add, children }: ListFrameProps) {
  const { list, sums, rows, parts } = useList();
  const { state, send } = list;
  const known = shownParts(state);
  return (
    <>
      {sums.reading && <Reading {...sums.reading} onStop={() => send({ type: 'stopped' })} />}
      {known.map((part, at) => {
        const of = parts[at];
        const retry = () => send({ type: 'retried', account: part.account });
        return of && <ListProblem key={part.account} part={part} of={of} isNamed={known.length > 1} onRetry={retry} />;
      })}
      {state.rows.length > 0 && filters && <div class="filters">{filters}</div>}
      {sums.isLoading ? <Skeleton /> : rows.length ? children : <NoRows add={add} />}
    </>
  );
}
