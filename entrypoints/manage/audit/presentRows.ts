import { knownHosts, knownSites, listFacts } from '@/lib/messages/records.ts';
import { mayHaveMore } from '@/lib/records/known.ts';
import type { ReportRow } from './report.ts';
import { sitesWithoutCode } from './report.ts';

/** Returns the rows whose sites are still registered, or all rows if the stored list of websites may be incomplete. */
async function stillRegistered(account: string, rows: readonly ReportRow[]): Promise<readonly ReportRow[]> {
  if (mayHaveMore(await listFacts('websites', account))) return rows;
  const hosts = new Set(await knownHosts(account));
  return rows.filter(({ host }) => hosts.has(host));
}

/**
 * Returns those rows of a report whose sites are still registered. In the rows of sites that lack the code, puts the
 * ids of their present records, because code with an old id would count nothing. (Since the check, a site may have been
 * deleted and registered again, or the key replaced.)
 */
export async function presentRows(account: string, all: readonly ReportRow[]): Promise<ReportRow[]> {
  const rows = await stillRegistered(account, all).catch(() => all);
  const lacking = new Set(sitesWithoutCode(rows));
  const hosts = [...lacking].map(({ host }) => host);
  const known = hosts.length ? await knownSites([account], hosts).catch(() => []) : [];
  // If a host has several records, the one that was checked may still be among them.
  const ids = new Map(known.flatMap(({ host, website, several }) => (several ? [] : [[host, website.id] as const])));
  return rows.map((row) => (lacking.has(row) ? { ...row, id: ids.get(row.host) ?? row.id } : row));
}
