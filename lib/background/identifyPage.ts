import { browser } from 'wxt/browser';
import { originOf } from '../connections/address.ts';
import { plainAddress } from '../connections/isPageOf.ts';
import type { FoundService } from '../messages/commands.ts';
import { ApiError, hasKeys, identify } from '../services/index.ts';
import { knownServices } from '../services/kinds.ts';
import { checkedAddress } from './connection.ts';
import { parentsOf, searchTime } from './connectionTest.ts';
import type { Context } from './request.ts';

const noAccess = new ApiError({ kind: 'access' });

// Stryker disable all: this function runs inside the page, where the variables that Stryker adds do not exist.
/**
 * Sends a request from inside the page. The browser copies this function's source text into the page, so it must not
 * use any name defined outside it.
 */
async function fetchInside(url: string, method: string, form: string) {
  const answer = await fetch(url, {
    method,
    headers: { Accept: 'application/json' },
    ...(form ? { body: new URLSearchParams(form) } : {}),
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(5_000),
  }).catch(() => undefined);
  const text = await answer?.text().catch(() => '');
  return answer && { status: answer.status, headers: [...answer.headers], text: (text ?? '').slice(0, 65_536) };
}
// Stryker restore all

/**
 * Returns a `fetch` that sends its requests from inside a tab's page. The person's click on Waymark's toolbar button
 * has granted access to the origin of that page only.
 */
const fetchIn =
  (tabId: number): typeof fetch =>
  async (input, { method = 'GET', body } = {}) => {
    const args = [String(input), method, String(body ?? '')];
    const [frame] = await browser.scripting
      .executeScript({ target: { tabId }, func: fetchInside as never, args: args as never })
      .catch(() => Promise.reject(noAccess));
    const answer = frame?.result as Awaited<ReturnType<typeof fetchInside>> | null;
    if (!answer) throw new TypeError('no answer');
    const { status, headers, text } = answer;
    // Status 0 means a redirect, which `fetchInside` does not follow.
    return status ? new Response(text || null, { status, headers }) : Response.redirect(String(input));
  };

/**
 * Detects which service is at a page's address or at an address above it, without a key. Sends the requests from inside
 * the tab in which the person pressed Waymark's button. For the pages of a service with a fixed address, sends nothing,
 * and resolves to the address of its API. Resolves to null if no service is recognised. Rejects with ApiError `access`
 * if Waymark may not access the page.
 */
export async function identifyPage(page: string, context: Context): Promise<FoundService | null> {
  const address = checkedAddress('page', page);
  const known = knownServices[originOf(address)];
  if (known?.api) return { url: known.api, kind: known.kind, hasKeys: true };
  // Several tabs may show the page. The person pressed the button in the tab used last, so Waymark can access only that
  // one.
  const [tab] = (await browser.tabs.query({}))
    .filter(({ url = '' }) => plainAddress(url) === plainAddress(page))
    .sort((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0));
  if (tab?.id === undefined) throw noAccess;
  const options = { signal: searchTime(context), fetch: fetchIn(tab.id) };
  for (const url of [address, ...parentsOf(address)]) {
    const kind = await identify(url, options);
    if (kind) return { url, kind, hasKeys: await hasKeys(url, kind, options) };
  }
  return null;
}
