import { openCreate } from '../../jobs/openCreates.ts';
import type { Website } from '../../services/index.ts';
import { connections, get, type Setting, textsIn, update } from '../../storage/settings.ts';
import type { BoundContext } from '../request.ts';
import { tracesOf } from '../traces.ts';

/**
 * The accounts whose service has refused to register a host twice. Such a service can be sent a create again after a
 * lost answer: if it carries out both requests, it refuses one of them.
 */
const refusing: Setting<string[]> = {
  key: 'refusesDoubles',
  area: 'local',
  version: 1,
  fallback: [],
  parse: textsIn,
};

/**
 * The accounts whose service has created a record with an id of ours. Such a service can be sent a create again under
 * the same id. A service of an earlier version may ignore the id, and would create a second record.
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

/** Adds an account to a list. A failure is ignored. */
async function note(accounts: Setting<string[]>, account: string): Promise<void> {
  if (await isIn(accounts, account)) return;
  const { list } = await get(connections);
  const isConnected = (name: string) => list.some((one) => one.account === name);
  await update(accounts, (all) => [...all.filter(isConnected), account]).catch(() => {});
}

/** Whether an account's service has refused to register a host twice. */
export const refusesDoubles = (account: string): Promise<boolean> => isIn(refusing, account);
export const noteRefusedDouble = (account: string): Promise<void> => note(refusing, account);

/** Whether an account's service has accepted an id of ours. */
export const takesIds = (account: string): Promise<boolean> => isIn(taking, account);

/**
 * Stores that the account's service accepts our ids, if a record has the id with which the create of its host was sent.
 */
export async function noteId({ account, ...context }: BoundContext, host: string, website: Website | undefined) {
  const id = website && tracesOf(context).stored ? (await openCreate(account, host))?.id : undefined;
  if (id && id === website?.id) await note(taking, account);
}
