import { openCreate } from '../../jobs/openCreates.ts';
import type { Website } from '../../services/index.ts';
import { connections, get, type Setting, textsIn, update } from '../../storage/settings.ts';
import type { BoundContext } from '../request.ts';
import { tracesOf } from '../traces.ts';

/**
 * The accounts whose service has refused to register a host twice. There a create whose answer was lost can be sent again: if
 * both requests are carried out, one of them is refused.
 */
const refusing: Setting<string[]> = {
  key: 'refusesDoubles',
  area: 'local',
  version: 1,
  fallback: [],
  parse: textsIn,
};

/**
 * The accounts whose service has made a record with the id that we chose. There a create can be sent again under its id;
 * earlier versions of a server may pass over the id, and would make a second record.
 */
const taking: Setting<string[]> = {
  key: 'takesIds',
  area: 'local',
  version: 1,
  fallback: [],
  parse: textsIn,
};

const isIn = (accounts: Setting<string[]>, account: string): Promise<boolean> =>
  get(accounts).then(
    (all) => all.includes(account),
    () => false,
  );

/** Failing to note it fails nothing. */
async function note(accounts: Setting<string[]>, account: string): Promise<void> {
  if (await isIn(accounts, account)) return;
  const { list } = await get(connections);
  const isConnected = (name: string) => list.some((one) => one.account === name);
  await update(accounts, (all) => [...all.filter(isConnected), account]).catch(() => {});
}

/** Whether an account's service has refused to register a host twice. */
export const refusesDoubles = (account: string): Promise<boolean> => isIn(refusing, account);
export const noteRefusedDouble = (account: string): Promise<void> => note(refusing, account);

/** Whether an account's service has taken an id of ours. */
export const takesIds = (account: string): Promise<boolean> => isIn(taking, account);

/** Notes that the service took our id, where a record shows it. */
export async function noteId({ account, ...context }: BoundContext, host: string, website: Website | undefined) {
  const id = website && tracesOf(context).stored ? (await openCreate(account, host))?.id : undefined;
  if (id && id === website?.id) await note(taking, account);
}
