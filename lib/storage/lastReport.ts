import type { ConnectionReport, TestResult } from '../messages/commands.ts';
import { isRecord } from '../util/isRecord.ts';
import { keyOf, type Setting, set, unset } from './settings.ts';

/** The result of a connection's last test, and when it ran (milliseconds since 1970). */
export interface LastReport {
  report: ConnectionReport;
  at: number;
}

const isResult = (value: Partial<TestResult & { problem: unknown; count: unknown }> | undefined): boolean =>
  value?.ok === true ? typeof value.count === 'number' : isRecord(value?.problem);

/** By the connection's id. */
export const lastReportOf = (id: string): Setting<LastReport | undefined> => ({
  key: keyOf('lastReport', id),
  area: 'local',
  version: 1,
  fallback: undefined,
  parse(value) {
    const { report, at } = (value ?? {}) as Partial<LastReport>;
    const isWhole = isResult(report?.analytics) && (report?.seo === undefined || isResult(report.seo));
    return report && typeof at === 'number' && isWhole ? { report, at } : undefined;
  },
});

/** Stores the report of a connection for the next time the settings are opened. */
export const keepReport = (id: string, report: ConnectionReport | undefined): Promise<void> =>
  (report ? set(lastReportOf(id), { report, at: Date.now() }) : unset(lastReportOf(id))).catch(() => {});
