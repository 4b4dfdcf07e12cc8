import { h } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { lookAtPage, type PageLook } from '@/entrypoints/popup/tracking/look.ts';
import { PageNotes } from '@/entrypoints/popup/tracking/PageNotes.tsx';
import { usePageLook } from '@/entrypoints/popup/tracking/usePageLook.ts';
import { servedFacts } from '@/lib/audit/servedFacts.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { buildSnippet } from '@/lib/tracking/build.ts';
import { readPieces } from '@/lib/tracking/scanPieces.ts';
import { draw } from './drawn.ts';
import { hooked, openPage } from './hooked.ts';
import { connectionOf, host, popupStart, website } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
/** What is stored of websites, by their ids. */
const stored = vi.hoisted(() => ({ domains: {} as Record<string, string>, isUnread: false }));
vi.mock('@/lib/messages/records.ts', () => ({
  rowsAt: async (_list: string, account: string, ids: readonly string[]) => {
    if (stored.isUnread) throw new Error('nobody can read it');
    return ids.flatMap((slot) =>
      stored.domains[slot]
        ? [{ account, slot, hosts: [stored.domains[slot]], record: { domain: stored.domains[slot] } }]
        : [],
    );
  },
}));
/** The script that is loaded after the paint. */
const script = vi.hoisted(() => ({ load: async (): Promise<object> => ({}) }));
vi.mock('@/entrypoints/popup/later.tsx', () => ({ loadLater: () => script.load() }));

const account = 'https://stats.example';
const start = popupStart(host);

beforeEach(openPage);

const codeOf = (template: string, id: string) =>
  (buildSnippet(template, { base_url: account, domain: host, id }) ?? '').trim();

/** What the tab shows from now on. */
function serves(template: string, at: string, html: string): void {
  const { facts } = servedFacts({ url: `https://${at}/`, html, policies: [] }, { baseUrl: account, template });
  const read = async ({ func }: { func: unknown }) => [{ result: func === readPieces ? facts.pieces : facts }];
  vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation(read as never);
}

/** The first look at the page. */
const lookOnce = (of: PopupStart) =>
  new Promise<PageLook>((seen) => {
    const stop = lookAtPage(1, 'host' in of.site ? of.site.host : '', of, account, (one) => {
      stop();
      seen(one);
    });
  });

test.each([
  ['the code comes late', host, ['missing', 'tracking', 'tracking']],
  ['it has moved on to another host', 'other.example', ['missing']],
])('a page is looked at three times: %s', async (_name, at, states) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const template = traitsOf('umami').templates.trackingCode;
  const site = { host, website: { ...website, id: '69' }, covering: undefined, check: { state: 'done' } };
  const seen: string[] = [];
  serves(template, host, '');
  const preferences = { ...start.preferences, trackingCode: template };
  lookAtPage(1, host, { ...start, preferences }, account, (one) => seen.push(one.tracking(site as never)?.state ?? ''));
  await vi.advanceTimersByTimeAsync(1);
  serves(template, at, codeOf(template, '69'));
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();
  expect(seen).toEqual(states);
});

test.each<[kind: 'umami' | 'matomo' | 'analyticsV1', id: string, state: string]>([
  ['umami', '69', 'tracking'],
  ['umami', '70', 'found'],
  ['matomo', '69', 'tracking'],
  ['analyticsV1', '69', 'unsure'],
])('code on a host of which only the www. variant is registered: %s, of site %s: %s', async (kind, id, state) => {
  const template = traitsOf(kind).templates.trackingCode;
  serves(template, host, codeOf(template, id));
  const preferences = { ...start.preferences, trackingCode: template };
  const look = await lookOnce({ ...start, preferences });
  const covering = { ...website, id: '69', domain: `www.${host}` };
  const site = { host, website: undefined, covering, check: { state: 'done' } };
  expect(look.tracking(site as never)?.state).toBe(state);
});

const ofMatomo = traitsOf('matomo').templates.trackingCode;
const ofFirst = traitsOf('analyticsV1').templates.trackingCode;

test.each<[string, template: string, html: string, state: string]>([
  // The service counts the visits for whatever record the code names, perhaps one of another domain.
  ['whose site the page does not show', ofMatomo, `<script src="${account}/matomo.js"></script>`, 'found'],
  ['for another site', ofMatomo, codeOf(ofMatomo, '70'), 'found'],
  ['for its host', ofFirst, codeOf(ofFirst, ''), 'losing'],
])('code on a host that is not registered, %s', async (_what, trackingCode, html, state) => {
  serves(trackingCode, host, html);
  const look = await lookOnce({ ...start, preferences: { ...start.preferences, trackingCode } });
  expect(look.tracking({ host, check: { state: 'done' } } as never)?.state).toBe(state);
});

test.each<[string, seen: string, HostChoice, state: string | undefined]>([
  ['of its www. variant counts for it', `www.${host}`, 'bare', 'missing'],
  ['of a name below it counts for it', `blog.${host}`, 'registrable', 'missing'],
  ['of its statistics tells nothing', 'stats.example', 'seen', undefined],
  ['of its statistics tells nothing, below its own name either', `stats.${host}`, 'bare', undefined],
])('a page %s', async (_what, seen, hostChoice, state) => {
  serves(ofMatomo, seen, '');
  const preferences = { ...start.preferences, trackingCode: ofMatomo, hostChoice };
  const look = await lookOnce({ ...popupStart(seen), host, preferences });
  expect(look.tracking({ host, website, check: { state: 'done' } } as never)?.state).toBe(state);
});

