import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { begin, enter, suggest } from '@/lib/background/omnibox/answer.ts';
import { listenForOmnibox } from '@/lib/background/omnibox/listen.ts';
import { knownHosts } from '@/lib/background/records/records.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import { type ConnectionAddress, connections, preferences, set } from '@/lib/storage/settings.ts';
import { clearRecords, putWebsites } from '../../records/seed.ts';

const did: unknown[][] = [];
const note =
  (name: string) =>
  async (...given: unknown[]) =>
    void did.push([name, ...given]);
vi.mock('@/lib/background/menu.ts', () => ({ track: async (url: string) => void did.push(['track', url]) }));
vi.mock('@/lib/text/i18n.ts', () => import('../keyTexts.ts'));

const a: ConnectionAddress = {
  id: 'A',
  name: 'A & <Sons>',
  analyticsUrl: 'https://stats.a.example',
  account: 'account A & <Sons>',
};
const b: ConnectionAddress = { id: 'B', name: 'B', analyticsUrl: 'https://stats.b.example', account: 'account B' };

const site = (domain: string) => ({ id: `id-of-${domain}`, domain });
const sites = ['shop.example', 'www.shop.example', 'my-shop.example', 'xn--bcher-kva.example', 'blog.shop.example'];

async function connect(...list: ConnectionAddress[]): Promise<void> {
  await set(connections, { list });
  await clearRecords();
  for (const { account } of list)
    await putWebsites(account, account === a.account ? sites.map(site) : [site('shop.example')]);
}

let offered: string | undefined;
/** What is offered for a text, as it comes back with Enter; what Enter does first. */
async function typed(text: string): Promise<[string | undefined, ...string[]]> {
  await begin();
  const others = await suggest(text);
  return [offered, ...others.map(({ content }) => content)];
}

beforeEach(async () => {
  did.splice(0);
  Object.assign(fakeBrowser, {
    omnibox: {
      setDefaultSuggestion({ description }: { description: string }) {
        offered = description;
      },
    },
  });
  vi.stubGlobal('fetch', note('fetch'));
  vi.spyOn(fakeBrowser.tabs, 'create').mockImplementation(note('create') as never);
  vi.spyOn(fakeBrowser.tabs, 'update').mockImplementation(note('update') as never);
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{ id: 7 }] as never);
  vi.spyOn(fakeBrowser.runtime, 'openOptionsPage').mockImplementation(note('options') as never);
  await connect(a);
});

const open = 'popup.open_statistics';
const row = (name: string) => `<url>${name}</url> <dim>· ${open}</dim>`;
const related = ['www.shop.example', 'blog.shop.example', 'my-shop.example'];
test.each<[string, string, ...string[]]>([
  ['', 'omnibox.hint'],
  ['shop.ex', row('<match>shop.ex</match>ample'), ...related, 'add shop.ex'],
  ['SHOP.example', row('<match>shop.example</match>'), ...related],
  ['büch', row('<match>büch</match>er.example')],
  ['bcher', row('bücher.example')],
  ['example', row('shop.<match>example</match>'), 'xn--bcher-kva.example', 'my-shop.example', ...related.slice(0, 2)],
  ['www.shop', row('<match>www.shop</match>.example'), 'shop.example', 'add www.shop'],
  ['nowhere', 'omnibox.search nowhere'],
  ['  no  where ', 'omnibox.search no  where'],
  ["'quoted'", 'omnibox.search &apos;quoted&apos;'],
  ['<b>&"', 'omnibox.search &lt;b&gt;&amp;&quot;'],
  ['no\u0007\uffff\ud800\u{1fffe}xml', 'omnibox.search no  \ufffd xml'],
  ['new.example', 'omnibox.search new.example', 'add new.example'],
  ['https://new.example/path', 'omnibox.search https://new.example/path', 'add new.example'],
  ['add new.example', 'popup.track new.example'],
  ['add 10.0.0.1:8080', 'popup.track 10.0.0.1'],
  ['add http://[::1]:3000/', 'popup.track [::1]'],
  [' ADD   new.example ', 'popup.track new.example'],
  ['address.example', 'omnibox.search address.example', 'add address.example'],
  ['to add new.example', 'omnibox.search to add new.example'],
  ['add', 'omnibox.search add'],
  ['[::1]', 'omnibox.search [::1]', 'add [::1]'],
  ['localhost', 'omnibox.search localhost'],
  ['add view-source:https://me@new.example', 'refusal.bad_host'],
  ['add 1.5', 'refusal.bad_host'],
  ['add 7', 'refusal.bad_host'],
  ['add chrome://newtab', 'refusal.empty'],
  ['me@new.example', 'omnibox.search me@new.example'],
  ['add nothing', 'omnibox.search add nothing'],
])('typed "%s"', async (text, first, ...others) => {
  expect(await typed(text)).toEqual([first, ...others]);
  expect(did).toEqual([]);
});

