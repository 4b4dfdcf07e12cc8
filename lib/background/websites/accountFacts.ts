import { openCreate } from '../../jobs/openCreates.ts';
import type { Website } from '../../services/index.ts';
import { connections, get, type Setting, textsSetting, update } from '../../storage/settings.ts';
import type { BoundContext } from '../request.ts';
import { tracesOf } from '../traces.ts';

/**
 * The accounts whose service has refused to register a host twice. After a lost answer, a create can be sent again to
 * such a service: if the service carries out the first one, it refuses the second.
 */
const refusing = textsSetting('refusesDoubles');

/**
 * The accounts whose service has created a record with an id chosen by Waymark. After a lost answer, a create can be
 * sent again to such a service under the same id. (An older version of a service may ignore the id, and would then
 * create a second record.)
 */
const taking = textsSetting('takesIds');

/** Whether an account is in a list such as `refusing`. */
export const isIn = (accounts: Setting<string[]>, account: string): Promise<boolean> =>
  get(accounts).then(
    (all) => all.includes(account),
    () => false,
  );

/** Adds an account to a list such as `refusing`, and drops unconnected accounts. Ignores failures. */
export async function note(accounts: Setting<string[]>, account: string): Promise<void> {
  if (await isIn(accounts, account)) return;
  const { list } = await get(connections);
  const isConnected = (name: string) => list.some((one) => one.account === name);
  await update(accounts, (all) => [...all.filter(isConnected), account]).catch(() => {});
}

/** Whether an account's service has refused to register a host twice. */
export const refusesDoubles = (account: string): Promise<boolean> => isIn(refusing, account);
/** Notes that an account's service has refused to register a host twice. */
export const noteRefusedDouble = (account: string): Promise<void> => note(refusing, account);

/** Whether an account's service has created a record with an id chosen by Waymark. */
export const takesIds = (account: string): Promise<boolean> => isIn(taking, account);

/**
 * If a host's record (`website`) has the id that Waymark sent to create it, notes that the account's service accepts
 * ids chosen by Waymark.
 */
export async function noteId({ account, ...context }: BoundContext, host: string, website: Website | undefined) {
  const id = website && tracesOf(context).stored ? (await openCreate(account, host))?.id : undefined;
  if (id && id === website?.id) await note(taking, account);
}
