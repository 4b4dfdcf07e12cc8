import { browser } from 'wxt/browser';
import { noticePrefix } from '../../audit/repeat.ts';
import { startDelay } from '../startDelay.ts';

// Not evaluated at the worker's start.
const repeats = () => import('./repeats.ts');

/** Begins what is due. */
export const runRepeats = async () => (await import('./runRepeats.ts')).runRepeats();

/** Registers the events, beside the alarm, that repeated audits depend on. Synchronous. */
export function listenForRepeats(): void {
  setTimeout(async () => (await repeats()).afterStart(), startDelay + 500);
  browser.permissions.onRemoved.addListener(async () => (await repeats()).stopRepeats());
  // There only once notifications are allowed.
  browser.notifications?.onClicked.addListener(async (id) => {
    if (id.startsWith(noticePrefix))
      await browser.tabs.create({ url: browser.runtime.getURL('/manage.html?tab=tracking') });
  });
}
