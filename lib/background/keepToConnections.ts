import { addressesOf } from '../connections/address.ts';
import { dropOtherPresses } from '../jobs/openCreates.ts';
import { dropOtherAudits } from '../storage/audits.ts';
import { type Refresh, refreshesNow } from '../storage/refresh.ts';
import { type Connections, connections, getCertain, update } from '../storage/settings.ts';
import { cancelOtherAudits } from './jobs/handlers.ts';
import { keepRateLimits } from './rateLimits.ts';
import { change } from './records/change.ts';
import { records } from './records/records.ts';

const accountsOf = ({ list }: Connections): string[] =>
  list.flatMap(({ account, seoAccount }) => [account, ...(seoAccount ? [seoAccount] : [])]);

/** Forgets the records of connections whose removal could not reach them. Rejects if the settings or the store cannot be read. */
export async function forgetGone(): Promise<void> {
  const accounts = accountsOf(await getCertain(connections));
  const { keepAccounts } = await import('../records/write.ts');
  await keepAccounts(records, accounts);
}

/** Forgets what is stored of accounts and services that are no longer connected, and ends their audits. */
export async function keepToConnections(all: Connections): Promise<void> {
  const accounts = accountsOf(all);
  await dropOtherPresses(accounts).catch(() => {});
  await change('', ({ keepAccounts }) => keepAccounts(records, accounts)).catch(() => {});
  await keepRateLimits(all.list.flatMap(addressesOf));
  await cancelOtherAudits(accounts).catch(() => {});
  await dropOtherAudits(accounts).catch(() => {});
  await import('./audit/repeats.ts').then(({ endOtherRepeats }) => endOtherRepeats(accounts)).catch(() => {});
  const isKept = ([, { account }]: [string, Refresh]) => accounts.includes(account);
  // For display only: a reading of another account ends by itself at its next page.
  await update(refreshesNow, (all) => Object.fromEntries(Object.entries(all).filter(isKept))).catch(() => {});
}
