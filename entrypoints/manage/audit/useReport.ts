import { useState } from 'preact/hooks';
import { useRead } from '@/components/useWatched.ts';
import { versionOf } from '@/lib/audit/report.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { knownHosts, knownSites, listFacts } from '@/lib/messages/records.ts';
import { stored } from '@/lib/messages/stored.ts';
import { mayHaveMore } from '@/lib/records/known.ts';
import { pastAudits } from '@/lib/storage/audits.ts';
import { t } from '@/lib/text/i18n.ts';
import { copyText } from '@/lib/util/copyText.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import {
  auditCsv,
  changesIn,
  codeOf,
  codesCsv,
  type ReportRow,
  reportJson,
  reportRows,
  sitesWithoutCode,
} from './report.ts';

/** Returns the rows whose sites are still registered, or all rows if the stored list of websites may be incomplete. */
async function stillRegistered(account: string, rows: readonly ReportRow[]): Promise<readonly ReportRow[]> {
  if (mayHaveMore(await listFacts('websites', account))) return rows;
  const hosts = new Set(await knownHosts(account));
  return rows.filter(({ host }) => hosts.has(host));
}

/**
 * Returns the rows of a report whose sites are still registered. Rows of sites that lack the code get the ids of the
 * present records, because code with an old id would count nothing. (Since the check, a site may have been deleted and
 * registered again, or the key replaced.)
 */
async function presentRows(account: string, all: readonly ReportRow[]): Promise<ReportRow[]> {
  const rows = await stillRegistered(account, all).catch(() => all);
  const lacking = new Set(sitesWithoutCode(rows));
  const hosts = [...lacking].map(({ host }) => host);
  const known = hosts.length ? await knownSites([account], hosts).catch(() => []) : [];
  // If a host has several records, the one that was checked may still be among them.
  const ids = new Map(known.flatMap(({ host, website, several }) => (several ? [] : [[host, website.id] as const])));
  return rows.map((row) => (lacking.has(row) ? { ...row, id: ids.get(row.host) ?? row.id } : row));
}

/**
 * Reads the report of an ended audit, and compares it with the earlier audits. Returns undefined until that is done.
 * While the report of a later audit is read, returns the previous report, whose `job` is the previous audit.
 */
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
    return { job, rows, ...changesIn(rows, before, now) };
  };
  return useRead(report, [id, account, version, total, ended]);
}

export type Report = NonNullable<ReturnType<typeof useReport>>;
export type ReportFiles = ReturnType<typeof useReportFiles>;

/** Provides the exports of a report: copying the code of one site, and saving all codes or the report as a file. */
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
