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

/** Whether an account's service has refused to register a host twice. */
export const refusesDoubles = (account: string): Promise<boolean> =>
  get(refusing).then(
    (all) => all.includes(account),
    () => false,
  );

/** Notes that it has. Failing to note it fails nothing. */
export async function noteRefusedDouble(account: string): Promise<void> {
  if (await refusesDoubles(account)) return;
  const { list } = await get(connections);
  const isConnected = (name: string) => list.some((one) => one.account === name);
  await update(refusing, (all) => [...all.filter(isConnected), account]).catch(() => {});
}
