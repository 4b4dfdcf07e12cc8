import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { ask } from '@/lib/messages/ask.ts';
import { isNamed } from '@/lib/records/known.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import { askedForLast, lastVisitOf, weekOf } from '@/lib/records/visits.ts';
import type { Problem } from '@/lib/services/index.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { agoText, momentText } from '@/lib/text/dates.ts';
import { numberText, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { isHour } from '@/lib/util/moments.ts';
import { isPrivate } from '../audit/useStartAudit.ts';
import type { ListPart } from '../list/state.ts';
import { useList } from '../list/useListTab.ts';
import { inSight } from '../list/window.ts';
import { useNow } from '../useNow.ts';

/** Whether a connection's service reports visits. False in a private window, where none are requested. */
const reportsVisits = ({ connection }: ListPart) => !!traitsOf(connection.kind).hits && !isPrivate();

/**
 * Returns a row's last visit in words or, if it is unknown, the number of visits in the last week. Without either,
 * `text` is a dash, and `title` is the reason.
 */
export function visitOf(row: SlimRow, problem: Problem | undefined, now: number) {
  const [last, week, asked] = [lastVisitOf(row), weekOf(row), askedForLast(row)];
  const ofWeek = week === undefined ? [] : [t('audit.week_visits', { count: numberText(week) })];
  const asOf = asked === undefined ? [] : [t('manage.as_of', { time: momentText(asked) })];
  const lines = (...first: string[]) => [...first, ...ofWeek, ...asOf].join(' · ');
  if (typeof last === 'number')
    return { text: agoText(now - last, 'short', isHour(last)), title: lines(momentText(last)), isKnown: true };
  if (last === null) return { text: t('audit.no_visit_yet'), title: lines(), isKnown: true };
  if (week) return { text: t('manage.in_week', { count: numberText(week) }), title: lines(), isKnown: true };
  const why = problem ? problemText(problem) : t(asked === undefined ? 'manage.visit_unasked' : 'manage.visit_untold');
  return { text: '–', title: why, isKnown: false };
}

/** Returns how many rows have an unknown last visit. When rows are sorted by last visit, these come last. */
export const unknownVisits = (rows: readonly SlimRow[]): number =>
  rows.reduce((count, row) => count + (lastVisitOf(row) === undefined ? 1 : 0), 0);

/** How long rows must stay visible before their visits are requested (milliseconds). */
const rest = 500;
/**
 * How often visits are requested (milliseconds). At each request, the worker asks the service about some of the rows
 * whose visits were not requested in the last hour.
 */
const again = 60_000;
/** How long the account's visits are not requested after a failed request (milliseconds). */
const afterRefusal = 5 * 60_000;
/** The largest number of rows in a request, which is more than are ever visible. */
const most = 100;

/**
 * Makes the object that requests the last visits of the visible rows. The worker stores the answers, and the page shows
 * what is stored. After each answer, calls `tell` with the account and any problem.
 */
export function visitAsker(tell: (account: string, problem: Problem | undefined) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rows: readonly SlimRow[] = [];
  const refused = new Map<string, number>();
  const askFor = async (account: string, ids: string[]) => {
    if (performance.now() - (refused.get(account) ?? Number.NEGATIVE_INFINITY) < afterRefusal) return;
    const answer = await ask('websites.hits', { ids, last: true }, { account });
    if (answer.ok) refused.delete(account);
    else refused.set(account, performance.now());
    tell(account, answer.ok ? undefined : answer.problem);
  };
  const run = () => {
    timer = setTimeout(run, again);
    if (document.visibilityState !== 'visible') return;
    const named = rows.filter((row) => row.id && isNamed(row)).slice(0, most);
    for (const [account, mine] of Map.groupBy(named, (row) => row.account))
      void askFor(account, [...new Set(mine.map(({ id }) => id))]);
  };
  return {
    see(now: readonly SlimRow[]): void {
      rows = now;
      clearTimeout(timer);
      timer = setTimeout(run, rest);
    },
    end: () => clearTimeout(timer),
  };
}

/** Requests the visits of rows as they become visible. The returned `of` gives the props of a row's last visit cell. */
export function useVisits() {
  const { parts, rows } = useList();
  const telling = useMemo(() => new Set(parts.filter(reportsVisits).map(({ service }) => service.account)), [parts]);
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem | undefined>>(new Map());
  const [asker] = useState(() =>
    visitAsker((account, problem) =>
      setProblems((before) => (before.get(account) === problem ? before : new Map([...before, [account, problem]]))),
    ),
  );
  useEffect(() => asker.end, [asker]);
  const hasVisits = telling.size > 0;
  const now = useNow(hasVisits ? 60_000 : undefined);
  const onWindow = useCallback(
    (first: number, last: number) =>
      asker.see(inSight(rows, first, last).filter(({ account }) => telling.has(account))),
    [asker, rows, telling],
  );
  return {
    hasVisits,
    onWindow: hasVisits ? onWindow : undefined,
    of: ({ account }: SlimRow) => ({ hasVisits: telling.has(account), problem: problems.get(account), now }),
  };
}
