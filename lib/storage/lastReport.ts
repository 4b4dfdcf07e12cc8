import { browser } from 'wxt/browser';
import { serviceNames } from '../connections/services.ts';
import type { ConnectionReport, TestResult } from '../messages/commands.ts';
import { isRecord } from '../util/isRecord.ts';
import { isSame } from '../util/isSame.ts';
import { firstId, keyOf, type Setting, set, unset } from './settings.ts';

/** The result of the last test of a connection, and the time of the test (milliseconds since 1970). */
export interface LastReport {
  report: ConnectionReport;
  at: number;
}

const isResult = (value: Partial<TestResult & { problem: unknown; count: unknown }> | undefined): boolean =>
  value?.ok === true ? typeof value.count === 'number' : isRecord(value?.problem);

const lacksAccess = (result: TestResult): boolean => !result.ok && result.problem.kind === 'access';

/**
 * Returns the setting that holds a connection's last report. `id`: the connection's id. Results that report missing
 * access are dropped when it is read, because only the browser knows whether there is access now.
 */
export const lastReportOf = (id: string): Setting<LastReport | undefined> => ({
  key: keyOf('lastReport', id),
  area: 'local',
  fallback: undefined,
  parse(value) {
    const { report, at } = (value ?? {}) as Partial<LastReport>;
    const isWhole = isResult(report?.analytics) && (report?.seo === undefined || isResult(report.seo));
    if (!report || typeof at !== 'number' || !isWhole || lacksAccess(report.analytics)) return undefined;
    const { seo, ...rest } = report;
    const told = seo && !lacksAccess(seo) ? report : rest;
    return { report: told, at };
  },
});

/**
 * Returns the report to store after a save, about the services that are now connected. A service that was tested but
 * not saved (`unsaved`) keeps its result from the earlier report (`before`). Returns undefined if nothing is to be
 * stored: there is no result for the analytics service, or it was not saved and no result is new.
 */
export function connectedReport(
  { unsaved = [], ...report }: ConnectionReport,
  before: ConnectionReport | undefined,
): ConnectionReport | undefined {
  const earlier = before?.unsaved ? undefined : before;
  const [analytics, seo] = serviceNames.map((service) => (unsaved.includes(service) ? earlier : report)?.[service]);
  const now = analytics && { analytics, ...(seo ? { seo } : {}) };
  return unsaved.includes('analytics') && isSame(now, before) ? undefined : now;
}

/**
 * Stores a connection's report, to be shown when the settings are next opened. Without `report`, deletes the stored
 * one. Never rejects.
 */
export const keepReport = (id: string, report: ConnectionReport | undefined): Promise<void> =>
  (report ? set(lastReportOf(id), { report, at: Date.now() }) : unset(lastReportOf(id))).catch(() => {});

/** Forgets the reports of all connections except those with these ids. */
export async function dropOtherReports(ids: readonly string[]): Promise<void> {
  const kept = ids.map((id) => lastReportOf(id).key);
  // The key of every report begins with that of the first connection's report.
  const start = lastReportOf(firstId).key;
  const names = Object.keys(await browser.storage.local.get());
  await browser.storage.local.remove(names.filter((name) => name.startsWith(start) && !kept.includes(name)));
}
