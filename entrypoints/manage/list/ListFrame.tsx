import type { ComponentChildren, VNode } from 'preact';
import { Icon } from '@/components/Icon.tsx';
import { ProblemNote } from '@/components/ProblemNote.tsx';
import type { Problem } from '@/lib/services/index.ts';
import { t, timeText } from '@/lib/text/i18n.ts';
import { type RecordKind, searchText } from '@/lib/websites/query.ts';
import type { Row } from '@/lib/websites/rows.ts';
import { pages } from '../pages.ts';
import { useConnectionName } from '../useConnections.ts';
import type { Route } from '../useRoute.ts';
import { EmptyState } from './EmptyState.tsx';
import type { ListState } from './listState.ts';
import { Pager, type PagerProps, pageText } from './Pager.tsx';

interface ListProblemProps {
  problem: Problem;
  /** When the records that are still shown were listed; undefined if none are shown. */
  since?: number;
  /** The service's address, for asking permission. */
  serviceUrl: string;
  onRetry: () => void;
}

/** Why the list could not be read, and what to do. */
function ListProblem({ problem, since, serviceUrl, onRetry }: ListProblemProps) {
  return (
    <div class={since === undefined ? 'problem' : 'stale-note'} role="alert">
      <ProblemNote
        problem={problem}
        title={since === undefined ? undefined : t('manage.shown_as_of', { time: timeText(since) })}
        onSettings={pages.settings}
        onAccess={() => void pages.access(serviceUrl)}
        onRetry={onRetry}
      />
    </div>
  );
}

interface ListFrameProps {
  kind: RecordKind;
  route: Route;
  list: ListState<unknown>;
  /** Everything the service listed. */
  rows: readonly Row<unknown>[];
  /** How many of them pass the filters. */
  shown: number;
  serviceUrl: string;
  onRetry: () => void;
  pager: PagerProps;
  /** The list is a page of what was read before. */
  isKept: boolean;
  /** There are other pages, which the filters do not cover. */
  isPart: boolean;
  /** Reads the rest of the other list, on which the current filter depends. */
  onCheck: (() => void) | undefined;
  filters: ComponentChildren;
  /** Shown beside the number of records. */
  beside: ComponentChildren;
  /** What to do about an empty list. */
  add: VNode | undefined;
  /** The table. */
  children: ComponentChildren;
}

/** There are no records at all, or none that match the search. */
function EmptyList({ kind, route, add }: Pick<ListFrameProps, 'kind' | 'route' | 'add'>) {
  const { search } = route.query;
  const isSites = kind === 'websites';
  const title = search
    ? t('popup.nothing_found', { search })
    : t(isSites ? 'manage.no_websites' : 'manage.no_projects');
  // Of several lists, each has one line then, so that the others stay in sight.
  if (useConnectionName() !== undefined) return <p class="state muted">{title}</p>;
  if (search)
    return (
      <EmptyState icon="search" title={title} hint={t('manage.nothing_found_hint')}>
        <button type="button" class="button" onClick={() => route.change({ search: '' })}>
          {t('manage.clear_search')}
        </button>
        {add}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={isSites ? 'globe' : 'chart'}
      title={title}
      hint={t(isSites ? 'manage.no_websites_hint' : 'manage.no_projects_hint')}
    >
      {add}
    </EmptyState>
  );
}

/** No record passes the filters. */
function NonePass({ route, isPart, onCheck }: Pick<ListFrameProps, 'route' | 'isPart' | 'onCheck'>) {
  const hint = onCheck ? t('manage.none_checked_hint') : isPart ? t('manage.none_pass_hint') : undefined;
  return (
    <EmptyState icon="list" title={t(isPart ? 'manage.none_pass' : 'manage.none_match')} hint={hint}>
      {onCheck && (
        <button type="button" class="button primary" onClick={onCheck}>
          {t('manage.check_all')}
        </button>
      )}
      <button type="button" class="button" onClick={() => route.change({ filter: 'all', link: 'all' })}>
        {t('manage.show_all')}
      </button>
    </EmptyState>
  );
}

/** Whether the service has ignored the search; the page then says so. */
function isIgnored(search: string, rows: ListFrameProps['rows']): boolean {
  const text = searchText(search).toLowerCase();
  return text !== '' && rows.some(({ name, ascii }) => !(ascii ?? name).toLowerCase().includes(text));
}

/** A list in any state: problem, empty, loading or ready, with its filters and pagers. */
export function ListFrame({ route, list, rows, shown, pager, children, ...props }: ListFrameProps) {
  const { query } = route;
  const isLoading = list.state === 'loading';
  const problem = list.state === 'problem' ? list.problem : undefined;
  if (problem && !rows.length)
    return (
      <>
        <ListProblem problem={problem} {...props} />
        {pager.hasPrevious && <Pager {...pager} />}
      </>
    );
  if (!isLoading && !rows.length && !props.isKept) return <EmptyList route={route} kind={props.kind} add={props.add} />;
  const text = isLoading ? t('manage.loading') : pageText({ ...list, count: rows.length, pages: pager.paged });
  return (
    <>
      {props.filters && <div class="filters">{props.filters}</div>}
      {problem && <ListProblem problem={problem} since={list.at} {...props} />}
      {list.state === 'ready' && isIgnored(query.search, rows) && (
        <p class="note warn">
          <Icon name="info" />
          {t('manage.search_ignored')}
        </p>
      )}
      <Pager {...pager}>
        <p>{text}</p>
        {props.beside}
      </Pager>
      {isLoading || shown > 0 ? children : <NonePass route={route} isPart={props.isPart} onCheck={props.onCheck} />}
      {pager.paged && (
        <Pager {...pager}>
          <p aria-hidden="true">{text}</p>
        </Pager>
      )}
    </>
  );
}
