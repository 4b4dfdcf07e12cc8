import { get, type Setting, textsIn, update } from './settings.ts';

/**
 * The accounts of services that were saved although they did not answer. No key is sent to such a service before it has
 * been recognised without a key.
 */
export const untestedAccounts: Setting<string[]> = {
  key: 'untested',
  area: 'local',
  version: 1,
  fallback: [],
  parse: textsIn,
};

/** Accounts of removed connections never leave the list by themselves, so only the latest stay in it. */
const most = 50;

/** Stores whether the service of an account was recognised. */
export async function noteTested(account: string, isTested: boolean): Promise<void> {
  if ((await get(untestedAccounts)).includes(account) !== isTested) return;
  await update(untestedAccounts, (all) =>
    isTested ? all.filter((one) => one !== account) : [...all, account].slice(-most),
  );
}
