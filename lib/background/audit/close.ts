import { homePagesOf } from '../../audit/access.ts';
import { allJobs, itemsOf } from '../../jobs/store.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { forgetJob, writeJob } from '../../jobs/write.ts';
import { giveBackAccess, noteUnneeded } from '../../storage/lentAccess.ts';
import { isAhead } from '../../util/moments.ts';
import { isConnected } from '../request.ts';
import { keepResult } from './keep.ts';
import { isNetworkLost, takeBack } from './network.ts';
import { stillRegistered } from './stillRegistered.ts';
import { tellsVisits } from './visits.ts';

/**
 * Returns the items of earlier reports that the new report takes over. Their sites have no result in this audit, or a
 * person has opened their page since this audit examined it. Leaves out sites whose record has certainly been deleted
 * or replaced by another one. If this audit covers all registered sites, also leaves out sites that are not in it.
 */
async function leftOver(
  { id, account, isWhole }: Job,
  items: readonly Item[],
  before: readonly Job[],
): Promise<Item[]> {
  const told = (await Promise.all(before.map((job) => itemsOf(job.id)))).flat().filter(({ look }) => look);
  const own = new Map(items.map((item) => [item.key, item]));
  const isNews = ({ key, sent = 0 }: Item) => {
    const here = own.get(key);
    // A time in the future was stored before the clock was set back.
    return here?.look ? sent > (here.sent ?? 0) && !isAhead(sent, Date.now()) : here || !isWhole;
  };
  const rest = new Map(told.filter(isNews).map((item) => [item.key, item]));
  const registered = await stillRegistered(account, [...rest.values()]);
  const isSame = ({ id, key }: Item) => [id, undefined].includes(rest.get(key)?.id);
  const placeOf = (key: string) => own.get(key)?.look && own.get(key)?.at;
  return registered
    .filter(isSame)
    .map((item, index) => ({ ...item, job: id, at: placeOf(item.key) ?? items.length + index }));
}

/**
 * Finishes an audit that has ended: stores its result, replaces the previous report (see `leftOver`), starts to give up
 * the permissions for its sites, and lets the runner ask the service for visits. If the network has failed, first
 * discards the results of unreachable sites (see `takeBack`). Deletes the report if its account is no longer connected.
 * If the worker stops midway, the next worker can call this again.
 */
export async function closeAudit(closing: Job): Promise<void> {
  const { id, account } = closing;
  if ((closing.heldUp && closing.state === 'cancelled') || (await isNetworkLost(closing))) await takeBack(closing);
  const isBefore = ({ kind, ended, holdsAccess, ...job }: Job) =>
    kind === 'audit' && job.account === account && job.id !== id && ended && !holdsAccess;
  const before = (await allJobs()).filter(isBefore);
  for (const job of before) if (job.asksVisits) await keepResult(job, await itemsOf(job.id)).catch(() => {});
  const items = await itemsOf(id);
  await keepResult(closing, items).catch(() => {});
  const lent = { id: `audit ${id}`, urls: homePagesOf(items.map(({ key }) => key)) };
  await noteUnneeded(lent);
  // Not awaited, because Chromium takes half a minute for thousands of sites.
  void giveBackAccess(lent);
  const rest = await leftOver(closing, items, before);
  // This audit also requests the missing visits of sites that it takes over. If an earlier audit without these visits
  // was a repeated one, this audit notifies the person in its place.
  const repeat = before.some(({ asksVisits, isRepeat }) => asksVisits && isRepeat) ? { isRepeat: true as const } : {};
  const visits = (await tellsVisits(account)) ? { asksVisits: true as const, troubles: 0, ...repeat } : {};
  const closed = ({ holdsAccess: _, ...job }: Job): Job => ({ ...job, ...visits });
  // If the account is no longer connected, deletes only the new report. The earlier ones stay, because they may have
  // been moved to the account of a new key.
  if (!(await isConnected(account))) return forgetJob(id);
  await writeJob(id, [], (job) => ({ job: closed(job), items: rest }));
  for (const job of before) await forgetJob(job.id);
}
