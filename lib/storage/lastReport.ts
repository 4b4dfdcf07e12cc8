import type { ConnectionReport, TestResult } from '../messages/commands.ts';
import { isRecord } from '../util/isRecord.ts';
import { get, keyOf, type Setting, set, unset } from './settings.ts';

/** The result of a connection's last test, and the time of the test (milliseconds since 1970). */
export interface LastReport {
  report: ConnectionReport;
  at: number;
  /** When this failure first occurred, without a successful test since. */
  since?: number;
}

const isResult = (value: Partial<TestResult & { problem: unknown; count: unknown }> | undefined): boolean =>
  value?.ok === true ? typeof value.count === 'number' : isRecord(value?.problem);

/** Returns the setting with the last report of the connection with this id. */
export const lastReportOf = (id: string): Setting<LastReport | undefined> => ({
  key: keyOf('lastReport', id),
  area: 'local',
  version: 1,
  fallback: undefined,
  parse(value) {
    const { report, at, since } = (value ?? {}) as Partial<LastReport>;
    const isWhole = isResult(report?.analytics) && (report?.seo === undefined || isResult(report.seo));
    if (!report || typeof at !== 'number' || !isWhole) return undefined;
    return { report, at, ...(typeof since === 'number' ? { since } : {}) };
  },
});

/** Returns the problems of the failed services, with an empty text for a service without a problem. */
const faultIn = ({ analytics, seo }: ConnectionReport): string =>
  [analytics, seo].map((result) => (result && !result.ok ? result.problem.kind : '')).join();

/**
 * Returns the part of a report that is about saved services. A service that was tested without being saved keeps its
 * earlier result.
 */
export function connectedReport(
  { unsaved = [], ...report }: ConnectionReport,
  before: ConnectionReport | undefined,
): ConnectionReport | undefined {
  if (unsaved.includes('analytics')) return undefined;
  const { seo: tested, ...others } = report;
  const earlier = before?.unsaved?.includes('seo') ? undefined : before?.seo;
  const seo = unsaved.includes('seo') ? earlier : tested;
  return { ...others, ...(seo ? { seo } : {}) };
}

async function write(id: string, report: ConnectionReport): Promise<void> {
  const setting = lastReportOf(id);
  const before = await get(setting);
  const isSameFault = before && faultIn(report) !== ',' && faultIn(before.report) === faultIn(report);
  const at = Date.now();
  await set(setting, { report, at, ...(isSameFault ? { since: before.since ?? before.at } : {}) });
}

/**
 * Stores the report of a connection, to show it when the settings are next opened. Without a report, removes the stored
 * one. Never rejects.
 */
export const keepReport = (id: string, report: ConnectionReport | undefined): Promise<void> =>
  (report ? write(id, report) : unset(lastReportOf(id))).catch(() => {});
