import { browser } from 'wxt/browser';
import type { OwnVisitsMark } from '../services/types.ts';
import { inTime } from '../util/inTime.ts';
import { scanPatience } from './scan.ts';
import type { OwnVisits } from './visits.ts';

/**
 * Reads or changes the mark that makes a tracker leave out this browser's visits. Returns the resulting state (see
 * `OwnVisits`). Runs inside the page, in an isolated world, which has the page's own storage and cookies. The
 * function's source text is sent there, so it must not use any name defined outside it. Never throws.
 * @param host the host that the page must have; on any other page, the function returns null
 * @param mark the entry that the tracker looks for
 * @param set true sets the mark, false removes it, null only reads it
 */
export function ownVisitsInPage(host: string, { place, name }: OwnVisitsMark, set: boolean | null): string | null {
  if (location.hostname.replace(/\.$/, '') !== host) return null;
  // The site may have set the cookie for a domain above the page's host. It can be removed only for that same domain.
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
      // 400 days, the longest time that browsers store a cookie.
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
    // Checked by reading it back, because a browser that blocks cookies reports no error.
    if (set && !get()) return 'blocked';
    return get() ? 'excluded' : 'counted';
  } catch {
    return 'blocked';
  }
}

const answers: readonly OwnVisits[] = ['counted', 'excluded', 'blocked'];

/** A request to read or change whether this browser's visits to a site are counted. */
export interface OwnVisitsOf {
  tabId: number;
  host: string;
  mark: OwnVisitsMark;
  /** true leaves this browser's visits out, false counts them, undefined only reads the present state. */
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
 * Resolves to whether the open page's tracker leaves out this browser's visits. With `set`, first makes it leave them
 * out or count them. Resolves to undefined if the page cannot be reached, does not answer in time, or has another host.
 */
export const ownVisits = (of: OwnVisitsOf): Promise<OwnVisits | undefined> =>
  inTime(askPage(of), scanPatience, undefined);
