import { get, type Setting, textsIn, update } from './settings.ts';

/** The accounts of services that were saved without an answer: none gets its key before it was recognised without it. */
export const untestedAccounts: Setting<string[]> = {
  key: 'untested',
  area: 'local',
  version: 1,
  fallback: [],
  parse: textsIn,
};

/** Those of removed connections are never asked again, so only the latest are kept. */
const most = 50;

/** Notes whether the service of an account was recognised. */
export async function noteTested(account: string, isTested: boolean): Promise<void> {
  if ((await get(untestedAccounts)).includes(account) !== isTested) return;
  await update(untestedAccounts, (all) =>
    isTested ? all.filter((one) => one !== account) : [...all, account].slice(-most),
  );
}
