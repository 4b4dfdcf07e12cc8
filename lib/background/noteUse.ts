import { activeConnection, type Connections, connections, get, update } from '../storage/settings.ts';

/** Notes that the connection with this account was used last. Never rejects, because the note is not important. */
export async function noteUse(account: string): Promise<void> {
  if (activeConnection(await get(connections))?.account === account) return;
  const note = (all: Connections): Connections => {
    const used = all.list.find((one) => one.account === account);
    return used ? { ...all, active: used.id } : all;
  };
  await update(connections, note).catch(() => {});
}
