import { type Browser, browser } from 'wxt/browser';
import { connections, get, type Preferences, preferences, watch } from '../storage/settings.ts';
import { clearBadge, outcomeShown, showBadge } from './badge.ts';
import { onRecordsChange } from './records/change.ts';
import { tracesOf } from './traces.ts';

/**
 * The token of the latest update of each tab's badge, by tab id. An update shows nothing once a later one has replaced
 * its token.
 */
const latest = new Map<number, symbol>();

const isOn = async () => (await get(preferences)).badge;

const tabOf = (id: number): Promise<Browser.tabs.Tab | undefined> => browser.tabs.get(id).catch(() => undefined);

/**
 * Shows on a tab's badge whether its site is registered, unless the badge shows something that must stay (see
 * `outcomeShown`). `over`: set if the stored records, the connections or the preferences have just changed. A badge for
 * a registered site, or an empty one, then also replaces a failure or a request in progress.
 */
async function showOn(id: number, over = false): Promise<void> {
  const token = Symbol('look');
  latest.set(id, token);
  try {
    if (!(await isOn())) return unlisten();
    const tab = await tabOf(id);
    if (!tab || !tracesOf({ private: tab.incognito }).unasked) return;
    // Loaded on demand, so that the worker starts fast.
    const shown = await (await import('./badgeFor.ts')).badgeFor(tab.url);
    // An unregistered site does not count as newer: the look-up before a create also changes the records, and the badge
    // must keep showing that create in progress.
    const isNewer = over && (!shown || ['registered', 'public'].includes(shown.look));
    const outcome = await outcomeShown(id, isNewer, shown?.look === 'registered');
    const now = await tabOf(id);
    if (latest.get(id) !== token || !now || now.url !== tab.url || outcome) return;
    await (shown ? showBadge(id, shown.look, shown.title) : clearBadge(id));
  } finally {
    if (latest.get(id) === token) latest.delete(id);
  }
}

const onUpdated = (id: number, { url, status }: { url?: string; status?: string }) =>
  url !== undefined || status !== undefined ? showOn(id) : undefined;
const onActivated = ({ tabId }: { tabId: number }) => showOn(tabId);

async function showActive(): Promise<void> {
  if (!(await isOn())) return;
  const tabs = await browser.tabs.query({ active: true });
  await Promise.all(tabs.map(({ id }) => (id === undefined ? undefined : showOn(id, true))));
}

/** Clears the badge of every tab, except where it shows something that must stay. */
async function clearAll(): Promise<void> {
  const tabs = await browser.tabs.query({});
  await Promise.all(
    tabs.map(async ({ id }) => {
      if (id !== undefined && !(await outcomeShown(id))) await clearBadge(id);
    }),
  );
}

function listen(): void {
  browser.tabs.onUpdated.addListener(onUpdated);
  browser.tabs.onActivated.addListener(onActivated);
}

function unlisten(): void {
  browser.tabs.onUpdated.removeListener(onUpdated);
  browser.tabs.onActivated.removeListener(onActivated);
}

async function followPreference({ badge }: Preferences): Promise<void> {
  if (!badge) {
    unlisten();
    return clearAll();
  }
  listen();
  return showActive();
}

let due: ReturnType<typeof setTimeout> | undefined;

/**
 * How long the stored records must be unchanged before the badges are updated (milliseconds). An import changes them
 * hundreds of times.
 */
const debounceTime = 200;

function onKnown(): void {
  clearTimeout(due);
  due = setTimeout(() => void showActive(), debounceTime);
}

/**
 * Keeps the toolbar badges up to date while the preference is on. Registers its listeners at once, as a worker that was
 * woken must. If the preference is off, the first event removes them, so that browsing does not wake the worker. Sends
 * no request.
 */
export function listenForBadges(): void {
  listen();
  onRecordsChange(onKnown);
  watch(connections, () => void showActive());
  watch(preferences, (now) => void followPreference(now));
}
