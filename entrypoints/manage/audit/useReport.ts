import { useState } from 'preact/hooks';
import { useRead } from '@/components/useWatched.ts';
import { versionOf } from '@/lib/audit/report.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { stored } from '@/lib/messages/stored.ts';
import { pastAudits } from '@/lib/storage/audits.ts';
import { t } from '@/lib/text/i18n.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { presentRows } from './presentRows.ts';
import { auditCsv, changesIn, codeOf, codesCsv, type ReportRow, reportJson, reportRows } from './report.ts';

/** Reads the report of an ended audit, and compares it with the earlier audits. Returns undefined until it is read. */
export function useReport(job: Job) {
  const { id, account, total, ended = 0 } = job;
  const version = versionOf(job);
  const report = async () => {
    const [items, audits] = await Promise.all([
      stored('itemsOf', itemsOf, id),
      stored('pastAudits', pastAudits, account),
    ]);
    // All other audits came before this one, whatever their times, because the clock may have been set back.
    const before = audits.filter((audit) => audit.id !== id);
    const now = audits.find((audit) => audit.id === id);
    const rows = await presentRows(account, reportRows({ total, ended }, items, before));
    return { rows, ...changesIn(rows, before, now) };
  };
  return useRead(report, [id, account, version, total, ended]);
}

export type Report = NonNullable<ReturnType<typeof useReport>>;
export type ReportFiles = ReturnType<typeof useReportFiles>;

/** Provides the exports of a report: to copy the code of one site, and to save all codes or the report as a file. */
export function useReportFiles(
  rows: readonly ReportRow[],
  template: string,
  serviceUrl: string,
  say: (text: string) => void,
) {
  const [copied, setCopied] = useState<string>();
  return {
    /** The host whose code was copied last. */
    copied,
    /** Whether a site's code can be built: it needs no id, or the id is known. */
    canCopy: (row: ReportRow) => codeOf(template, serviceUrl, row) !== undefined,
    copy: async (row: ReportRow): Promise<void> => {
      const isCopied = await copyText(codeOf(template, serviceUrl, row) ?? '');
      if (isCopied) setCopied(row.host);
      say(isCopied ? t('menu.copied', { domain: row.host }) : t('audit.not_copied'));
    },
    codes: () => saveFile('waymark-codes.csv', 'text/csv', codesCsv(rows, template, serviceUrl)),
    save: (format: 'csv' | 'json') =>
      format === 'csv'
        ? saveFile('waymark-tracking.csv', 'text/csv', auditCsv(rows))
        : saveFile('waymark-tracking.json', 'application/json', reportJson(rows)),
  };
}
