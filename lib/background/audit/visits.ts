import { isOwn, linesOf } from '../../audit/history.ts';
import { type PastState, type SiteLook, stateOf } from '../../audit/look.ts';
import type { Before } from '../../audit/visits.ts';
import type { Item, Job } from '../../jobs/types.ts';
import type { Website } from '../../services/index.ts';
import { traitsOf } from '../../services/traits.ts';
import { pastAudits } from '../../storage/audits.ts';
import { connections, get } from '../../storage/settings.ts';
import { records } from '../records/records.ts';

/** Whether the service of an account tells of visits. */
export async function tellsVisits(account: string): Promise<boolean> {
  const { list } = await get(connections);
  return !!traitsOf(list.find((one) => one.account === account)?.kind).hits;
}

/** When each website was registered, as far as its service told, and when it was reported last. */
async function momentsOf(account: string, ids: readonly string[]) {
  const rows = await records.read((reads) => reads.get('websites', account, ids)).catch(() => []);
  return new Map(
    rows.flatMap((row) => {
      const { id, created_at = '' }: Partial<Website> = row?.record ?? {};
      const created = Date.parse(created_at);
      return id && row ? [[id, { created: created || undefined, reported: row.at }] as const] : [];
    }),
  );
}

interface Reported {
  /** When the service last reported the record (milliseconds since 1970). */
  reported?: number;
}

/** What is known of sites from before an audit. */
export async function knownBefore(job: Job, items: readonly Item[]): Promise<(item: Item) => Before & Reported> {
  const moments = await momentsOf(
    job.account,
    items.flatMap(({ id }) => id ?? []),
  );
  const lines = linesOf((await pastAudits(job.account)).filter(({ id }) => id !== job.id));
  const none: readonly PastState[] = [];
  return ({ key, id = '' }) => ({ line: lines.get(key) ?? none, ...moments.get(id) });
}

/** An ended audit in which one of its own sites is looked at in another way than before. */
export function relooked(job: Job, item: Item, look: SiteLook, sent = item.sent): { job: Job; item: Item } {
  const outcomes = { ...job.outcomes };
  if (item.outcome && isOwn(job, item)) outcomes[item.outcome] = (outcomes[item.outcome] ?? 1) - 1;
  const outcome = stateOf(look);
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { job: { ...job, outcomes }, item: { ...item, outcome, look, ...(sent === undefined ? {} : { sent }) } };
}

/** Pages see by this that there is something new to read. */
export const changedNow = (job: Job): Job => ({ ...job, run: { ...job.run, ended: job.run.ended + 1 } });
