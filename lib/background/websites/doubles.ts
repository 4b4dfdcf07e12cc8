import { connections, get, type Setting, textsIn, update } from '../../storage/settings.ts';

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
export const noteTakenId = (account: string): Promise<void> => note(taking, account);
