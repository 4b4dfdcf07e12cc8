import { browser } from 'wxt/browser';
import { get, type Setting, setNow } from '../../storage/settings.ts';
import { startDelay } from '../startDelay.ts';

export const policyAlarm = 'policy';

// Loaded when needed, to keep the worker's start fast.
const follow = async (isCertain: boolean) => (await import('./follow.ts')).followPolicy(isCertain);

/** Applies the policy at a time when an empty answer from the browser can be trusted. */
export const followAgain = async (): Promise<void> => void (await follow(true));

/** Whether the policy was applied since the browser, or this extension, was started. */
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

/** Registers the events after which an organisation's policy is applied. Synchronous. */
export function listenForPolicy(): void {
  browser.runtime.onStartup.addListener(followAtStart);
  browser.runtime.onInstalled.addListener(followAtStart);
  browser.storage.onChanged.addListener((_changes, area) => (area === 'managed' ? followAgain() : undefined));
  // A re-enabled extension gets neither onStartup nor onInstalled.
  setTimeout(async () => (await get(followed)) || (await followAtStart()), startDelay);
}
