import { get, update } from './settings.ts';
import { textsSetting } from './textSetting.ts';

/**
 * The accounts of services that were saved although they had not answered. Before Waymark sends such a service its key,
 * it must recognise the service without the key.
 */
export const untestedAccounts = textsSetting('untested');

/** The greatest number of accounts in the list. Accounts of removed connections stay until newer ones replace them. */
const most = 50;

/** Notes that an account's service has been recognised without its key (`isTested`), or that it has not. */
export async function noteTested(account: string, isTested: boolean): Promise<void> {
  if ((await get(untestedAccounts)).includes(account) !== isTested) return;
  await update(untestedAccounts, (all) =>
    isTested ? all.filter((one) => one !== account) : [...all, account].slice(-most),
  );
}
