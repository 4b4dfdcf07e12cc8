import { browser } from 'wxt/browser';
import { get, type Setting, set } from '../../storage/settings.ts';
import { startDelay } from '../startDelay.ts';

// Loaded on demand, so that the worker starts fast.
const follow = async (isCertain: boolean) => (await import('./follow.ts')).followPolicy(isCertain);

/**
 * Whether the policy was applied in this session, or certainly does not exist. `unsure`: the browser must be asked
 * again.
 */
export const followed: Setting<boolean | 'unsure'> = { key: 'policyFollowed', area: 'session', fallback: false };

/** Applies the browser's policy. Call it only once an empty policy certainly means that there is none. */
export async function followAgain(): Promise<void> {
  await follow(true);
  await set(followed, true);
}

async function followAtStart(): Promise<void> {
  const isDone = await follow(false);
  if (isDone !== undefined) await set(followed, isDone || 'unsure');
}

/** Registers the listeners that apply the policy. Must be called synchronously at the worker's start. */
export function listenForPolicy(): void {
  let started: Promise<void> | undefined;
  const atStart = () =>
    (started ??= followAtStart().catch((error) => {
      // Lets the next event try again.
      started = undefined;
      throw error;
    }));
  browser.runtime.onStartup.addListener(atStart);
  browser.runtime.onInstalled.addListener(atStart);
  browser.storage.onChanged.addListener((_changes, area) => (area === 'managed' ? followAgain() : undefined));
  // An extension that was switched off and on gets neither onStartup nor onInstalled.
  setTimeout(async () => (await get(followed)) || (await atStart()), startDelay);
}
