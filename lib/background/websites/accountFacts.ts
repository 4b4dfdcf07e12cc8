import { openCreate } from '../../jobs/openCreates.ts';
import type { Website } from '../../services/index.ts';
import { connections, get, update } from '../../storage/settings.ts';
import { textsSetting } from '../../storage/textSetting.ts';
import type { BoundContext } from '../request.ts';
import { tracesOf } from '../traces.ts';

/**
 * Makes a stored list of the accounts whose service has shown a certain behaviour. `has`: false if the list cannot be
 * read. `note`: adds an account, drops unconnected accounts, and ignores a failure to store the list.
 */
function accountList(key: string) {
  const accounts = textsSetting(key);
  const has = (account: string): Promise<boolean> =>
    get(accounts).then(
      (all) => all.includes(account),
      () => false,
    );
  const note = async (account: string): Promise<void> => {
    if (await has(account)) return;
    const { list } = await get(connections);
    const isConnected = (name: string) => list.some((one) => one.account === name);
    await update(accounts, (all) => [...all.filter(isConnected), account]).catch(() => {});
  };
  return { has, note };
}

/**
 * The accounts whose service has refused to register a host twice. After a lost answer, a create can be sent to such a
 * service again: if the service still carries out the first one, it refuses the second.
 */
export const refusingDoubles = accountList('refusesDoubles');

/**
 * The accounts whose service has created a record with an id chosen by Waymark. After a lost answer, a create can be
 * sent to such a service again under the same id. (An older version of a service may ignore the id, and would then
 * create a second record.)
 */
export const takingIds = accountList('takesIds');

/**
 * The accounts whose service has registered a host without its `www.`. Such a service counts the visits to both hosts
 * together.
 */
export const joiningWww = accountList('joinsWww');

/**
 * If a host's record (`website`) has the id that Waymark chose for it, notes that the account's service accepts such
 * ids.
 */
export async function noteId({ account, ...context }: BoundContext, host: string, website: Website | undefined) {
  const id = website && tracesOf(context).stored ? (await openCreate(account, host))?.id : undefined;
  if (id && id === website?.id) await takingIds.note(account);
}
