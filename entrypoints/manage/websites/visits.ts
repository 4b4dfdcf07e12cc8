import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
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
import { visitAsker } from '../list/visitAsker.ts';
import { inSight } from '../list/window.ts';
import { useNow } from '../useNow.ts';

/** The last visit of a website in words. If the visit is unknown, `text` is a dash, and `title` is the reason. */
interface Visit {
  text: string;
  title: string;
  isKnown: boolean;
}

/** Whether a connection's service reports visits. False in a private window, where none are requested. */
const reportsVisits = ({ connection }: ListPart) => !!traitsOf(connection.kind).hits && !isPrivate();

/** Returns a row's last visit in words. `problem`: why the row's service did not answer, if it did not. */
export function visitOf(row: SlimRow, problem: Problem | undefined, now: number): Visit {
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

/** Returns how many of the rows have an unknown last visit. Such rows come last when rows are sorted by last visit. */
export const unknownVisits = (rows: readonly SlimRow[]): number =>
  rows.reduce((count, row) => count + (lastVisitOf(row) === undefined ? 1 : 0), 0);

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
