import { useState } from 'preact/hooks';
import { saveFile } from '@/lib/util/saveFile.ts';
import { auditCsv, codeOf, codesCsv, type ReportRow, reportJson } from './report.ts';

/** Takes a report along: a site's code in the clipboard, all codes and the whole report as files. */
export function useReportFiles(rows: readonly ReportRow[], template: string, serviceUrl: string) {
  const [copied, setCopied] = useState<string>();
  return {
    copied,
    copy: (row: ReportRow): Promise<boolean> =>
      navigator.clipboard.writeText(codeOf(template, serviceUrl, row) ?? '').then(
        () => {
          setCopied(row.host);
          return true;
        },
        () => false,
      ),
    codes: () => saveFile('waymark-codes.csv', 'text/csv', codesCsv(rows, template, serviceUrl)),
    save: (format: 'csv' | 'json') =>
      format === 'csv'
        ? saveFile('waymark-tracking.csv', 'text/csv', auditCsv(rows))
        : saveFile('waymark-tracking.json', 'application/json', reportJson(rows)),
  };
}
