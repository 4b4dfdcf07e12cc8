import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { numberText as number, t } from '@/lib/text/i18n.ts';
import { type Kind, searchText } from '@/lib/websites/query.ts';
import { pages } from '../pages.ts';
import type { Route } from '../useRoute.ts';
import { EmptyState } from './EmptyState.tsx';
import type { ListState } from './useList.ts';

interface ShownPage {
  /** How many records come before this page, and how many are on it. */
  from: number;
  count: number;
  total?: number;
  /** There is or may be more than this page. */
  more: boolean;
  /** The service gives a way to the next page. */
  pages: boolean;
}

/** `1 to 25 of 60`; or that only the first page can be had, if the service has more but does not page. */
function pageText({ from, count, total, more, pages }: ShownPage): string {
  const dead = more && !pages && count > 0;
  if (dead && total !== undefined) return t('manage.first_of', { count: number(count), total: number(total) });
  if (dead) return t('manage.first', { count: number(count) });
  const range = { from: number(from + 1), to: number(from + count) };
  const all = total ?? (more ? undefined : from + count);
  return all === undefined ? t('manage.range', range) : t('manage.range_of', { ...range, total: number(all) });
}

interface Props {
  /** What is shown, in words. */
  text: string;
  /** There are pages to go to. */
  paged: boolean;
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
}

/** Which part of the list is shown, and the buttons to the other pages. */
function Pager({ text, paged, hasPrevious, hasNext, onPrevious, onNext }: Props) {
  return (
    <nav class="pager" aria-label={t('manage.pages')}>
      <p>{text}</p>
      {paged && (
        <div class="row">
          <button type="button" class="button" aria-disabled={!hasPrevious} onClick={() => hasPrevious && onPrevious()}>
            <Icon name="chevron" />
            {t('manage.previous')}
          </button>
          <button type="button" class="button" aria-disabled={!hasNext} onClick={() => hasNext && onNext()}>
            {t('manage.next')}
            <Icon name="chevron" />
          </button>
        </div>
      )}
    </nav>
  );
}

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
  /** Everything the service listed, by name. */
  names: readonly { name: string; ascii?: string }[];
  /** How many of them pass the filters. */
  shown: number;
  serviceUrl: string;
  onRetry: () => void;
  filters: ComponentChildren;
  /** What to do about an empty list. */
  add?: VNode;
  children: (state: 'loading' | 'refreshing' | 'ready') => VNode;
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
function isIgnored(search: string, names: ListFrameProps['names']): boolean {
  const text = searchText(search).toLowerCase();
  return text !== '' && names.some(({ name, ascii }) => !(ascii ?? name).toLowerCase().includes(text));
}

/** A list in any state: problem, empty, loading or ready, with its filters and pager. */
export function ListFrame(props: ListFrameProps) {
  const { kind, route, list, names, shown } = props;
  const { query } = route;
  if (list.state === 'problem' && list.problem)
    return <ListProblem problem={list.problem} serviceUrl={props.serviceUrl} onRetry={props.onRetry} />;
  if (list.state !== 'loading' && !names.length) return <EmptyList kind={kind} route={route} add={props.add} />;
  return (
    <>
      <div class="filters">{props.filters}</div>
      {list.state === 'ready' && isIgnored(query.search, names) && (
        <p class="note warn">
          <Icon name="info" />
          {t('manage.search_ignored')}
        </p>
      )}
      {list.state === 'loading' || shown > 0 ? (
        props.children(list.state === 'problem' ? 'ready' : list.state)
      ) : (
        <EmptyState icon="list" title={t('manage.none_pass')} hint={t('manage.none_pass_hint')}>
          <button type="button" class="button" onClick={() => route.change({ filter: 'all', link: 'all' })}>
            {t('manage.show_all')}
          </button>
        </EmptyState>
      )}
      <Pager
        text={
          list.state === 'loading'
            ? t('manage.loading')
            : pageText({ ...list, count: names.length, pages: !!list.next })
        }
        hasPrevious={!!query.cursor}
        // While a page loads, `next` is still that of the page before it.
        hasNext={!!list.next && list.state === 'ready'}
        paged={!!list.next || !!query.cursor}
        onPrevious={route.previous}
        onNext={() => list.next && route.next(list.next, names.length)}
      />
    </>
  );
}
