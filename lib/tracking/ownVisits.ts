import { browser } from 'wxt/browser';
import type { OwnVisitsMark } from '../services/types.ts';
import { inTime } from '../util/inTime.ts';
import { scanPatience } from './scan.ts';
import type { OwnVisits } from './visits.ts';

/**
 * Reads or changes the mark by which a tracker leaves out this browser's visits. Runs inside the page, in an isolated
 * world, which has the page's own storage and cookies. This function is sent as text, so it must not use anything from
 * outside. Never throws.
 * @param host the host that the page must still have
 * @param mark the entry that the tracker looks for
 * @param set true sets the mark, false removes it, null only reads it
 */
export function ownVisitsInPage(host: string, { place, name }: OwnVisitsMark, set: boolean | null): string | null {
  if (location.hostname.replace(/\.$/, '') !== host) return null;
  // The site may have set the cookie for a domain above the page's host, and then it can only be removed for that
  // domain.
  const above = host.split('.').map((_, at, labels) => `; domain=${labels.slice(at).join('.')}`);
  const write = (value: string, seconds: number, domain = '') => {
    // biome-ignore lint/suspicious/noDocumentCookie: the page's own tracker reads it there, and the cookies API is a further permission
    document.cookie = `${name}=${value}; path=/; max-age=${seconds}; SameSite=Lax${domain}`;
  };
  const places = {
    localStorage: {
      get: () => localStorage.getItem(name),
      set: () => localStorage.setItem(name, '1'),
      remove: () => localStorage.removeItem(name),
    },
    cookie: {
      get: () => document.cookie.split('; ').some((one) => one.startsWith(`${name}=`) && one.length > name.length + 1),
      // 400 days, the longest that browsers keep a cookie.
      set: () => write('1', 34_560_000),
      remove: () => {
        for (const domain of ['', ...above]) write('', 0, domain);
      },
    },
  };
  try {
    const { get, set: put, remove } = places[place];
    if (set) put();
    if (set === false) remove();
    // A browser that blocks cookies reports no error.
    if (set && !get()) return 'blocked';
    return get() ? 'excluded' : 'counted';
  } catch {
    return 'blocked';
  }
}

const answers: readonly OwnVisits[] = ['counted', 'excluded', 'blocked'];

export interface OwnVisitsOf {
  tabId: number;
  /** The host of the open page. */
  host: string;
  mark: OwnVisitsMark;
  /** true leaves the visits out, false counts them, undefined only reads the state. */
  set?: boolean | undefined;
}

async function askPage({ tabId, host, mark, set }: OwnVisitsOf): Promise<OwnVisits | undefined> {
  try {
    const [frame] = await browser.scripting.executeScript({
      target: { tabId, frameIds: [0] },
      func: ownVisitsInPage,
      args: [host, mark, set ?? null],
      injectImmediately: true,
    });
    return answers.find((one) => one === frame?.result);
  } catch {
    return undefined;
  }
}

/**
 * Reads whether this browser's visits to the open page's address are left out, after changing that if `set` is given.
 * Undefined if the page cannot be reached, or the tab has navigated.
 */
export const ownVisits = (of: OwnVisitsOf): Promise<OwnVisits | undefined> =>
  inTime(askPage(of), scanPatience, undefined);
