import { browser } from 'wxt/browser';
import type { FoundService } from '../messages/commands.ts';
import { ApiError, hasKeys, identify } from '../services/index.ts';
import { checkedAddress } from './connection.ts';
import { parentsOf, searchTime } from './connectionTest.ts';
import type { Context } from './request.ts';

const noAccess = new ApiError({ kind: 'access' });

// Stryker disable all: the code that it inserts would come from outside.
/**
 * Sends a request from inside the page. The function is sent there as text, so it must not use anything from outside
 * itself.
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
 * Makes a `fetch` that runs inside a tab's page, where the click on Waymark's button grants access to the page's own
 * origin.
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
    // A redirect that was not followed has status 0.
    return status ? new Response(text || null, { status, headers }) : Response.redirect(String(input));
  };

/**
 * Detects the service at a page's address or above it, without a key. The requests run inside the tab in which the
 * person pressed the button. Null if no service is recognised. Rejects with ApiError `access` if Waymark may not access
 * the page.
 */
export async function identifyPage(page: string, context: Context): Promise<FoundService | null> {
  const address = checkedAddress('page', page);
  // If several tabs show the page, the person pressed in the one used last, and the others are not accessible.
  const [tab] = (await browser.tabs.query({}))
    .filter(({ url }) => url === page)
    .sort((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0));
  if (tab?.id === undefined) throw noAccess;
  const options = { signal: searchTime(context), fetch: fetchIn(tab.id) };
  for (const url of [address, ...parentsOf(address)]) {
    const kind = await identify(url, options);
    if (kind) return { url, kind, hasKeys: await hasKeys(url, kind, options) };
  }
  return null;
}
