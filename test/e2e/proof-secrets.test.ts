import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { type LoggedRequest, type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { paste, pressFirst } from './addmany-page.ts';
import { control, fill, press, said, shows } from './harness/controls.ts';
import { openWeb } from './harness/web.ts';
import { askAll, type BrowserName, browsers, playBoth, type Subject, start } from './proof-browsers.ts';
import { exported, hearConsoles, keepExports, kept, shown } from './proof-secrets.ts';

/** What may be nowhere but where it belongs; made up, each unlike anything else. */
const secrets = {
  'the API key': 'made-up-analytics-key-7Q2x',
  'the SEO key': 'made-up-seo-key-9Z4w',
  'the common password': 'common-walnut-lamp',
  'a password typed in the popup': 'popup-brass-bookend',
  'a password typed on the page': 'sheet-linen-notebook',
  'a password for many': 'many-stoneware-mugs',
  'a password that the service reports': 'reported-oak-table',
  'a value in the tab’s address': 'query-value-3141',
  'a password in the tab’s address': 'userinfo-value-2718',
};
type Secret = keyof typeof secrets;

interface Stage {
  subject: Subject;
  sandbox: Sandbox;
  /** What was seen after each step, by where. */
  seen: Map<string, string>;
  look(page: Page): Promise<void>;
}

const host = 'shop.example.com';

async function connectByHand({ subject, sandbox, look }: Stage): Promise<void> {
  const page = await subject.open('options.html');
  await page.bringToFront();
  await fill(page, 'Analytics service address', sandbox.url);
  await fill(page, 'SEO service address', sandbox.seoUrl);
  await fill(page, 'API key', secrets['the API key']);
  await fill(page, 'SEO API key', secrets['the SEO key']);
  await press(page, 'button', 'Save and test');
  await said(page, 'Connected');
  await press(page, 'radio', 'Password');
  await fill(page, 'Common password', secrets['the common password']);
  await press(page, 'button', 'Save password');
  await shows(page, 'A common password is stored');
  await look(page);
}

async function useThePopup({ subject, look }: Stage): Promise<void> {
  const page = await subject.tab();
  const query = `?token=${secrets['a value in the tab’s address']}`;
  // Chromium hides an address with a password from extensions, `activeTab` or not (measured in 156).
  const user = subject.firefox ? `somebody:${secrets['a password in the tab’s address']}@` : '';
  await page.goto(`http://${user}${host}/${query}`);
  const popup = await subject.popup(page);
  await shows(popup, 'Not registered');
  await press(popup, 'radio', 'Password');
  await fill(popup, 'Password', secrets['a password typed in the popup']);
  await press(popup, 'button', `Track ${host}`);
  await said(popup, 'is registered');
  await look(popup);
}

async function editOnThePage({ subject, sandbox, look }: Stage): Promise<void> {
  sandbox.addWebsite({
    domain: 'secret.example.com',
    privacy: 2,
    password: secrets['a password that the service reports'],
  });
  sandbox.addProject({ project: host });
  sandbox.behave({ fields: 'password-text' });
  const page = await subject.open('manage.html');
  await page.bringToFront();
  await press(page, 'button', `Edit ${host}`);
  await press(page, 'radio', 'Password');
  await fill(page, 'Password', secrets['a password typed on the page']);
  await press(page, 'button', 'Save');
  await shows(page, 'saved');
  await keepExports(page);
  for (const kind of ['CSV', 'JSON']) {
    await press(page, 'button', 'Export');
    await press(page, 'button', kind);
  }
  await vi.waitUntil(async () => (await exported(page)).length === 2, { timeout: 10_000 });
  await look(page);
}

async function addMany({ subject, sandbox, look }: Stage): Promise<void> {
  const page = await subject.open('manage.html?tab=add');
  await page.bringToFront();
  await paste(page, 'one.example.com\ntwo.example.com');
  await pressFirst(page, 'Check ');
  await control(page, 'button', 'Add 2 sites');
  await press(page, 'radio', 'Password');
  await press(page, 'radio', 'One for all sites');
  await fill(page, 'Password', secrets['a password for many']);
  await pressFirst(page, 'Add 2 sites');
  await shows(page, '2 registered');
  await vi.waitUntil(() => sandbox.websites().length === 4, { timeout: 10_000 });
  await look(page);
}

/** Every question that reads something, and one of each that writes. */
const questions = [
  ['connection.status', {}],
  ['connection.test', {}],
  ['websites.list', {}],
  ['websites.show', { id: '2' }],
  ['websites.update', { id: '2', email: 1 }],
  ['websites.create', { domain: 'last.example.com' }],
  ['websites.delete', { id: '1' }],
  ['site.check', { host }],
  ['projects.list', {}],
  ['projects.delete', { project: host }],
  ['keys.draft', { service: 'seo', key: '' }],
  ['registry.refresh', {}],
  ['jobs.passwords', { id: 'none' }],
  ['websites.show', { id: 'no-such-id' }],
  ['websites.list', { search: 5 }],
] as const;

async function askEverything({ seen, subject, look }: Stage): Promise<void> {
  const page = await subject.open('options.html');
  const all = questions.map(([name, input]) => ({ ask: name, input }));
  // biome-ignore lint/suspicious/noConsole: shows that consoles are heard.
  await page.evaluate(() => console.log('a word on the console'));
  seen.set('answers to pages', JSON.stringify(await askAll(page, all)));
  await look(page);
}

/** A person who is logged in to the service in the same browser: it would know them by a cookie. */
async function logIn({ subject, sandbox }: Stage): Promise<void> {
  const page = await subject.tab();
  await page.goto(`${sandbox.url}/login`);
  await page.goto(`${sandbox.url}/`);
  await vi.waitUntil(() => sandbox.log.some(({ path, cookie }) => path === '/' && cookie), { timeout: 10_000 });
}

interface Played {
  seen: Map<string, string>;
  records: string;
  log: LoggedRequest[];
  /** What scripts in a page read of the extension's storage; Chromium alone keeps it from them. */
  read: string[];
}

/** Scripts of the extension in a page that it may look at, in a world of their own and in the page's. */
async function readFromPages({ subject, sandbox }: Stage): Promise<string[]> {
  if (!subject.session) return [];
  const page = await subject.open('manifest.json');
  return page.evaluate(
    `(async (start) => {
      const { id: tabId } = (await chrome.tabs.query({})).find(({ url }) => url?.startsWith(start));
      const func = async (area) => {
        try { return JSON.stringify(await chrome.storage[area].get(null)); } catch { return 'refused'; }
      };
      const all = ['ISOLATED', 'MAIN'].flatMap((world) => ['local', 'session'].map((area) =>
        chrome.scripting.executeScript({ target: { tabId }, world, func, args: [area] })));
      return (await Promise.all(all)).map(([{ result }]) => result);
    })(${JSON.stringify(sandbox.url)})`,
  ) as Promise<string[]>;
}

async function play(browser: BrowserName): Promise<Played> {
  const web = await openWeb();
  const sandbox = await startSandbox({ key: secrets['the API key'], seoKey: secrets['the SEO key'], seoPort: 0 });
  const subject = await start(browser, { web });
  const seen = new Map<string, string>();
  const heard = await hearConsoles(subject);
  const add = (where: string, text: string) => seen.set(where, `${seen.get(where) ?? ''}\n${text}`);
  let records = '';
  try {
    await subject.grant();
    const page = await subject.open('options.html');
    const look = async (now: Page) => {
      add('pages', await shown(now));
      add('exports', ((await exported(now).catch(() => undefined)) ?? []).join());
      const { records: own, ...places } = (await kept(page)) as Record<string, string>;
      for (const [where, text] of Object.entries(places)) add(where, text);
      records = own ?? '';
    };
    const stage = { subject, sandbox, seen, look };
    for (const step of [logIn, connectByHand, useThePopup, editOnThePage, addMany, askEverything]) await step(stage);
    const read = await readFromPages(stage);
    add('consoles', await heard());
    return { seen, records, log: [...sandbox.log], read };
  } finally {
    await subject.close();
    await Promise.all([sandbox.close(), web.close()]);
  }
}

const played = playBoth(play);

/** What each place holds, which shows that it was looked at. */
const signs = {
  pages: host,
  local: '127.0.0.1',
  session: 'refresh',
  databases: host,
  'answers to pages': host,
  exports: 'secret.example.com',
  consoles: 'a word on the console',
};

const places = ['pages', 'local', 'session', 'databases', 'web', 'answers to pages', 'exports', 'consoles'];
const rows = places.flatMap((place) => (Object.keys(secrets) as Secret[]).map((secret) => ({ place, secret })));

describe.each(browsers)('%s', (browser) => {
  test.each(rows)('$place: no trace of $secret', async ({ place, secret }) => {
    const text = (await played(browser)).seen.get(place) ?? '';
    const at = text.indexOf(secrets[secret]);
    expect(at < 0 ? '' : text.slice(Math.max(0, at - 200), at)).toBe('');
  });

  test('the keys and the common password lie in their own records, so a search would have found them', async () => {
    for (const secret of ['the API key', 'the SEO key', 'the common password'] as const)
      expect((await played(browser)).records).toContain(secrets[secret]);
    for (const [place, text] of Object.entries(signs)) expect((await played(browser)).seen.get(place)).toContain(text);
  });

  test('no request carries a cookie, though the browser has one for the service', async () => {
    const { log } = await played(browser);
    const asked = log.filter(({ operation }) => operation);
    expect(new Set(asked.map(({ operation }) => operation)).size).toBe(7);
    expect(asked.filter(({ cookie, keyOk, referer }) => cookie || !keyOk || referer)).toEqual([]);
    expect(log.some(({ cookie }) => cookie)).toBe(true);
  });
});

test('Chromium: no script in a page can read what is stored', async () => {
  expect((await played('Chromium')).read).toEqual(Array(4).fill('refused'));
});
