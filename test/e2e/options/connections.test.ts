import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { afterwards } from '../harness/afterwards.ts';
import { faultsInAnyLook } from '../harness/axe.ts';
import { control, fill, press, said, shows } from '../harness/controls.ts';
import { openPage, withBarePage } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { launch } from '../harness/launch.ts';
import { allowHost, grantedHosts, grantHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';

const address = 'Analytics service address';
const patterns = ['http://127.0.0.1/*', 'http://localhost/*'];

let a: Sandbox;
let b: Sandbox;
/** The address of the second service, of another origin for the browser's permissions, too. */
let other: string;
let session: Session;
let page: Page;

/** The keys of the requests that had one. */
const keysAt = ({ log }: Sandbox) => log.map(({ key }) => key).filter((key) => key !== 'none');
const hostOf = (url: string) => new URL(url).host;
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const regions = () =>
  page.$$eval('section.connection', (all) => all.map((one) => one.querySelector('bdi')?.textContent));
const isOpen = (name: string) =>
  page.$eval(`::-p-aria([name="${name}"][role="region"]) button`, (line) => line.getAttribute('aria-expanded'));
/** Opens or closes a connection by its line. */
const toggle = async (name: string) =>
  (await page.waitForSelector(`::-p-aria([name="${name}"][role="region"]) button.line`))?.click();
const stored = () =>
  page.evaluate(async () => {
    const { connections } = await chrome.storage.local.get('connections');
    return (connections as { value: { list: { id: string }[] } } | undefined)?.value.list ?? [];
  });

async function open(fragment = ''): Promise<void> {
  page = await openPage(session, `options.html${fragment}`);
  await page.waitForSelector('main');
}

async function connect(url: string, key: string, within = page): Promise<void> {
  await fill(within, address, url);
  await fill(within, 'API key', key);
  await press(within, 'button', 'Save and test');
  await said(within, 'Connected');
}

const addConnection = async () => {
  await press(page, 'button', 'Add connection');
  await shows(page, 'New connection');
};

async function connectBoth(): Promise<void> {
  await connect(a.url, a.key);
  await addConnection();
  await connect(other, b.key);
  await control(page, 'textbox', 'Name');
}

const addressOf = async (at: number) => `options.html#${(await stored())[at]?.id ?? ''}`;
/** Opens or closes a connection by its line, and it is open then. */
const openLine = async (name: string) => {
  await toggle(name);
  await expect.poll(() => isOpen(name)).toBe('true');
};
/** Another window removes a connection, by its place. */
const removeElsewhere = async (at: number) => {
  const second = await openPage(session, await addressOf(at));
  onTestFinished(() => second.close());
  await press(second, 'button', 'Remove connection');
  await second.keyboard.press('Enter');
  await page.bringToFront();
};
/** Down again without having come up is how a key that is held sends itself again. */
const holdEnter = async () => {
  for (const _ of ['pressed', 'held', 'held']) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
};

const contentOf = async (name: string) =>
  (await control(page, 'textbox', name)).evaluate((box) => (box as HTMLInputElement).value);

/** A proxy before a service: it shows its log-in page to all who do not know a secret. */
async function openProxy(target: string, secret: string) {
  const server = createServer((asked, answer) => {
    if (asked.headers['x-proxy-secret'] !== secret)
      return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Log in</title>');
    const passed = request(target + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

beforeAll(async () => {
  a = await startSandbox();
  b = await startSandbox({ key: 'sandbox-demo-key-of-b-0002' });
  other = b.url.replace('127.0.0.1', 'localhost');
  session = await launch();
});
afterAll(async () => {
  await session?.close();
  await Promise.all([a?.close(), b?.close()]);
});
beforeEach(async () => {
  a.reset();
  b.reset();
  a.addWebsites(3);
  b.addWebsites(5);
  await grantHost(session, patterns[0] ?? '');
  await allowHost(session, patterns[1] ?? '');
  await withBarePage(session, (bare) =>
    bare.evaluate(() => Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])),
  );
  await open();
});
afterEach(async () => {
  expect(session.complaints).toEqual([]);
  await page.close();
});

test('a second is added and saved beside the first, each with its own key; what was typed survives a reload', async () => {
  await connect(a.url, a.key);
  expect(await regions()).toEqual([]);
  await addConnection();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('placeholder'))).toContain('https://');
  await fill(page, address, other);
  await page.reload();
  await shows(page, 'New connection');
  expect(await regions()).toEqual([hostOf(a.url), 'New connection']);
  await connect(other, b.key);
  expect(await said(page, 'websites')).toBe('Analytics service Connected, 5 websites.');
  expect(await stored()).toMatchObject([{ analyticsUrl: a.url }, { analyticsUrl: other }]);
  expect((await grantedHosts(session)).sort()).toEqual(patterns);
  await shows(page, 'Stored, ends in 0002');
  await openLine(hostOf(a.url));
  await press(page, 'button', 'Save and test');
  expect(await said(page, 'websites')).toBe('Analytics service Connected, 3 websites.');
  expect([a, b].map((sandbox) => [...new Set(keysAt(sandbox))])).toEqual([['both'], ['both']]);
});

test('Save pressed several times at once saves a new one once, and says so', async () => {
  await connect(a.url, a.key);
  await addConnection();
  await fill(page, address, other);
  await fill(page, 'API key', b.key);
  b.behave({ delay: 500 });
  await (await control(page, 'button', 'Save and test')).evaluate((button) => {
    for (const _ of ['once', 'twice', 'again']) (button as HTMLElement).click();
  });
  expect(await said(page, 'websites')).toBe('Analytics service Connected, 5 websites.');
  expect([(await stored()).length, keysAt(b)]).toEqual([2, ['both']]);
  expect(await page.evaluate(() => document.body.textContent)).not.toContain('was not saved');
});

test('an address typed while it is tested is still there after another line was opened', async () => {
  await connectBoth();
  const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
  b.behave({ delay });
  await press(page, 'button', 'Save and test');
  await fill(page, 'SEO service address', 'https://seo.typed.example');
  answer();
  await said(page, 'websites');
  await openLine(hostOf(a.url));
  await toggle(hostOf(other));
  await expect.poll(() => contentOf('SEO service address')).toBe('https://seo.typed.example');
});

test('an address typed in one window is still there after another saved that connection', async () => {
  await connect(a.url, a.key);
  const second = await openPage(session, 'options.html');
  await control(second, 'textbox', 'SEO service address');
  await page.bringToFront();
  await fill(page, 'SEO service address', 'https://seo.typed.example');
  await second.bringToFront();
  await press(second, 'button', 'Save and test');
  await said(second, 'websites');
  await second.close();
  await page.bringToFront();
  await page.reload();
  expect(await contentOf('SEO service address')).toBe('https://seo.typed.example');
});

test.each<[string, begin: () => Promise<unknown>, change: (second: Page) => Promise<unknown>]>([
  [
    'removes the other one',
    () => connectBoth().then(() => toggle(hostOf(a.url))),
    (second) => press(second, 'button', 'Remove connection').then(() => second.keyboard.press('Enter')),
  ],
  [
    'adds another one',
    () => connect(a.url, a.key),
    async (second) => {
      await press(second, 'button', 'Add connection');
      await shows(second, 'New connection');
      await connect(other, b.key, second);
    },
  ],
])('what is typed stays typed where another window %s', async (_what, begin, change) => {
  await begin();
  await press(page, 'button', 'Replace');
  await page.keyboard.type('made-up-other-key-7777');
  await fill(page, 'SEO service address', 'https://seo.typed.example');
  const before = await regions();
  const second = await openPage(session, await addressOf(1));
  await change(second);
  await second.close();
  await page.bringToFront();
  await expect.poll(async () => (await regions()).length).not.toBe(before.length);
  expect(await contentOf('SEO service address')).toBe('https://seo.typed.example');
  await shows(page, 'ending in 7777, is not saved yet');
  await page.keyboard.type('/stats');
  expect(await contentOf('SEO service address')).toBe('https://seo.typed.example/stats');
});

test('what is typed and not stored stays while another line is open, and only in its box', async () => {
  await connectBoth();
  const texts = {
    'Sites that go here': 'b.example\nsho*p.example',
    'Header name': 'X-Proxy',
    'Header value': 'made-up-value-of-a-header',
    'Default password': 'made-up-walnut-lamp',
    'Statistics page': '{base_url}/{nothing}',
  };
  const fillAll = async (of: Record<string, string>) => {
    for (const fold of await page.$$('details:not([open]) summary')) await fold.click();
    for (const [box, text] of Object.entries(of)) await fill(page, box, text);
  };
  const contents = async (names = Object.keys(texts)) => {
    for (const fold of await page.$$('details:not([open]) summary')) await fold.click();
    return Promise.all(names.map(contentOf));
  };
  await fillAll(texts);
  await openLine(hostOf(a.url));
  expect(await contents()).not.toContain('X-Proxy');
  await fillAll({ 'Header name': 'X-Other' });
  await openLine(hostOf(other));
  expect(await focused()).toContain(hostOf(other));
  expect(await contents()).toEqual(Object.values(texts));
  const kept = JSON.stringify(
    await page.evaluate(() => Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)])),
  );
  expect(kept).not.toContain('made-up-');
  await press(page, 'button', 'Add header');
  await shows(page, 'X-Proxy, ends in ader');
  await press(page, 'button', 'Save password');
  await shows(page, 'A default password is stored');
  await openLine(hostOf(a.url));
  await openLine(hostOf(other));
  expect(await contents(['Header name', 'Header value'])).toEqual(['', '']);
  await shows(page, 'A default password is stored');
});

