import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { identifyPage } from '@/lib/background/identifyPage.ts';

const page = 'https://stats.example/umami/websites/7';
/** By address, what is answered; a text is JSON. */
let service: Record<string, string | number> = {};
/** Each request, and whether it was sent from inside the tab. */
let sent: { url: string; isInside: boolean; init: RequestInit }[] = [];
let isInside = false;
let mayRun = true;

const umami = { 'https://stats.example/umami/api/heartbeat': '{"ok":true}' };

beforeEach(() => {
  [service, sent, isInside, mayRun] = [{}, [], false, true];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, isInside, init });
    const answer = service[url] ?? 404;
    // Redirects are not followed: browsers answer with no status.
    if (answer === 302) return { status: 0, headers: [], text: async () => '' };
    return typeof answer === 'number' ? new Response('<html>', { status: answer }) : new Response(answer);
  });
  Object.assign(fakeBrowser, {
    scripting: {
      executeScript: async ({ func, args }: { func: (...args: unknown[]) => Promise<unknown>; args: unknown[] }) => {
        if (!mayRun) throw new Error('Cannot access contents of the page.');
        isInside = true;
        // Sent as text: it knows nothing of this module.
        const result = await new Function(`return ${func}`)()(...args).finally(() => {
          isInside = false;
        });
        return [{ result }];
      },
    },
  });
});

const tabs = (...urls: (string | undefined)[]) =>
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue(urls.map((url, id) => ({ id, url })) as never);
const asking = (at = page) => identifyPage(at, { signal: undefined, private: false } as never);

const matomo = { url: 'https://stats.example', kind: 'matomo', hasKeys: true };
test.each<[string, typeof service, object | null]>([
  ['above the page', umami, { url: 'https://stats.example/umami', kind: 'umami', hasKeys: false }],
  ['at its root', { 'https://stats.example/index.php': '{"value":"5.3.1"}' }, matomo],
  ['nowhere', {}, null],
  ['behind a redirect', { 'https://stats.example/umami/api/heartbeat': 302 }, null],
])('a service %s is looked for from inside the tab, without a cookie or a key', async (_where, answers, found) => {
  service = answers;
  tabs(undefined, `${page.replace('//', '//me:made-up@')}?tab=a#b`);
  expect(await asking()).toEqual(found);
  expect(sent.every((one) => one.isInside && one.init.credentials === 'omit' && one.init.redirect === 'manual')).toBe(
    true,
  );
  expect(sent.flatMap(({ init }) => Object.keys(init.headers ?? {})).every((name) => name === 'Accept')).toBe(true);
});

test.each<[string, string | undefined, boolean]>([
  ['the tab has gone', undefined, true],
  ['the tab may not be entered', page, false],
])('where %s, nothing is asked', async (_why, url, may) => {
  tabs(url);
  mayRun = may;
  await expect(asking()).rejects.toMatchObject({ problem: { kind: 'access' } });
  expect(sent).toEqual([]);
});

test('over the pages of a known service, its own address is told, and nothing is asked', async () => {
  const cloud = 'https://cloud.umami.is/websites/7';
  service = { 'https://cloud.umami.is/api/heartbeat': '{"ok":true}' };
  tabs(cloud);
  expect(await asking(cloud)).toEqual({ url: 'https://api.umami.is/v1', kind: 'umamiCloud', hasKeys: true });
  expect(sent).toEqual([]);
});

test('of several tabs at the address, the one looked at last is entered', async () => {
  service = umami;
  const at = [2, 3, 1].map((lastAccessed) => ({ id: lastAccessed, url: page, lastAccessed }));
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue(at as never);
  const entered = vi.spyOn(fakeBrowser.scripting, 'executeScript');
  expect(await asking()).toMatchObject({ kind: 'umami' });
  expect(new Set(entered.mock.calls.map(([{ target }]) => target.tabId))).toEqual(new Set([3]));
});
