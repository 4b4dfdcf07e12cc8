import { nameOf } from '@/lib/connections/name.ts';
import { t } from '@/lib/text/i18n.ts';
import { loadPopup, type Picked, type PopupStart } from './load.ts';

/** Loads everything again while the popup is open. `isChanged`: says that the connection was changed elsewhere. */
export async function reloadPopup(picked: Picked, isChanged: boolean): Promise<PopupStart> {
  const start = await loadPopup(globalThis.preload(), picked);
  const { connection } = start;
  return isChanged && connection
    ? { ...start, said: t('popup.connection_changed', { host: nameOf(connection) }) }
    : start;
}
