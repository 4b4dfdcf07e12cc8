import { lineBefore, linesOf } from '../../audit/history.ts';
import { type SiteLook, stateOf } from '../../audit/look.ts';
import type { Before } from '../../audit/visits.ts';
import type { Item, Job } from '../../jobs/types.ts';
import type { Website } from '../../services/index.ts';
import { traitsOf } from '../../services/traits.ts';
import { pastAudits } from '../../storage/audits.ts';
import { connections, get } from '../../storage/settings.ts';
import { sharesVisits } from '../../tracking/sharesVisits.ts';
import { websiteRows } from '../records/records.ts';

/** Whether an account's service can report visits. */
export async function tellsVisits(account: string): Promise<boolean> {
  const { list } = await get(connections);
  return !!traitsOf(list.find((one) => one.account === account)?.kind).hits;
}

async function recordsOf(account: string, ids: readonly string[]) {
  const rows = await websiteRows(account, ids);
  return new Map(
    rows.flatMap((row) => {
      const { id, created_at = '' }: Partial<Website> = row?.record ?? {};
      const created = Date.parse(created_at);
      return id && row ? [[id, { created: created || undefined, reported: row.at, hosts: row.hosts }] as const] : [];
    }),
  );
}

/**
 * Resolves to a function that returns what was known about an item's site before this audit. `reported`: when the
 * service last reported the website's record (milliseconds since 1970).
 */
export async function knownBefore(
  job: Job,
  items: readonly Item[],
): Promise<(item: Item) => Before & { reported?: number }> {
  const known = await recordsOf(
    job.account,
    items.flatMap(({ id }) => id ?? []),
  );
  const lines = linesOf((await pastAudits(job.account)).filter(({ id }) => id !== job.id));
  return (item) => {
    const { hosts = [], ...moments } = known.get(item.id ?? '') ?? {};
    return { line: lineBefore(job, item, lines), sharesVisits: sharesVisits(hosts, item.key), ...moments };
  };
}

/** The states in which an audit's item may have a result for its site. */
export const examined = ['done', 'failed', 'skipped'] as const;

/** Returns a report's item with a new result (`look`), and with the outcome that follows from it. */
export const withLook = (item: Item, look: SiteLook): Item => ({ ...item, outcome: stateOf(look), look });

/**
 * Returns the job with a greater count of ended items, so that pages read the job again. Used for changes that do not
 * end any item.
 */
export const changedNow = (job: Job): Job => ({ ...job, run: { ...job.run, ended: job.run.ended + 1 } });
