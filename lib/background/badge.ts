import { browser } from 'wxt/browser';

/**
 * The text and colour of each state of the toolbar button. The button's title says the same in words, so that nobody
 * has to rely on the colour.
 */
export const badgeLooks = {
  /** The states of registering a site: its outcomes, and `busy`. */
  done: { text: '✓', color: '#0f766e' },
  already: { text: '=', color: '#475467' },
  failed: { text: '!', color: '#b42318' },
  busy: { text: '…', color: '#475467' },
  /** A site was registered, but the service made it public although the person did not want that. */
  exposed: { text: '◉!', color: '#b42318' },
  /** The states of the tab's site: registered, registered and public, not registered, or unknown. */
  registered: { text: '✓', color: '#0f766e' },
  public: { text: '◉', color: '#0f766e' },
  absent: { text: '–', color: '#475467' },
  unknown: { text: '?', color: '#475467' },
} as const;

export type BadgeLook = keyof typeof badgeLooks;

/**
 * Sets the text, title and colour of the toolbar button on the given tab or, without a `tabId`, on all tabs. Ignores
 * failures, because the tab may have been closed.
 */
const paint = (tab: { tabId?: number }, text: string, title: string, color?: string) =>
  Promise.allSettled([
    color && browser.action.setBadgeBackgroundColor({ ...tab, color }),
    browser.action.setBadgeText({ ...tab, text }),
    browser.action.setTitle({ ...tab, title }),
  ]);

/** The end of a badge's text if the badge is not about the site in the tab. */
const ofAnother = '+';

/**
 * Shows an outcome on one tab's toolbar button. The browser removes it when the tab navigates. `isElsewhere`: whether
 * the outcome is not about the tab's site. The badge then has no tick, because a tick stands for that site.
 */
export async function showBadge(
  tabId: number | undefined,
  look: BadgeLook,
  title: string,
  isElsewhere = false,
): Promise<void> {
  const { text, color } = badgeLooks[look];
  const sign = isElsewhere ? text.replace('✓', '') + ofAnother : text;
  if (tabId !== undefined) await paint({ tabId }, sign, title, color);
}

/** Shows the progress of the jobs on every tab's toolbar button. Without `color`, the colour does not change. */
export const showOnEveryTab = (text: string, title: string, color?: string): Promise<unknown> =>
  paint({}, text, title, color);

/**
 * The value null makes a tab show the same badge as all tabs. Firefox accepts null everywhere, Chromium only for the
 * text. The browser's type definitions do not allow null.
 */
const asOnEveryTab = null as never;

/**
 * Resets one tab's toolbar button, so that it again shows the badge common to all tabs, which is the progress of jobs.
 */
export async function clearBadge(tabId: number): Promise<void> {
  const { action } = browser;
  const title = async () => action.setTitle({ tabId, title: asOnEveryTab });
  await Promise.allSettled([
    action.setBadgeText({ tabId, text: asOnEveryTab }),
    // Chromium refuses null here and keeps a tab's title until the tab navigates. An empty title makes it show the
    // extension's name.
    title().catch(() => action.setTitle({ tabId, title: '' })),
  ]);
}

const textOn = (tabId: number) => browser.action.getBadgeText({ tabId }).catch(() => '');

/** Whether a tab's badge shows a request in progress. */
export const isBusyShown = async (tabId: number): Promise<boolean> => (await textOn(tabId)) === badgeLooks.busy.text;

/**
 * Whether a tab's badge shows something that must stay: a failure, a request in progress, or the outcome for another
 * site. If the stored state of the tab's site is newer than the badge (`isNewer`), only an outcome for another site
 * stays. The warning that the site is public stays until the site is known to be registered and not public
 * (`isHidden`).
 */
export async function outcomeShown(tabId: number, isNewer = false, isHidden = false): Promise<boolean> {
  const { failed, busy, exposed } = badgeLooks;
  const text = await textOn(tabId);
  const staying = [...(isNewer ? [] : [failed, busy]), ...(isHidden ? [] : [exposed])];
  return text.endsWith(ofAnother) || staying.some((look) => look.text === text);
}
