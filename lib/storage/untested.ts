import { get, update } from './settings.ts';
import { textsSetting } from './textSetting.ts';

/**
 * The accounts of services that were saved although they had not answered. Waymark must recognise such a service
 * without the key before it sends the key.
 */
export const untestedAccounts = textsSetting('untested');

/** The maximum number of accounts in the list. Accounts of removed connections stay until newer ones push them out. */
const most = 50;

/** Notes whether an account's service has been recognised without its key (`isTested`). */
export async function noteTested(account: string, isTested: boolean): Promise<void> {
  if ((await get(untestedAccounts)).includes(account) !== isTested) return;
  await update(untestedAccounts, (all) =>
    isTested ? all.filter((one) => one !== account) : [...all, account].slice(-most),
  );
}