test('named, moved and with rules, which are tried as a site is typed', async () => {
  await connectBoth();
  await fill(page, 'Name', 'Client B');
  await page.waitForSelector('::-p-aria([name="Client B"][role="region"])');
  await press(page, 'button', 'Move up');
  await expect.poll(regions).toEqual(['Client B', hostOf(a.url)]);
  expect(await focused()).toBe('Move down');
  await fill(page, 'Sites that go here', 'b.example\n*.client.example\nno*star');
  await shows(page, '“no*star”: the * can only stand alone');
  await expect.poll(stored).toMatchObject([{ rules: ['b.example', '*.client.example'] }, {}]);
  await fill(page, 'Try a site', 'shop.client.example');
  await shows(page, 'shop.client.example goes to Client B, by rule 2.');
  await fill(page, 'Try a site', 'elsewhere.example');
  await shows(page, `elsewhere.example goes to ${hostOf(a.url)}, the connection used last.`);
  await openLine(hostOf(a.url));
  await fill(page, 'Sites that go here', '*.client.example');
  await shows(page, '“*.client.example” is also a rule of Client B.');
  await page.reload();
  await shows(page, 'Client B');
  expect([await isOpen('Client B'), await isOpen(hostOf(a.url))]).toEqual(['false', 'true']);
});

