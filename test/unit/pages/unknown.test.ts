import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { App } from '@/entrypoints/popup/App.tsx';
import { loadLater } from '@/entrypoints/popup/later.tsx';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import type { KnownSite } from '@/lib/records/types.ts';
import type { Problem } from '@/lib/services/index.ts';
import { momentText } from '@/lib/text/dates.ts';
import { does, held, ok, openPage, settled, worker } from './hooked.ts';
import { host, popupStart } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));

const account = 'https://stats.example';
const connection = { id: 'main', analyticsUrl: account, account };
const at = Date.UTC(2026, 9, 9, 10, 4);
const known: KnownSite = { account, host, website: { id: '7', domain: host, privacy: 0 }, at };
const ahead: KnownSite = { ...known, at: Date.now() + 60_000 };
const registered: KnownSite = { account, host, website: { id: '7', domain: host } };
const server: Problem = { kind: 'server', status: 500 };

beforeEach(async () => {
  openPage();
  vi.stubGlobal('preloaded', { tab: Promise.resolve() });
  await loadLater();
  worker.answers['site.suffixes'] = () => ok([{}]);
  worker.answers.stored = () => ok([]);
  // Where the popup shows nothing of the page, and no job.
  vi.spyOn(fakeBrowser.storage.session, 'get').mockResolvedValue({} as never);
});

/** The popup over the site, while the service answers with a problem. */
function open(problem: Problem, change: Partial<PopupStart> = {}) {
  worker.answers['site.check'] = () => ({ ok: false, problem });
  return show(change);
}

async function show(change: Partial<PopupStart>) {
  const start = { ...popupStart(host), tabId: undefined, connection, connections: { list: [connection] }, ...change };
  const root = document.createElement('div');
  document.body.append(root);
  await does(() => render(h(App, { first: start }), root));
  onTestFinished(() => void act(() => render(null, root)));
  return root;
}

const group = (root: Element) => root.querySelector('[role=radiogroup]');
const texts = (root: Element, selector: string) => [...root.querySelectorAll(selector)].map((one) => one.textContent);
const fire = (element: Element | null, type: string) => act(() => void element?.dispatchEvent(new window.Event(type)));

describe('what is not known is not shown as a value', () => {
  test.each<[string, Problem, text: string, button: string]>([
    ['the service fails', server, 'problem_server', 'popup_try_again'],
    ['too many requests', { kind: 'busy' }, 'problem_busy', 'popup_try_again'],
  ])('%s: that as its state, no privacy, and what can be done', async (_what, problem, text, button) => {
    for (const sites of [[], [known]]) {
      const root = await open(problem, { known: sites });
      expect([group(root), texts(root, '.site-status'), texts(root, '.primary')]).toEqual([null, [text], [button]]);
    }
  });

  test.each<[string, KnownSite[], lastKnown: string[]]>([
    ['nothing', [], []],
    ['that it is registered', [registered], ['popup_last_known', 'popup_registered']],
    ['its privacy', [known], ['popup_last_known AT', 'popup_registered · privacy_public']],
    ['what is dated later than now', [ahead], ['popup_last_known', 'popup_registered · privacy_public']],
    ['what another account has', [{ ...known, account: 'another' }], []],
  ])('what was known last is said with its time: %s', async (_what, sites, shown) => {
    const root = await open(server, { known: sites });
    const said = texts(root, '.last-known > *').map((text) => text?.replace(momentText(at), ' AT'));
    expect(said).toEqual(shown);
  });

  test('in a private window, until the person has it asked', async () => {
    const root = await open(server, { known: [known], private: true });
    expect([group(root), texts(root, '.site-status')]).toEqual([null, ['popup_unknown']]);
    expect(texts(root, '.last-known > *')).toHaveLength(2);
    const [button] = [...root.querySelectorAll('button')].filter((one) => one.textContent === 'popup_check_now');
    const matches = [{ id: '7', domain: host, privacy: 1 }];
    worker.answers['site.check'] = () => ok({ host, matches, related: [], complete: true });
    await fire(button ?? null, 'click');
    await settled();
    expect([group(root) !== null, texts(root, '.site-status')]).toEqual([true, ['popup_registered']]);
  });

  test('also where something else is said first', async () => {
    const root = await open(server, { said: 'The connection changed.' });
    expect([group(root), texts(root, '.primary')]).toEqual([null, ['popup_try_again']]);
  });

  test('asked again, it stays until there is an answer', async () => {
    const root = await open(server, { known: [known] });
    const answer = held('site.check');
    const button = root.querySelector('.primary');
    await fire(button, 'click');
    await settled();
    expect([group(root), texts(root, '.site-status')]).toEqual([null, ['popup_checking']]);
    expect(root.querySelector('.primary')).toBe(button);
    const matches = [{ id: '7', domain: host, privacy: 1 }];
    await answer.settle(ok({ host, matches, related: [], complete: true }));
    expect([group(root) !== null, texts(root, '.last-known')]).toEqual([true, []]);
    expect(texts(root, '.site-status')).toEqual(['popup_registered']);
  });
});

test('the SEO service is asked about another name that is picked, too', async () => {
  worker.answers['site.suffixes'] = () => ok([{ registrable: host }]);
  worker.answers['site.check'] = () =>
    ok({ host: `www.${host}`, matches: [], related: [known.website], complete: true });
  worker.answers['projects.list'] = () => ok({ items: [], more: false });
  const withSeo = { ...connection, seoUrl: 'https://seo.example', seoAccount: 'seo' };
  const root = await show({ ...popupStart(`www.${host}`), tabId: undefined, connection: withSeo });
  await fire(root.querySelector('.names-button'), 'click');
  await settled();
  await fire(root.querySelectorAll('.names input')[1] ?? null, 'change');
  await settled();
  expect(texts(root, '.seo .hint')).toEqual(['tracking_seo_none']);
});
