import {
  changesBetween,
  isExaminedSince,
  joinChanges,
  lineBefore,
  linesOf,
  type PastAudit,
} from '@/lib/audit/history.ts';
import { hasAnswered, type PastState, rankOf, type SiteLook, stateOf } from '@/lib/audit/look.ts';
import { lookedAt } from '@/lib/audit/report.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { visitFields } from '@/lib/records/visits.ts';
import { unmarked } from '@/lib/text/i18n.ts';
import { siteLookText, siteStateText } from '@/lib/text/siteLooks.ts';
import { trackerText } from '@/lib/text/trackers.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { isVisited } from '@/lib/tracking/visits.ts';
import { toCsv } from '@/lib/util/csv.ts';

export interface ReportRow {
  /** The index of the site's item in the job. */
  at: number;
  host: string;
  id: string | undefined;
  look: SiteLook;
  /** When the site was examined (milliseconds since 1970). */
  checked: number;
  /** Whether the site was examined in an earlier audit, not in the audit of this report. */
  isEarlier: boolean;
  /** Set if the site's record also covers another site, which may still answer. */
  isShared?: true;
  /** The site's states in earlier audits, oldest first. */
  line: readonly PastState[];
}

const place = ({ look }: ReportRow) => rankOf(stateOf(look));

/**
 * Returns the sites of an audit's report, sorted by state (worst first), then by host. `before`: the earlier audits.
 */
export function reportRows(
  job: Pick<Job, 'total' | 'ended'>,
  items: readonly Item[],
  before: readonly PastAudit[],
): ReportRow[] {
  const lines = linesOf(before);
  return lookedAt(items)
    .map(({ item, look }): ReportRow => {
      const { at, key, id, sent: checked = 0 } = item;
      return {
        at,
        host: key,
        id,
        look,
        checked,
        isEarlier: !isExaminedSince(job, item),
        line: lineBefore(job, item, lines),
      };
    })
    .sort((one, two) => place(one) - place(two) || (one.host < two.host ? -1 : 1));
}

/** The time of the latest of these audits that examined any of the sites (milliseconds since 1970), or 0. */
function lastOf(audits: readonly PastAudit[], rows: readonly ReportRow[]): number {
  const lines = linesOf(audits);
  return rows.reduce((latest, { host }) => Math.max(latest, lines.get(host)?.at(-1)?.at ?? 0), 0);
}

/**
 * Compares the report with earlier audits. An audit counts as large if it has at least half as many sites as the
 * report. All sites are compared with the audits before the last large one, so that a later check of a few sites does
 * not hide the changes that the large one found. The sites of the report's own audit are also compared with all audits
 * before it, which shows the changes since the large one. Returns the `changes`, and when the last of the earlier
 * audits was made (`last`: milliseconds since 1970, or 0). `now`: the audit of the report.
 */
export function changesIn(rows: readonly ReportRow[], before: readonly PastAudit[], now: PastAudit | undefined) {
  if (!now) return { last: 0, changes: undefined };
  const all = [...before, now];
  const whole = all.findLastIndex(({ sites }) => 2 * sites.length >= rows.length);
  const earlier = whole < 0 ? before : all.slice(0, whole);
  // A second comparison with the same audits would find nothing more.
  const own = earlier.length < before.length ? rows.filter(({ isEarlier }) => !isEarlier) : [];
  const last = lastOf(earlier, rows) || lastOf(before, own);
  const changes = changesBetween(earlier, rows);
  const joined = own.length ? joinChanges(changes, changesBetween(before, own)) : changes;
  return { last, changes: last ? joined : undefined };
}

/** A summary of a site's earlier checks, shown beside its present state. Checks without a clear result do not count. */
interface Past {
  /**
   * `since`: the site has been tracked since `at`. `until`: the site is not tracked now, and was last tracked at `at`.
   * `on`: the present state is unclear, and the site was last tracked at `at`. `never`: no check has found the
   * site tracked, and the first check was at `at`.
   */
  is: 'until' | 'since' | 'on' | 'never';
  at: number;
}

