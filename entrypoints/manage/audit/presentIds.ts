import { knownSites } from '@/lib/messages/records.ts';
import type { ReportRow } from './report.ts';
import { sitesWithoutCode } from './report.ts';

/**
 * Returns a report's rows in which each site that needs the code has the id of its present record, according to the
 * stored records. Since the check, the record may have been deleted and the site registered again; code with the old id
 * would count nothing.
 */
export async function withPresentIds(account: string, rows: readonly ReportRow[]): Promise<ReportRow[]> {
  const lacking = new Set(sitesWithoutCode(rows).filter(({ id }) => id));
  const hosts = [...lacking].map(({ host }) => host);
  const known = hosts.length ? await knownSites([account], hosts).catch(() => []) : [];
  // If a host has several records, the one that was checked may still be among them.
  const ids = new Map(known.flatMap(({ host, website, several }) => (several ? [] : [[host, website.id] as const])));
  return rows.map((row) => (lacking.has(row) ? { ...row, id: ids.get(row.host) ?? row.id } : row));
}