test('each has its own settings for new sites and pages; a copy has them too, but no key', async () => {
  await connectBoth();
  for (const fold of await page.$$('summary')) await fold.click();
  await press(page, 'checkbox', 'E-mail reports');
  await fill(page, 'Statistics page', '{base_url}/of-b');
  const own = { defaults: { email: 1 }, templates: { statisticsUrl: '{base_url}/of-b' } };
  await expect.poll(stored).toMatchObject([{}, own]);
  expect((await stored())[0]).not.toHaveProperty('defaults');
  await press(page, 'button', 'Duplicate');
  await shows(page, 'New connection');
  await fill(page, 'API key', b.key);
  await press(page, 'button', 'Save and test');
  await expect.poll(stored).toMatchObject([{}, own, { ...own, name: `${hostOf(other)} (copy)`, analyticsUrl: other }]);
});

test('a key that is held asks whether to remove one, and does not answer that', async () => {
  await connectBoth();
  await (await control(page, 'button', 'Remove connection')).focus();
  await holdEnter();
  await shows(page, 'Nothing is deleted at the service.');
  expect(await stored()).toHaveLength(2);
  await page.keyboard.press('Enter');
  await expect.poll(stored).toMatchObject([{ analyticsUrl: a.url }]);
});

test('one that is removed is forgotten here with its access, and the other is alone as before', async () => {
  await connectBoth();
  await press(page, 'button', 'Remove connection');
  await shows(page, 'settings, known sites and earlier checks of');
  await shows(page, 'Nothing is deleted at the service.');
  await press(page, 'button', 'Cancel');
  await press(page, 'button', 'Remove connection');
  await page.keyboard.press('Enter');
  await expect.poll(stored).toMatchObject([{ analyticsUrl: a.url }]);
  await expect.poll(regions).toEqual([]);
  await expect.poll(focused).toBe('Add connection');
  await expect.poll(() => grantedHosts(session)).toEqual(patterns.slice(0, 1));
  expect(b.websites()).toHaveLength(5);
});