export function pastOf({ look, line, checked }: Pick<ReportRow, 'look' | 'line' | 'checked'>): Past | undefined {
  // A site whose visits are counted needs no summary, whatever its pages showed.
  if (stateOf(look) === 'counted') return undefined;
  const told = line.filter(({ state }) => state !== 'unsure');
  const [first] = told;
  if (!first) return undefined;
  // As long as the visits are unknown, it is possible that they still do not arrive.
  if (told.findLast(({ state }) => state !== 'silent')?.state === 'quiet' && look.state === 'tracking' && !look.visits)
    return undefined;
  const lastOther = told.findLastIndex(({ state }) => state !== 'tracking');
  if (stateOf(look) === 'tracking') return { is: 'since', at: told[lastOther + 1]?.at ?? checked };
  const last = told.findLast(({ state }) => state === 'tracking');
  if (last) return { is: look.state === 'unsure' ? 'on' : 'until', at: last.at };
  const isCounted = told.some(({ state }) => state === 'counted');
  return look.state === 'unsure' || isCounted ? undefined : { is: 'never', at: first.at };
}

/** Whether a site needs the tracking code because its page lacks working code. */
export const needsCode = ({ look }: ReportRow): boolean => ['missing', 'blocked', 'other'].includes(stateOf(look));

/** Two sites that were examined within this time of each other probably had the same network (milliseconds). */
const sameTime = 5 * 60_000;

const hasVisits = ({ visits }: SiteLook): boolean => !!visits && isVisited(visits);

/**
 * Returns the registered sites that are probably abandoned: the audit could not reach them, although it reached other
 * sites at about the same time. Leaves out sites with recent visits or with visits still being requested, sites whose
 * record also covers another site, and the results of earlier audits.
 */
export function deletableSites(rows: readonly ReportRow[], { asksVisits }: Pick<Job, 'asksVisits'>): ReportRow[] {
  const own = rows.filter(({ isEarlier }) => !isEarlier);
  const answered = own.filter(({ look }) => hasAnswered(look));
  return own.filter(
    ({ look, id, isShared, checked }) =>
      look.state === 'silent' &&
      look.why === 'unreachable' &&
      !hasVisits(look) &&
      (look.visits || !asksVisits) &&
      id &&
      !isShared &&
      answered.some((other) => Math.abs(other.checked - checked) < sameTime),
  );
}

/**
 * Returns the hosts to which audited sites forward, except those that were audited, too. Perhaps no record counts their
 * visits.
 */
export function unauditedTargets(rows: readonly ReportRow[]): string[] {
  const audited = new Set(rows.map(({ host }) => host));
  const led = rows.flatMap(({ look }) => (look.why === 'related' && look.about ? [look.about] : []));
  return [...new Set(led)].filter((host) => !audited.has(host));
}

export const codeOf = (template: string, baseUrl: string, { host, id }: ReportRow): string | undefined =>
  buildSnippet(template, { base_url: baseUrl, domain: host, ...(id ? { id } : {}) });

export const codesCsv = (rows: readonly ReportRow[], template: string, baseUrl: string): string =>
  toCsv(
    ['domain', 'state', 'code'],
    rows.filter(needsCode).map((row) => [row.host, stateOf(row.look), codeOf(template, baseUrl, row)]),
  );

const visitsOf = (look: SiteLook) => visitFields({ check: look });

/** Returns the report as CSV. It has columns for visits if the service has reported the visits of any site. */
export function auditCsv(rows: readonly ReportRow[]): string {
  const names = (['last_visit', 'visits_7_days'] as const).filter((name) =>
    rows.some(({ look }) => visitsOf(look)[name] !== undefined),
  );
  return toCsv(
    ['domain', 'state', 'in_words', 'reason', 'trackers', 'checked', 'before', ...names],
    rows.map(({ host, look, checked, line }) => [
      host,
      stateOf(look),
      siteStateText(stateOf(look)),
      unmarked(siteLookText(look, host)),
      unmarked(look.trackers.map(trackerText).join(', ')),
      new Date(checked).toISOString(),
      line.at(-1)?.state,
      ...names.map((name) => visitsOf(look)[name]),
    ]),
  );
}

export const reportJson = (rows: readonly ReportRow[]): string =>
  `${JSON.stringify(
    rows.map(({ host, id, look: { visits, ...look }, checked, line }) => ({
      domain: host,
      id,
      ...look,
      ...(visits ? { state: visits.is ?? look.state, ...visitFields({ check: { visits } }) } : {}),
      checked: new Date(checked),
      before: line.at(-1)?.state,
    })),
    undefined,
    2,
  )}\n`;
