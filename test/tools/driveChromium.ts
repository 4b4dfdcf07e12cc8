import { openPage, openPopup, worker } from '../e2e/harness/extension.ts';
import { allowHost } from '../e2e/harness/permissions.ts';
import type { Session } from '../e2e/harness/session.ts';
import type { Driver } from './tour.ts';

/** Drives headless Chromium, which lacks dialogs and menus: allows the host first, and calls the menu's handler. */
export const chromiumDriver = (session: Session): Driver => ({
  openPage: (path) => openPage(session, path),
  openPopup: (page) => openPopup(session, page),
  allowing: async (act) => {
    await allowHost(session, 'http://127.0.0.1/*');
    await act();
  },
  trackFromMenu: async (page) => {
    await (await worker(session)).evaluate(async (pageUrl) => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      // A real click would give the extension access to the tab's address (`activeTab`).
      const { get } = chrome.tabs;
      chrome.tabs.get = async (id) => ({ ...(await get(id)), ...(id === tab?.id ? { url: pageUrl } : {}) });
      chrome.contextMenus.onClicked.dispatch({ menuItemId: 'track', pageUrl, editable: false }, tab);
    }, page.url());
  },
  button: async () =>
    (await worker(session)).evaluate(async () => {
      const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
      const of = tab?.id === undefined ? {} : { tabId: tab.id };
      return [await chrome.action.getBadgeText(of), await chrome.action.getTitle(of)].join(' ');
    }),
  complaints: async () => session.complaints.map(({ where, text }) => `${where}: ${text}`),
});