test('Add connection pressed twice at once adds one, after a reload too', async () => {
  await connect(a.url, a.key);
  await (await control(page, 'button', 'Add connection')).evaluate((button) => {
    for (const _ of ['once', 'twice']) (button as HTMLElement).click();
  });
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await shows(page, 'New connection');
    expect(await regions()).toEqual([hostOf(a.url), 'New connection']);
  }
});

const third = () => addConnection().then(() => connect(`${a.url}/`, a.key));
const closeAll = async () => {
  await (await page.$$('button.line'))[1]?.press('Enter');
  await page.waitForFunction(() => !document.querySelector('.connection [aria-expanded=true]'));
};
const focusLine = () => page.evaluate(() => document.querySelectorAll<HTMLElement>('button.line')[1]?.focus());
const focusBox = async (name: string) => (await control(page, 'textbox', name)).focus();
const openName = async () => {
  await page.goto(new URL(await addressOf(1), page.url()).href);
  await page.reload();
  await focusBox('Name');
};
full.test.each<[string, begin: () => Promise<unknown>, left: number]>([
  ['the open one, of two', () => focusBox('SEO service address'), 0],
  ['the open one, of three, while its name is typed', () => third().then(openName), 2],
  ['a closed one', closeAll, 0],
  ['a closed one that has the focus, while another is open', () => third().then(focusLine), 2],
])('%s is removed in another window: it is said, and no key presses anything', async (_what, begin, left) => {
  await connectBoth();
  await begin();
  await removeElsewhere(1);
  const said = `“${hostOf(other)}” was removed in another window. What was not saved is gone.`;
  await shows(page, said);
  await page.keyboard.type(' office');
  await expect.poll(focused).toBe(said);
  expect(await regions()).toHaveLength(left);
});

test('one that is not saved yet is discarded in another window: it is said, and the form is gone', async () => {
  await connect(a.url, a.key);
  await addConnection();
  await fill(page, 'Analytics service address', other);
  await page.waitForFunction(() => location.hash);
  const second = await openPage(session, `options.html${new URL(page.url()).hash}`);
  onTestFinished(() => second.close());
  await press(second, 'button', 'Discard connection');
  await second.keyboard.press('Enter');
  await page.bringToFront();
  await shows(page, '“New connection” was removed in another window. What was not saved is gone.');
  await expect.poll(regions).toEqual([]);
  expect(await stored()).toHaveLength(1);
});

