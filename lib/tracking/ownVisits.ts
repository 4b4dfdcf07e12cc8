import { browser } from 'wxt/browser';
import { inTime } from '../util/inTime.ts';
import { scanPatience } from './scan.ts';
import type { OwnVisits } from './visits.ts';

/**
 * Runs inside the page, in an isolated world, which has the page's own storage. It is sent as text, so it must not use anything
 * from outside. Never throws.
 * @param host the page may have gone elsewhere
 * @param name what the tracker looks for in the storage
 * @param set whether it is to be there; null: this is only read
 */
export function ownVisitsInPage(host: string, name: string, set: boolean | null): string | null {
  if (location.hostname.replace(/\.$/, '') !== host) return null;
  try {
    if (set) localStorage.setItem(name, '1');
    if (set === false) localStorage.removeItem(name);
    return localStorage.getItem(name) ? 'excluded' : 'counted';
  } catch {
    return 'blocked';
  }
}

const answers: readonly OwnVisits[] = ['counted', 'excluded', 'blocked'];

export interface OwnVisitsOf {
  tabId: number;
  /** The open page's. */
  host: string;
  /** The name that the tracker looks for. */
  storage: string;
  /** Whether the visits are to be left out; undefined: this is only read. */
  set?: boolean | undefined;
}

async function askPage({ tabId, host, storage, set }: OwnVisitsOf): Promise<OwnVisits | undefined> {
  try {
    const [frame] = await browser.scripting.executeScript({
      target: { tabId, frameIds: [0] },
      func: ownVisitsInPage,
      args: [host, storage, set ?? null],
      injectImmediately: true,
    });
    return answers.find((one) => one === frame?.result);
  } catch {
    return undefined;
  }
}

/**
 * Reads, after setting it where that is wanted, whether this browser's visits to the address of the open page are left out.
 * Undefined where the page cannot be reached, or is another by now.
 */
export const ownVisits = (of: OwnVisitsOf): Promise<OwnVisits | undefined> =>
  inTime(askPage(of), scanPatience, undefined);
