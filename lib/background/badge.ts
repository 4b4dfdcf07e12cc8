import { browser } from 'wxt/browser';

/** What the toolbar button can show. The title says the same in words, so that nothing depends on colour alone. */
const badgeLooks = {
  /** Outcomes. */
  done: { text: '✓', color: '#0f766e' },
  already: { text: '=', color: '#475467' },
  failed: { text: '!', color: '#b42318' },
  busy: { text: '…', color: '#475467' },
  /** Done, for another site than the tab shows. */
  elsewhere: { text: '+', color: '#0f766e' },
  /** Whether a site is registered. */
  registered: { text: '✓', color: '#0f766e' },
  public: { text: '◉', color: '#0f766e' },
  absent: { text: '–', color: '#475467' },
  unknown: { text: '?', color: '#475467' },
} as const;

export type BadgeLook = keyof typeof badgeLooks;

/** A closed tab is not an error. */
const paint = (tab: { tabId?: number }, text: string, title: string, color?: string) =>
  Promise.allSettled([
    color && browser.action.setBadgeBackgroundColor({ ...tab, color }),
    browser.action.setBadgeText({ ...tab, text }),
    browser.action.setTitle({ ...tab, title }),
  ]);

/** Shows an outcome on one tab's toolbar button; the browser clears it when the tab navigates. */
export async function showBadge(tabId: number | undefined, look: BadgeLook, title: string): Promise<void> {
  const { text, color } = badgeLooks[look];
  await paint(tabId === undefined ? {} : { tabId }, text, title, color);
}

/** Shows the progress of the jobs on every tab; without `color`, the colour stays. */
export const showOnEveryTab = (text: string, title: string, color?: string): Promise<unknown> =>
  paint({}, text, title, color);

/** Both browsers take null to mean "as on every tab"; the type of `details` lacks it. */
const asOnEveryTab = null as never;

/** Resets one tab's toolbar button, so that it shows the badge of all tabs again (a job's progress). */
export async function clearBadge(tabId: number): Promise<void> {
  const { action } = browser;
  const title = async () => action.setTitle({ tabId, title: asOnEveryTab });
  await Promise.allSettled([
    action.setBadgeText({ tabId, text: asOnEveryTab }),
    // Chromium refuses null here and keeps a tab's title until the tab navigates; an empty title shows the extension's name.
    title().catch(() => action.setTitle({ tabId, title: '' })),
  ]);
}

const textOn = (tabId: number) => browser.action.getBadgeText({ tabId }).catch(() => '');

/** Whether a tab's badge says that a request is in progress. */
export const isBusyShown = async (tabId: number): Promise<boolean> => (await textOn(tabId)) === badgeLooks.busy.text;

/**
 * Whether a tab's badge shows something that the site cache cannot tell: a failure, a request in progress, or what became of
 * another site. `isNewer`: the cache has just changed, so only the last of these stays.
 */
export async function outcomeShown(tabId: number, isNewer = false): Promise<boolean> {
  const { elsewhere, failed, busy } = badgeLooks;
  const text = await textOn(tabId);
  return (isNewer ? [elsewhere] : [elsewhere, failed, busy]).some((look) => look.text === text);
}
