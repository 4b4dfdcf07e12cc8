import { browser } from 'wxt/browser';

/** How an outcome looks on the toolbar button. The title carries the words; colour never carries them alone. */
const looks = {
  done: { text: '✓', color: '#0f766e' },
  failed: { text: '!', color: '#b42318' },
  busy: { text: '…', color: '#475467' },
} as const;

/** Shows an outcome on one tab's toolbar button; the browser clears it when the tab goes elsewhere. A closed tab is no failure. */
export async function showBadge(tabId: number | undefined, look: keyof typeof looks, title: string): Promise<void> {
  const { text, color } = looks[look];
  const details = tabId === undefined ? {} : { tabId };
  await Promise.allSettled([
    browser.action.setBadgeBackgroundColor({ ...details, color }),
    browser.action.setBadgeText({ ...details, text }),
    browser.action.setTitle({ ...details, title }),
  ]);
}
