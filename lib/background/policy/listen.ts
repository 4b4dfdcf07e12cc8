import { browser } from 'wxt/browser';
import { get, type Setting, setNow } from '../../storage/settings.ts';
import { startDelay } from '../startDelay.ts';

export const policyAlarm = 'policy';

// Not evaluated at the worker's start.
const follow = async (isCertain: boolean) => (await import('./follow.ts')).followPolicy(isCertain);

/** Follows the policy when it is certain that there is none if the browser says so. */
export const followAgain = async (): Promise<void> => void (await follow(true));

/** Whether it was followed since the browser, or this extension, was started. */
const followed: Setting<boolean> & { area: 'session' } = {
  key: 'policyFollowed',
  area: 'session',
  version: 1,
  fallback: false,
  parse: (value) => value === true,
};

async function followAtStart(): Promise<void> {
  await setNow(followed, true);
  if (!(await follow(false))) await browser.alarms.create(policyAlarm, { delayInMinutes: 0.5 });
}

/** Follows what an organisation sets for this browser. Synchronous. */
export function listenForPolicy(): void {
  browser.runtime.onStartup.addListener(followAtStart);
  browser.runtime.onInstalled.addListener(followAtStart);
  browser.storage.onChanged.addListener((_changes, area) => (area === 'managed' ? followAgain() : undefined));
  // A re-enabled extension gets neither onStartup nor onInstalled.
  setTimeout(async () => (await get(followed)) || (await followAtStart()), startDelay);
}
