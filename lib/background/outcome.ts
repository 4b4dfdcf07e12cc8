import { type Browser, browser } from 'wxt/browser';
import { get, preferences } from '../storage/settings.ts';
import { t } from '../text/i18n.ts';
import { type BadgeLook, showBadge } from './badge.ts';

async function notify(title: string, message: string): Promise<void> {
  const { notifications } = await get(preferences);
  if (!notifications || !browser.notifications) return;
  await browser.notifications.create({
    type: 'basic',
    iconUrl: browser.runtime.getURL('/icons/128.png'),
    title,
    message,
  });
}

/** Shows the outcome of a menu item or shortcut on the tab's toolbar button, and as a notification if these are on. */
export async function tellOutcome(
  tab: Browser.tabs.Tab | undefined,
  look: Extract<BadgeLook, 'done' | 'already' | 'failed'>,
  host: string,
  text: string,
): Promise<void> {
  await showBadge(tab?.id, look, text);
  await notify(host || t('extension.name'), text);
}
