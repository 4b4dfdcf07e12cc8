import { accountsOf, addressesOf, serviceAt, servicesOf } from '../connections/services.ts';
import { dropOtherPresses, moveCreates } from '../jobs/openCreates.ts';
import { dropOtherAudits } from '../storage/audits.ts';
import { dropHits } from '../storage/hits.ts';
import { dropRefreshes } from '../storage/refresh.ts';
import { type ConnectionAddress, type Connections, connections, getCertain } from '../storage/settings.ts';
import { cancelOtherAudits } from './jobs/handlers.ts';
import { keyFor } from './keys.ts';
import { dropOtherRateLimits } from './rateLimits.ts';
import { change } from './records/change.ts';
import { records } from './records/records.ts';

/**
 * Moves the stored data of a changed connection's services to their new accounts. Moves nothing if the service's
 * address has changed, too. One exception: if the analytics service still has the same key, its audits are moved,
 * because they are about the pages of the sites. `key`: the new key of the analytics service, which is not stored yet.
 */
export async function moveToAccounts(
  before: ConnectionAddress | undefined,
  now: ConnectionAddress | undefined,
  key?: string,
) {
  for (const { service, url, account, list } of servicesOf(before)) {
    const next = serviceAt(now, service);
    if (!next || next.account === account) continue;
    const isThere = next.url === url;
    if (service === 'analytics' && (isThere || (key && key === (await keyFor(before?.id ?? '', service, url)))))
      await import('./audit/repeats.ts').then(({ moveAudits }) => moveAudits(account, next.account)).catch(() => {});
    if (!isThere) continue;
    if (service === 'analytics') {
      // Also moves open creates: the service may still carry out a create that was sent with the previous key.
      await moveCreates(account, next.account).catch(() => {});
      const typed = import('../storage/typedSites.ts');
      await typed.then(({ moveTypedSites }) => moveTypedSites(account, next.account)).catch(() => {});
    }
    await (await import('./records/keepAnswer.ts')).moveRecords(list, account, next.account);
  }
}

/**
 * Forgets records that belong to no connection, because they could not be deleted along with their connection. Rejects
 * if the settings or the store cannot be read.
 */
export async function forgetGone(): Promise<void> {
  const accounts = (await getCertain(connections)).list.flatMap(accountsOf);
  const { keepAccounts } = await import('../records/write.ts');
  await keepAccounts(records, accounts);
}

/** Forgets the stored data of accounts and services that are no longer connected, and ends their audits. */
export async function keepToConnections(all: Connections): Promise<void> {
  const accounts = all.list.flatMap(accountsOf);
  await dropOtherPresses(accounts).catch(() => {});
  await change('', ({ keepAccounts }) => keepAccounts(records, accounts)).catch(() => {});
  const isGone = (account: string) => !accounts.includes(account);
  await dropHits(isGone).catch(() => {});
  await dropOtherRateLimits(all.list.flatMap(addressesOf));
  await cancelOtherAudits(accounts).catch(() => {});
  await dropOtherAudits(accounts).catch(() => {});
  await import('./audit/repeats.ts').then(({ endOtherRepeats }) => endOtherRepeats(accounts)).catch(() => {});
  await dropRefreshes(isGone).catch(() => {});
}