full.describe('what another window does takes no focus away without a word', () => {
  const hasFocus = (name: string) => () =>
    page.evaluate((wanted) => {
      const { activeElement: now } = document;
      const names = [
        now?.getAttribute('aria-label'),
        (now as HTMLInputElement)?.labels?.[0]?.textContent,
        now?.textContent,
      ];
      return now !== document.body && now?.checkVisibility() && names.includes(wanted);
    }, name);
  const unfold = async (within = page) => {
    for (const fold of await within.$$('details:not([open]) summary')) await fold.click();
  };
  const storeElsewhere = async (list: object[]) => {
    await withBarePage(session, (bare) =>
      bare.evaluate(async (list) => {
        const { connections } = (await chrome.storage.local.get('connections')) as { connections: { value: object } };
        await chrome.storage.local.set({ connections: { ...connections, value: { ...connections.value, list } } });
      }, list),
    );
    await page.bringToFront();
  };
  const openSecond = async () => {
    const second = await openPage(session, await addressOf(1));
    onTestFinished(() => second.close());
    await control(second, 'textbox', 'Name');
    await unfold(second);
    return second;
  };
  /** The second of two connections is open and has all its folds open. */
  beforeEach(async () => {
    await connectBoth();
    await unfold();
  });

  test.each([
    ['textbox', 'Exclude IP addresses'],
    ['textbox', 'Exclude URL parameters'],
    ['textbox', 'Statistics page'],
    ['textbox', 'Default password'],
    ['textbox', 'Header name'],
    ['button', 'Replace'],
    ['button', 'Refresh all'],
    ['radio', 'Private'],
  ] as const)('the only one moves as another is added: %s %s', async (role, name) => {
    const both = await stored();
    await storeElsewhere(both.slice(1));
    await page.goto(page.url().replace(/#.*/, ''));
    await page.reload();
    await unfold();
    await (await control(page, role, name)).focus();
    const before = role === 'textbox' ? await contentOf(name) : '';
    if (role === 'textbox') await page.keyboard.type('ab').then(() => page.keyboard.press('ArrowLeft'));
    await storeElsewhere(both);
    await expect.poll(regions).toHaveLength(2);
    await expect.poll(hasFocus(name)).toBe(true);
    if (role !== 'textbox') return;
    await page.keyboard.type('cd');
    expect(await contentOf(name)).toBe(`${before}acdb`);
  });

  test.each([
    ['button', 'Save and test'],
    ['button', 'Add connection'],
    ['textbox', 'Header name'],
  ] as const)('the one that is left moves as the other is removed: %s %s', async (role, name) => {
    await (await control(page, role, name)).focus();
    await storeElsewhere((await stored()).slice(1));
    await expect.poll(regions).toEqual([]);
    await expect.poll(hasFocus(name)).toBe(true);
  });

  test.each<[string, selector: string]>([
    ['its line', 'button.line[aria-expanded=true]'],
    ['a fold that is none there', '.fold:has(.segments) summary'],
    ['Name', '.own input'],
    ['Remove connection', '[aria-label="Remove connection"]'],
  ])('and says that it was, where the focus was on what is not there: %s', async (_name, selector) => {
    await page.focus(selector);
    await storeElsewhere((await stored()).slice(1));
    await expect.poll(regions).toEqual([]);
    await expect.poll(focused).toBe(`“${hostOf(a.url)}” was removed in another window. What was not saved is gone.`);
  });

  test.each([['birch'], ['']])('a default password is saved while another, “%s”, is typed', async (begun) => {
    await (await control(page, 'textbox', 'Default password')).focus();
    await page.keyboard.type(begun);
    const second = await openSecond();
    await fill(second, 'Default password', 'made-up-walnut-lamp');
    await press(second, 'button', 'Save password');
    await shows(second, 'A default password is stored');
    await page.bringToFront();
    await control(page, 'button', 'Keep the stored key');
    await page.keyboard.type(' tree');
    expect(await contentOf('Default password')).toBe(`${begun} tree`);
    await page.keyboard.press('Enter');
    await expect.poll(hasFocus('Replace default password')).toBe(true);
  });

  test('a default password is removed', async () => {
    await fill(page, 'Default password', 'made-up-walnut-lamp');
    await press(page, 'button', 'Save password');
    await (await control(page, 'button', 'Replace default password')).focus();
    const second = await openSecond();
    await press(second, 'button', 'Remove default password');
    await press(second, 'button', 'Remove password');
    await expect.poll(hasFocus('Default password')).toBe(true);
  });

  test('a template is reset', async () => {
    await fill(page, 'Statistics page', '{base_url}/x');
    await (await control(page, 'button', 'Reset Statistics page')).focus();
    await expect.poll(stored).toMatchObject([{}, { templates: {} }]);
    await storeElsewhere((await stored()).map((one) => ({ ...one, templates: undefined })));
    await expect.poll(hasFocus('Statistics page')).toBe(true);
  });

  const removeKeyIn = async (within: Page) => {
    await press(within, 'button', 'Remove');
    await press(within, 'button', 'Remove key');
    await control(within, 'textbox', 'API key');
  };
  /** What is pressed has been pressed here before, and must not take the focus later. */
  const keepKey = async () => {
    await press(page, 'button', 'Replace');
    await press(page, 'button', 'Keep the stored key');
  };

  test.each<[string, reach: () => Promise<unknown>, box: string, expected: string]>([
    ['Name', keepKey, 'Name', 'Name'],
    ['the box of the key', () => Promise.resolve(), 'API key', 'Replace'],
  ])('a key is removed and another saved: from %s to what is in its place', async (_name, reach, box, expected) => {
    await reach();
    const second = await openSecond();
    await removeKeyIn(second);
    await page.bringToFront();
    await (await control(page, 'textbox', box)).focus();
    await second.bringToFront();
    await connect(other, b.key, second);
    await page.bringToFront();
    await control(page, 'button', 'Replace');
    await expect.poll(hasFocus(expected)).toBe(true);
  });

  test('a key is removed as this window asks whether to', async () => {
    await press(page, 'button', 'Remove');
    const second = await openSecond();
    await removeKeyIn(second);
    await page.bringToFront();
    await expect.poll(hasFocus('API key')).toBe(true);
  });

  test.each(['Name', 'Default password'])('a default password is removed and saved again: %s', async (box) => {
    await fill(page, 'Default password', 'made-up-walnut-lamp');
    await press(page, 'button', 'Save password');
    const second = await openSecond();
    await press(second, 'button', 'Remove default password');
    await press(second, 'button', 'Remove password');
    await page.bringToFront();
    await control(page, 'textbox', 'Default password');
    await (await control(page, 'textbox', box)).focus();
    await second.bringToFront();
    await fill(second, 'Default password', 'made-up-birch-tree');
    await press(second, 'button', 'Save password');
    await page.bringToFront();
    await control(page, 'button', box === 'Name' ? 'Replace default password' : 'Keep the stored key');
    expect(await hasFocus(box)()).toBe(true);
  });

  test('the open one is moved, after a move that was not possible was pressed here', async () => {
    await press(page, 'button', 'Move down');
    await (await control(page, 'textbox', 'Name')).focus();
    await storeElsewhere((await stored()).toReversed());
    await expect.poll(regions).toEqual([hostOf(other), hostOf(a.url)]);
    await afterwards(page);
    expect(await hasFocus('Name')()).toBe(true);
  });

  test('what has the focus goes, and nothing takes its place: the heading above it is read, which no key presses', async () => {
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    b.behave({ delay });
    await press(page, 'button', 'Refresh all');
    await (await control(page, 'button', 'Stop')).focus();
    answer();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H3');
    await page.keyboard.press('Space');
    expect(await isOpen(hostOf(other))).toBe('true');
  });
});

full.test.each([
  ['textbox', 'API key'],
  ['button', 'Export settings'],
] as const)('a new one is left alone as the other is removed in another window: %s %s', async (role, name) => {
  await connect(a.url, a.key);
  await addConnection();
  await fill(page, address, other);
  await fill(page, 'API key', 'made-up-key-12');
  await (await control(page, role, name)).focus();
  await removeElsewhere(0);
  await expect.poll(regions).toEqual([]);
  const said = `“${hostOf(a.url)}” was removed in another window. What was not saved is gone.`;
  await expect.poll(focused).toBe(role === 'button' ? name : said);
  await page.keyboard.type('34567');
  expect(await contentOf(address)).toBe(other);
});

full.describe('what is typed into an address takes the focus nowhere else', () => {
  const typeAnew = async (name: string) => {
    const box = await control(page, 'textbox', name);
    const before = await contentOf(name);
    await box.focus();
    await page.keyboard.press('End');
    for (const _ of before) await page.keyboard.press('Backspace');
    await page.keyboard.type(before);
    expect(await contentOf(name)).toBe(before);
  };

  test('after Replace, and Keep', async () => {
    await connect(a.url, a.key);
    await press(page, 'button', 'Replace');
    await press(page, 'button', 'Keep the stored key');
    await typeAnew(address);
  });

  test('after it was offered over a page, and saved', async () => {
    await page.close();
    await open(`?connect=${encodeURIComponent(a.url)}`);
    await page.waitForFunction(() => document.activeElement?.matches('input[type=password]'));
    await connect(a.url, a.key);
    await typeAnew(address);
  });

  test('after the key of the SEO service was removed', async () => {
    await connect(a.url, a.key);
    await fill(page, 'SEO service address', b.url);
    await fill(page, 'SEO API key', b.seoKey);
    await press(page, 'button', 'Save and test');
    await press(page, 'button', 'Remove SEO API key');
    await press(page, 'button', 'Remove key');
    await control(page, 'textbox', 'SEO API key');
    await typeAnew('SEO service address');
  });
});

test('a key that is held presses nothing that takes the place of the pressed one', async () => {
  await connect(a.url, a.key);
  a.clearLog();
  await (await control(page, 'button', 'Replace')).focus();
  await holdEnter();
  await (await control(page, 'button', 'Keep the stored key')).focus();
  await holdEnter();
  await expect.poll(focused).toBe('Replace');
  await fill(page, 'Default password', 'made-up-walnut-lamp');
  await (await control(page, 'button', 'Save password')).focus();
  await page.keyboard.down('Enter');
  await control(page, 'button', 'Replace default password');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await shows(page, 'A default password is stored');
  await expect.poll(focused).toBe('Replace');
  expect(a.log).toEqual([]);
});

full.test.each<[string, go: () => Promise<unknown>]>([
  ['the empty page is clicked', () => page.mouse.click(4, 300)],
  ['another box is typed in', () => control(page, 'button', 'Export settings').then((one) => one.focus())],
])('a late answer takes neither the focus nor the view from where the person went: %s', async (_where, go) => {
  await connect(a.url, a.key);
  await press(page, 'button', 'Replace');
  a.behave({ delay: 1500 });
  await page.keyboard.type(a.key);
  await page.keyboard.press('Enter');
  await shows(page, 'Testing');
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await go();
  const now = () => page.evaluate(() => [document.activeElement?.textContent?.slice(0, 99), scrollY]);
  const before = await now();
  await control(page, 'button', 'Replace');
  await said(page, 'Connected, 3 websites.');
  await afterwards(page);
  const [focusedNow, scrolled] = await now();
  expect([focusedNow, Math.abs(Number(scrolled) - Number(before[1])) < 150]).toEqual([before[0], true]);
});

full.describe('a key goes only to what it was typed for', () => {
  const key = 'made-up-key-only-for-b-9999';
  /** B is open in another window, where a key for it is typed. */
  const typeElsewhere = async () => {
    await connectBoth();
    const second = await openPage(session, await addressOf(1));
    onTestFinished(() => second.close());
    await press(second, 'button', 'Replace');
    await second.keyboard.type(key);
    await page.bringToFront();
    return second;
  };

  test('not to the address that another window saves meanwhile', async () => {
    const second = await typeElsewhere();
    await connect(a.url, a.key);
    a.clearLog();
    b.clearLog();
    await second.bringToFront();
    await press(second, 'button', 'Save and test');
    await said(second, 'refused the API key');
    expect([a.log.length, keysAt(b)]).toEqual([0, ['unknown']]);
  });

  test('nor a header’s value, which is asked for anew', async () => {
    await connectBoth();
    await (await page.$('.fold:has(.headers) summary'))?.click();
    await fill(page, 'Header name', 'X-Proxy');
    await fill(page, 'Header value', 'made-up-secret-only-for-b');
    const [first, second] = await stored();
    await withBarePage(session, (bare) =>
      bare.evaluate(
        async (list) => chrome.storage.local.set({ connections: { version: 1, value: { list } } }),
        [first, { ...second, analyticsUrl: a.url.replace('127.0.0.1', 'localhost') }],
      ),
    );
    await page.bringToFront();
    await expect.poll(() => contentOf(address)).toBe(a.url.replace('127.0.0.1', 'localhost'));
    await press(page, 'button', 'Add header');
    await shows(page, 'Type the value of the header.');
    expect([await contentOf('Header value'), await page.$$('.headers .stored')]).toEqual(['', []]);
  });

  test('and does not bring back a connection that another window removed while it was tested', async () => {
    const second = await typeElsewhere();
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    b.behave({ delay });
    await press(page, 'button', 'Save and test');
    await second.bringToFront();
    await press(second, 'button', 'Save and test');
    await page.bringToFront();
    await press(page, 'button', 'Remove connection');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).length).toBe(1);
    answer();
    await expect.poll(() => grantedHosts(session)).toEqual(patterns.slice(0, 1));
    expect(await stored()).toHaveLength(1);
  });

  test('nor one that was discarded before access was given', async () => {
    await connect(a.url, a.key);
    await addConnection();
    await fill(page, address, other);
    await fill(page, 'API key', b.key);
    await page.evaluate(() => {
      const ask = chrome.permissions.request.bind(chrome.permissions);
      const later = async (what: { origins?: string[] }) => {
        await new Promise((allowed) => addEventListener('allow', allowed, { once: true }));
        document.body.dataset.allowed = String(await ask(what));
        return true;
      };
      Object.assign(chrome.permissions, { request: later });
    });
    await press(page, 'button', 'Save and test');
    await press(page, 'button', 'Discard connection');
    await expect.poll(regions).toEqual([]);
    await page.evaluate(() => dispatchEvent(new Event('allow')));
    await page.waitForSelector('[data-allowed=true]');
    await expect.poll(() => grantedHosts(session)).toEqual(patterns.slice(0, 1));
    expect([(await stored()).length, b.log.length]).toEqual([1, 0]);
  });
});

