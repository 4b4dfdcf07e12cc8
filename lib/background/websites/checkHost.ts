import { standsFor } from '../../hosts/hostOf.ts';
import { endCreate, openCreate } from '../../jobs/openCreates.ts';
import type { SiteCheck } from '../../messages/commands.ts';
import { knownSite } from '../records/records.ts';
import { type BoundContext, serviceOf } from '../request.ts';
import { noteId } from './accountFacts.ts';
import { lookUpHost } from './lookUp.ts';
import { createUnderWay, isWriting, placeOf, turnsAt } from './turns.ts';

/**
 * Waits for writes to a host's record that are under way. Otherwise, the answer to a look-up would be out of date as
 * soon as they end.
 */
async function settleWrites(account: string, host: string): Promise<void> {
  if (!isWriting()) return;
  const [known, { url }] = await Promise.all([knownSite(account, host), serviceOf('analytics', account)]);
  const writes = known ? turnsAt(placeOf(url, 'record', known.website.id)) : [];
  await Promise.allSettled(writes.map(({ answer }) => answer));
}

/**
 * Looks up a host (see `SiteCheck`). If a create of the host is under way and succeeds, returns its website. Otherwise
 * waits for other writes to the host's record, and then asks the service.
 */
export async function checkHost(host: string, context: BoundContext): Promise<SiteCheck> {
  const { account, private: isPrivate } = context;
  const made = await createUnderWay(account, host)?.answer.catch(() => undefined);
  if (made?.website) {
    const found = [made.website];
    // The service may have registered the host without its `www.`.
    const isOwn = standsFor(made.website, host);
    return { host, matches: isOwn ? found : [], related: isOwn ? [] : found, complete: true };
  }
  await settleWrites(account, host);
  const [check, open] = await Promise.all([
    lookUpHost(host, context),
    openCreate(account, host).catch(() => undefined),
  ]);
  if (!open) return check;
  const [website] = check.matches;
  if (website) {
    await noteId(context, host, website);
    await endCreate(account, host);
    return check;
  }
  return isPrivate || !open.private ? { ...check, isUnconfirmed: true } : check;
}
