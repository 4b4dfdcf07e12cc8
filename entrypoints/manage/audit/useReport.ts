import { useState } from 'preact/hooks';
import { useRead } from '@/components/useWatched.ts';
import { versionOf } from '@/lib/audit/report.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { listFacts, readRows } from '@/lib/messages/records.ts';
import { stored } from '@/lib/messages/stored.ts';
import { mayHaveMore } from '@/lib/records/known.ts';
import { pastAudits } from '@/lib/storage/audits.ts';
import { t } from '@/lib/text/i18n.ts';
import { sharesVisits } from '@/lib/tracking/sharesVisits.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { auditCsv, changesIn, codeOf, codesCsv, type ReportRow, reportJson, reportRows } from './report.ts';

/**
 * Resolves to an account's record ids by host (`ids`), and the ids of the records that have several sites (`shared`).
 */
async function storedIds(account: string) {
  const ids = new Map<string, (string | undefined)[]>();
  const shared = new Set<string | undefined>();
  await readRows('websites', account, (rows) => {
    for (const { hosts, record } of rows) {
      for (const host of hosts) ids.set(host, [...(ids.get(host) ?? []), record.id || undefined]);
      if (sharesVisits(hosts, hosts[0] ?? '')) shared.add(record.id);
    }
  });
  return { ids, shared };
}

/**
 * Resolves to the rows with their sites' present ids. Leaves out sites that are certainly not registered. If a site was
 * registered again, its results belong to the old record. Its row then loses the visits, and is left out if the page
 * has the old record's code (state `tracking`). After a change of the API key, sites that are not in the stored list
 * lose their ids.
 */
async function presentRows(account: string, all: readonly ReportRow[]): Promise<ReportRow[]> {
  const [facts, { ids, shared }] = await Promise.all([listFacts('websites', account), storedIds(account)]);
  const present = all.flatMap((row): ReportRow[] => {
    const now = ids.get(row.host);
    if (!now) return mayHaveMore(facts) ? [facts?.replaced ? { ...row, id: undefined } : row] : [];
    if (row.id === undefined || now.includes(row.id)) return [{ ...row, id: row.id ?? now[0] }];
    const { visits: _, ...look } = row.look;
    return look.state === 'tracking' ? [] : [{ ...row, id: now[0], look, isEarlier: true }];
  });
  return present.map((row) => (shared.has(row.id) ? { ...row, isShared: true } : row));
}

/**
 * Returns the report of an ended audit, compared with the earlier audits; undefined until it has been read. While the
 * report of a later audit is being read, the previous report stays.
 */
export function useReport(job: Job) {
  const { id, account, total, ended = 0 } = job;
  const version = versionOf(job);
  const report = async () => {
    const [items, audits] = await Promise.all([
      stored('itemsOf', itemsOf, id),
      stored('pastAudits', pastAudits, account),
    ]);
    // Treats all other audits as earlier than this one and ignores their times: the clock may have been set back.
    const before = audits.filter((audit) => audit.id !== id);
    const now = audits.find((audit) => audit.id === id);
    const all = reportRows({ total, ended }, items, before);
    const rows = await presentRows(account, all).catch(() => all);
    return { job, rows, ...changesIn(rows, before, now) };
  };
  return useRead(report, [id, account, version, total, ended]);
}

export type Report = NonNullable<ReturnType<typeof useReport>>;
export type ReportFiles = ReturnType<typeof useReportFiles>;

export function useReportFiles(
  rows: readonly ReportRow[],
  template: string,
  serviceUrl: string,
  say: (text: string) => void,
) {
  const [copied, setCopied] = useState<string>();
  return {
    copied,
    /** Whether the code for a site can be built. Some templates need the site's id, which may be unknown. */
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