test('a template that is reset keeps the focus', async () => {
  await connect(a.url, a.key);
  await fill(page, 'Statistics page', '{base_url}/x');
  await (await control(page, 'button', 'Reset Statistics page')).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('input.code'))).toBe(true);
});

test.each([
  ['added', () => press(page, 'button', 'Add connection')],
  ['offered over a page', () => page.close().then(() => open('?connect=https%3A%2F%2Fnew.example%2F'))],
])('one that was %s by mistake is discarded', async (_how, begin) => {
  await connect(a.url, a.key);
  await begin();
  await shows(page, 'New connection');
  await fill(page, 'API key', b.key);
  await press(page, 'button', 'Discard connection');
  await expect.poll(regions).toEqual([]);
  await page.reload();
  await shows(page, 'Stored, ends in 0001');
  expect(await regions()).toEqual([]);
});

test('one that is discarded while it is tested gives back its access', async () => {
  await connect(a.url, a.key);
  await addConnection();
  await fill(page, address, other);
  await fill(page, 'API key', b.key);
  const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
  b.behave({ delay });
  await press(page, 'button', 'Save and test');
  await expect.poll(() => b.log.length).toBeGreaterThan(0);
  await press(page, 'button', 'Discard connection');
  answer();
  await expect.poll(() => grantedHosts(session)).toEqual(patterns.slice(0, 1));
  expect(await stored()).toHaveLength(1);
});

