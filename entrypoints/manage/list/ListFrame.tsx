import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { type Kind, searchText } from '@/lib/websites/query.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { pages } from '../pages.ts';
import type { Route } from '../useRoute.ts';
import { EmptyState } from './EmptyState.tsx';
import { Pager, pageText } from './Pager.tsx';
import type { ListState } from './useList.ts';

interface ListProblemProps {
  problem: Problem;
  /** The service's address, for asking permission. */
  serviceUrl: string;
  onRetry: () => void;
}

/** Why the list could not be read, and what to do. */
function ListProblem({ problem, serviceUrl, onRetry }: ListProblemProps) {
  return (
    <div class="problem" role="alert">
      <ProblemNote
        problem={problem}
        onSettings={pages.settings}
        onAccess={() => void pages.access(serviceUrl).then((granted) => granted && onRetry())}
        onRetry={onRetry}
      />
    </div>
  );
}

interface ListFrameProps {
  kind: Kind;
  route: Route;
  list: ListState<unknown>;
  /** Everything the service listed. */
  rows: readonly Row<unknown>[];
  /** How many of them pass the filters. */
  shown: number;
  serviceUrl: string;
  onRetry: () => void;
  filters: ComponentChildren;
  /** What to do about an empty list. */
  add: VNode | undefined;
  /** The table. */
  children: ComponentChildren;
}

/** There are no records at all, or none that match the search. */
function EmptyList({ kind, route, add }: Pick<ListFrameProps, 'kind' | 'route' | 'add'>) {
  const { search } = route.query;
  if (search)
    return (
      <EmptyState icon="search" title={t('manage.nothing_found', { search })} hint={t('manage.nothing_found_hint')}>
        <button type="button" class="button" onClick={() => route.change({ search: '' })}>
          {t('manage.clear_search')}
        </button>
        {add}
      </EmptyState>
    );
  const isSites = kind === 'websites';
  return (
    <EmptyState
      icon={isSites ? 'globe' : 'chart'}
      title={t(isSites ? 'manage.no_websites' : 'manage.no_projects')}
      hint={t(isSites ? 'manage.no_websites_hint' : 'manage.no_projects_hint')}
    >
      {add}
    </EmptyState>
  );
}

/** Whether the service has ignored the search; the page then says so. */
function isIgnored(search: string, rows: ListFrameProps['rows']): boolean {
  const text = searchText(search).toLowerCase();
  return text !== '' && rows.some(({ name, ascii }) => !(ascii ?? name).toLowerCase().includes(text));
}

/** A list in any state: problem, empty, loading or ready, with its filters and pager. */
export function ListFrame({ route, list, rows, shown, children, ...props }: ListFrameProps) {
  const { query } = route;
  const isLoading = list.state === 'loading';
  if (list.state === 'problem' && list.problem) return <ListProblem problem={list.problem} {...props} />;
  if (!isLoading && !rows.length) return <EmptyList route={route} kind={props.kind} add={props.add} />;
  return (
    <>
      <div class="filters">{props.filters}</div>
      {list.state === 'ready' && isIgnored(query.search, rows) && (
        <p class="note warn">
          <Icon name="info" />
          {t('manage.search_ignored')}
        </p>
      )}
      {isLoading || shown > 0 ? (
        children
      ) : (
        <EmptyState icon="list" title={t('manage.none_pass')} hint={t('manage.none_pass_hint')}>
          <button type="button" class="button" onClick={() => route.change({ filter: 'all', link: 'all' })}>
            {t('manage.show_all')}
          </button>
        </EmptyState>
      )}
      <Pager
        text={isLoading ? t('manage.loading') : pageText({ ...list, count: rows.length, pages: !!list.next })}
        hasPrevious={!!query.cursor}
        // While a page loads, `next` is still that of the page before it.
        hasNext={!!list.next && list.state === 'ready'}
        paged={!!list.next || !!query.cursor}
        onPrevious={route.previous}
        onNext={() => list.next && route.next(list.next, rows.length)}
      />
    </>
  );
}
