import { browser } from 'wxt/browser';
import { get, type Setting, setNow } from '../../storage/settings.ts';
import { startDelay } from '../startDelay.ts';

// Loaded when needed, to keep the worker's start fast.
const follow = async (isCertain: boolean) => (await import('./follow.ts')).followPolicy(isCertain);

/**
 * Whether, since the start of the browser or of this extension, the policy was applied or certainly does not exist.
 * `unsure`: the browser has to be asked again.
 */
export const followed: Setting<boolean | 'unsure'> & { area: 'session' } = {
  key: 'policyFollowed',
  area: 'session',
  version: 1,
  fallback: false,
  parse: (value) => (value === 'unsure' ? value : value === true),
};

/** Applies the policy at a time when an empty answer of the browser can be trusted. */
export async function followAgain(): Promise<void> {
  await follow(true);
  await setNow(followed, true);
}

async function followAtStart(): Promise<void> {
  const isDone = await follow(false);
  if (isDone !== undefined) await setNow(followed, isDone || 'unsure');
}

/** Registers the events after which an organisation's policy is applied. Synchronous. */
export function listenForPolicy(): void {
  let started: Promise<void> | undefined;
  const atStart = () =>
    (started ??= followAtStart().catch((error) => {
      // The next event tries again.
      started = undefined;
      throw error;
    }));
  browser.runtime.onStartup.addListener(atStart);
  browser.runtime.onInstalled.addListener(atStart);
  browser.storage.onChanged.addListener((_changes, area) => (area === 'managed' ? followAgain() : undefined));
  // A re-enabled extension gets neither onStartup nor onInstalled, and a policy may only be available by now.
  setTimeout(async () => (await get(followed)) || (await atStart()), startDelay);
}