test('a service behind a proxy is reached with a header of one’s own, which is only written', async () => {
  const secret = 'made-up-proxy-secret-4321';
  const proxy = await openProxy(a.url, secret);
  onTestFinished(proxy.close);
  await fill(page, address, proxy.url);
  await fill(page, 'API key', a.key);
  await press(page, 'button', 'Save and test');
  await said(page, 'A web page answered instead of the service');
  expect(a.log).toEqual([]);
  await (await page.$('summary'))?.click();
  await fill(page, 'Header name', 'Authorization');
  await press(page, 'button', 'Add header');
  await shows(page, '(HTTP Basic) cannot be sent beside it');
  await fill(page, 'Header name', 'X-Proxy-Secret');
  await press(page, 'button', 'Add header');
  await shows(page, 'Type the value of the header.');
  expect(await page.evaluate(() => document.activeElement?.matches('.headers [type=password]'))).toBe(true);
  await fill(page, 'Header value', secret);
  await page.keyboard.press('Enter');
  await shows(page, 'X-Proxy-Secret, ends in 4321');
  await press(page, 'button', 'Save and test');
  expect(await said(page, 'Connected')).toBe('Analytics service Connected, 3 websites.');
  expect((await page.content()).includes(secret)).toBe(false);
  await press(page, 'button', 'Remove X-Proxy-Secret');
  await press(page, 'button', 'Remove header');
  await page.waitForFunction(() => !document.querySelector('.headers .stored'));
  await press(page, 'button', 'Save and test');
  await said(page, 'A web page answered instead of the service');
});