test.each<[string, hosts: string[], state: string]>([
  ['the same site', [host, `www.${host}`], 'unplaced'],
  ['another site, too', [host, 'other.example'], 'missing'],
])('a page without code, of a record whose visits may be to %s: %j: %s', async (_what, hosts, state) => {
  serves(ofMatomo, host, '');
  const look = await lookOnce({ ...start, preferences: { ...start.preferences, trackingCode: ofMatomo } });
  const now = Date.now();
  const visits = { of: website.id, last: now - 60_000, at: now };
  const site = { host, website: { ...website, hosts }, covering: undefined, check: { state: 'done' }, visits };
  const { state: is, words } = look.tracking(site as never) ?? {};
  expect([is, words?.[2]]).toEqual([state, state === 'missing' ? 'warn' : 'good']);
});

test('code that counts for a name above the page’s, which the person picked: it is tracked', async () => {
  const seen = `www.shop.${host}`;
  serves(ofMatomo, seen, codeOf(ofMatomo, website.id));
  const look = await lookOnce({ ...popupStart(seen), preferences: { ...start.preferences, trackingCode: ofMatomo } });
  // The service was asked about the page's own name.
  expect(look.tracking({ host, website, check: { state: 'idle' } } as never)?.state).toBe('tracking');
});

const thirdParty = codeOf(ofMatomo, '3').replaceAll(account, 'https://numbers.example');
test.each<[string, about: string | undefined, html: string, isUnread: boolean, state?: string]>([
  ['another site that is known', 'other.example', codeOf(ofMatomo, '5'), false],
  ['another site that is not', '6', codeOf(ofMatomo, '6'), false],
  ['another site, where nobody can read what is stored', '5', codeOf(ofMatomo, '5'), true],
  ['its own site', undefined, codeOf(ofMatomo, '69'), false, 'tracking'],
  ['another record of the same host', '70', codeOf(ofMatomo, '70'), false, 'tracking'],
  ['a site of another service', undefined, thirdParty, false],
])('code on the page counts for %s: it is named as %j', async (_what, about, html, isUnread, state = 'missing') => {
  Object.assign(stored, { domains: { 3: 'wrong.example', 5: 'other.example', 69: host, 70: host }, isUnread });
  serves(ofMatomo, host, html);
  const preferences = { ...start.preferences, trackingCode: ofMatomo };
  const look = await lookOnce({ ...start, preferences, connection: connectionOf(account) });
  const site = { host, website: { ...website, id: '69' }, covering: undefined, check: { state: 'done' } };
  const seen = look.tracking(site as never);
  expect([seen?.findings.find(({ kind }) => kind === 'site')?.about, seen?.state]).toEqual([about, state]);
});

describe('a look at the page', () => {
  type See = (look: object) => void;
  const looks = { began: [] as unknown[][], see: (() => {}) as See, stopped: 0 };
  const views = {
    lookAtPage: (...given: [...unknown[], See]) => {
      looks.began.push(given.slice(0, 4));
      looks.see = given[4] as See;
      return () => void looks.stopped++;
    },
  };
  beforeEach(() => {
    Object.assign(looks, { began: [], stopped: 0 });
    script.load = async () => views;
  });
  afterEach(() => void vi.useRealTimers());
  const look = async (of: PopupStart = start) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isLooked = false;
    const onLooked = () => {
      isLooked = true;
    };
    const hook = await hooked((now: PopupStart) => usePageLook(now, account, onLooked), of);
    const pass = (time: number) => act(async () => void (await vi.advanceTimersByTimeAsync(time)));
    await pass(0);
    return { ...hook, pass, isLooked: () => isLooked };
  };

  test('shows what was seen, from the first time on, and ends with the popup', async () => {
    const hook = await look();
    expect([hook.isLooked(), hook.now()]).toEqual([false, undefined]);
    expect(looks.began).toEqual([[1, host, start, account]]);
    const seen = { trackers: [] };
    await act(() => looks.see(seen));
    await hook.pass(0);
    expect([hook.isLooked(), hook.now()]).toEqual([true, seen]);
    await hook.end();
    expect([looks.stopped, vi.getTimerCount()]).toEqual([1, 0]);
  });

  test('is waited for no longer than a moment', async () => {
    const hook = await look();
    await hook.pass(299);
    expect(hook.isLooked()).toBe(false);
    await hook.pass(1);
    expect(hook.isLooked()).toBe(true);
  });

  test.each<[string, PopupStart, fails?: true]>([
    ['over no tab', { ...start, tabId: undefined }],
    ['over a page that is no site', { ...start, site: { refused: 'browser-page' } }],
    ['where its script cannot be loaded', start, true],
  ])('is not waited for %s', async (_what, of, fails) => {
    if (fails) script.load = () => Promise.reject(new Error('updated'));
    expect((await look(of)).isLooked()).toBe(true);
    expect(looks.began).toEqual([]);
  });

  test('does not begin for a popup that was closed meanwhile', async () => {
    const loaded = Promise.withResolvers<object>();
    script.load = () => loaded.promise;
    const hook = await look();
    await hook.end();
    loaded.resolve(views);
    await hook.pass(0);
    expect(looks.began).toEqual([]);
  });
});

test.each([
  ['its own code', ['69bfc7a3-5a0e-4a0e'], 0],
  ['its own code and another site’s', ['69bfc7a3-5a0e-4a0e', '0d9a5c11-5a0e-4a0e'], 1],
  ['another site’s code', ['0d9a5c11-5a0e-4a0e'], 1],
  ['a service without an id', [], 1],
])('others that count visits: %s', async (_what, ids, count) => {
  const status = { state: 'tracking', findings: [] };
  const trackers = [{ name: 'Umami', is: 'counter', ids }];
  await draw(h(PageNotes, { status, trackers, id: '69bfc7a3-5a0e-4a0e' } as never));
  expect(document.querySelectorAll('.other-trackers p')).toHaveLength(count);
});