test('a site with two records is offered once', async () => {
  await putWebsites(a.account, [{ id: 'another', domain: 'shop.example' }]);
  expect(await typed('shop')).toEqual([row('<match>shop</match>.example'), ...related]);
});

test('six are offered at most, the closest and shortest first', async () => {
  await putWebsites(
    a.account,
    ['seven', 'six66', 'five', 'four4', 'two', 'one1'].map((name) => site(`${name}.many.org`)),
  );
  await putWebsites(a.account, [site('many.org'), site('many.organic'), site('x-many.org')]);
  const found = ['many.organic', 'two.many.org', 'five.many.org', 'one1.many.org', 'four4.many.org'];
  expect(await typed('many.org')).toEqual([row('<match>many.org</match>'), ...found]);
});

type Listener = (...given: unknown[]) => Promise<void>;
const listening = () => {
  const heard: Record<string, Listener> = {};
  const { omnibox } = fakeBrowser as unknown as { omnibox: object };
  for (const name of ['onInputStarted', 'onInputChanged', 'onInputEntered']) {
    const addListener = (listener: Listener) => Object.assign(heard, { [name]: listener });
    Object.assign(omnibox, { [name]: { addListener } });
  }
  listenForOmnibox();
  return heard as Record<'onInputStarted' | 'onInputChanged' | 'onInputEntered', Listener>;
};

test('the browser’s events: the keyword, what is typed, and Enter', async () => {
  offered = undefined;
  const { onInputStarted, onInputChanged, onInputEntered } = listening();
  await onInputStarted();
  expect(offered).toBe('omnibox.hint');
  const lines: { content: string }[][] = [];
  await onInputChanged('new.example', (given: { content: string }[]) => void lines.push(given));
  expect(lines).toEqual([[{ content: 'add new.example', description: 'popup.track new.example' }]]);
  await onInputEntered('add new.example', 'newForegroundTab');
  expect(did).toEqual([['track', 'https://new.example/']]);
});