test('the lines are opened and closed by keyboard', async () => {
  await connectBoth();
  await page.focus('section.connection button.line');
  await page.keyboard.press('Enter');
  await expect.poll(() => isOpen(hostOf(a.url))).toBe('true');
  expect(await isOpen(hostOf(other))).toBe('false');
  await page.keyboard.press('Space');
  await expect.poll(() => isOpen(hostOf(a.url))).toBe('false');
  expect(await focused()).toContain(hostOf(a.url));
});

full.describe('accessible, in light and dark, 320 px wide, right to left', () => {
  const states: [name: string, reach: () => Promise<unknown>][] = [
    ['a new one', addConnection],
    [
      'everything open',
      async () => {
        for (const fold of await page.$$('summary')) await fold.click();
        await fill(page, 'Name', 'A client with a long name that goes on and on');
        await fill(page, 'Sites that go here', 'x*y\na.very.long.name.of.a.site.that.goes.on.and.on.example.com');
        await fill(page, 'Try a site', 'a.very.long.name.of.a.site.that.goes.on.and.on.example.com');
        await press(page, 'button', 'Remove connection');
      },
    ],
    ['all closed', () => toggle(hostOf(other))],
  ];
  test.each(states)('%s', async (_name, reach) => {
    await connectBoth();
    await reach();
    expect(await faultsInAnyLook(page)).toEqual([]);
  });
});
