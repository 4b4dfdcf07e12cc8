import { browser } from 'wxt/browser';

export const policyAlarm = 'policy';

// Not evaluated at the worker's start.
const follow = async (isCertain: boolean) => (await import('./follow.ts')).followPolicy(isCertain);

/** Follows the policy when it is certain that there is none if the browser says so. */
export const followAgain = async (): Promise<void> => void (await follow(true));

async function followAtStart(): Promise<void> {
  if (!(await follow(false))) await browser.alarms.create(policyAlarm, { delayInMinutes: 0.5 });
}

/** Follows what an organisation sets for this browser. Synchronous. */
export function listenForPolicy(): void {
  browser.runtime.onStartup.addListener(followAtStart);
  browser.runtime.onInstalled.addListener(followAtStart);
  browser.storage.onChanged.addListener((_changes, area) => (area === 'managed' ? followAgain() : undefined));
}