describe('several connections', () => {
  beforeEach(() => connect(a, b));

  test('each has its line, with its name, which is no markup', async () => {
    const [first, ...others] = await typed('shop.example');
    expect(first).toBe(`<url><match>shop.example</match></url> <dim>· A &amp; &lt;Sons&gt; · ${open}</dim>`);
    expect(others[0]).toBe('shop.example (B)');
  });

  test('in Firefox, whose first line is a key behind, each is offered on a line, as text', async () => {
    Object.assign(fakeBrowser.runtime, { getBrowserInfo: () => {} });
    await begin();
    const lines = async (text: string) => (await suggest(text)).map((line) => [line.content, line.description]);
    expect(await lines('my-sh')).toEqual([['my-sh ', `my-shop.example · A & <Sons> · ${open}`]]);
    expect(await lines('add new.example')).toEqual([['add new.example ', 'popup.track new.example · A & <Sons>']]);
    expect(await lines(' <b> ')).toEqual([['<b> ', 'omnibox.search <b>']]);
    expect((await lines('shop.example')).slice(0, 2)).toEqual([
      ['shop.example ', `shop.example · A & <Sons> · ${open}`],
      ['shop.example (B)', `shop.example · B · ${open}`],
    ]);
    expect(offered).toBe('omnibox.hint');
    Reflect.deleteProperty(fakeBrowser.runtime, 'getBrowserInfo');
  });

  test.each([
    [undefined, 'A &amp; &lt;Sons&gt;'],
    ['*.example', 'B'],
  ])('what is added says where it goes, by the rule %s', async (rule, name) => {
    await connect(a, { ...b, ...(rule ? { rules: [rule] } : {}) });
    expect(await typed('add new.example')).toEqual([`popup.track new.example · ${name}`]);
  });

  test('of a site that several know, the one it belongs to is opened first', async () => {
    await connect(a, { ...b, rules: ['shop.example'] });
    const [first, ...others] = await typed('shop.ex');
    expect([first, others[0]]).toEqual([expect.stringContaining('· B ·'), 'shop.example (A & <Sons>)']);
    await enter('shop.ex', 'currentTab');
    expect(did).toEqual([['update', { url: expect.stringMatching(/^https:\/\/stats\.b\.example\//) }]]);
  });

  test('what was typed on is not told of in the words of what stood there before', async () => {
    await begin();
    await Promise.all([suggest('shop.example'), suggest('nowhere')]);
    expect(offered).toBe('omnibox.search nowhere');
  });
});

test('two of one name are told apart, and the chosen one is opened', async () => {
  await connect(b, { ...b, id: 'C', account: 'account C', analyticsUrl: 'https://stats.c.example' });
  const [, second] = await typed('shop.example');
  expect(second).toBe('shop.example (B (2))');
  await enter(second ?? '', 'currentTab');
  expect(did).toEqual([['update', { url: expect.stringMatching(/^https:\/\/stats\.c\.example\//) }]]);
});

test.each<[HostChoice, string, offered: string]>([
  ['seen', 'add www.new.co.uk', 'popup.track www.new.co.uk'],
  ['bare', 'add www.new.co.uk', 'popup.track new.co.uk'],
  ['registrable', 'add blog.new.co.uk', 'popup.track new.co.uk'],
])('what is offered is what is registered: %s', async (hostChoice, text, first) => {
  await set(preferences, { ...preferences.fallback, hostChoice });
  expect(await typed(text)).toEqual([first]);
  await begin();
  const host = text.slice('add '.length);
  expect(await suggest(host)).toEqual([{ content: text, description: first }]);
});

test('a site that is registered as it is typed is offered as it is, whatever is preferred', async () => {
  await set(preferences, { ...preferences.fallback, hostChoice: 'registrable' });
  expect(await typed('add blog.shop.example')).toEqual(['popup.track blog.shop.example']);
});

test('a site that is registered by its preferred spelling is not offered again', async () => {
  await set(preferences, { ...preferences.fallback, hostChoice: 'registrable' });
  await putWebsites(a.account, [site('new.co.uk')]);
  expect(await typed('blog.new.co.uk')).toEqual(['omnibox.search blog.new.co.uk']);
});

const statistics = { url: expect.stringMatching(/^https:\/\/stats\.a\.example\/my-shop\.example$/) };
const search = (text: string) => ({ url: expect.stringMatching(new RegExp(`/manage\\.html\\?search=${text}$`)) });
test.each<[string, string, 'currentTab' | 'newForegroundTab' | 'newBackgroundTab', unknown[]]>([
  ['a chosen one', 'my-shop.example', 'newForegroundTab', ['create', { ...statistics, active: true }]],
  ['beside the page', 'my-shop.example', 'newBackgroundTab', ['create', { ...statistics, active: false }]],
  ['what is not known', 'no where', 'currentTab', ['update', search('no\\+where')]],
  ['what is to be added', 'add New.example/path', 'currentTab', ['track', 'https://new.example/']],
  ['what is no site', 'add me@new.example', 'currentTab', ['update', search('add\\+me%40new.example')]],
  ['what cannot be', 'add chrome://newtab', 'currentTab', ['update', search('add\\+chrome.*')]],
])('Enter on %s', async (_name, text, where, done) => {
  await enter(text, where);
  expect(did).toEqual([done]);
});

const unsearched = ['create', { url: expect.stringMatching(/\/manage\.html\?$/), active: true }];
test.each<[string, string, 'currentTab' | 'newForegroundTab', unknown[]]>([
  ['the list, which Chromium shows in none, in a new tab', 'nowhere', 'currentTab', unsearched],
  ['the list beside the page', 'nowhere', 'newForegroundTab', unsearched],
  ['the statistics here', 'my-shop', 'currentTab', ['update', statistics]],
])('Enter in a private window opens %s, and no history hears the text', async (_what, text, where, done) => {
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([{ id: 7, incognito: true }] as never);
  await enter(text, where);
  expect(did).toEqual([done]);
});

test('a site whose page cannot be told is searched for, where it is registered', async () => {
  await connect(b, { ...a, templates: { statisticsUrl: 'javascript:{id}', trackingCode: '', accountUrl: '' } });
  await enter('my-shop', 'currentTab');
  const url = expect.stringMatching(/manage\.html\?connection=A&search=my-shop\.example$/);
  expect(did).toEqual([['update', { url }]]);
});

test('in a private window nothing is stored but what registering itself stores, which is told of the window', async () => {
  const tab = { id: 7, incognito: true };
  vi.spyOn(fakeBrowser.tabs, 'query').mockResolvedValue([tab] as never);
  const stored = async () => [
    await fakeBrowser.storage.local.get(),
    await fakeBrowser.storage.session.get(),
    [...(await knownHosts(a.account))],
  ];
  const before = await stored();
  await typed('new.example');
  await enter('add new.example', 'currentTab');
  expect(did).toEqual([['track', 'https://new.example/']]);
  expect(await stored()).toEqual(before);
});

test('without a connection it leads to the settings', async () => {
  await connect();
  expect(await typed('shop')).toEqual(['popup.not_set_up']);
  await enter('shop', 'currentTab');
  expect(did).toEqual([['options']]);
});

test('what is known is read anew each time', async () => {
  expect(await typed('later')).toEqual(['omnibox.search later']);
  await putWebsites(a.account, [site('later.example')]);
  expect((await typed('later'))[0]).toContain('later');
});

test('a browser without keywords is left alone', () => {
  Object.assign(fakeBrowser, { omnibox: undefined });
  expect(listenForOmnibox).not.toThrow();
});
