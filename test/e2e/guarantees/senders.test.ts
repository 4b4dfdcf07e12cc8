import type { Frame, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { addonId } from '../harness/firefox.ts';
import { ask, browsers, type Subject, stageIn } from './browsers.ts';
import type { ForeignExtension } from './foreignExtension.ts';
import { foreignHost, foreignId, forge, nothing, writeForeignExtension } from './foreignExtension.ts';

/** What an attacker would want: to read, to write, and to send the key elsewhere. Our own page gets the first one. */
const messagesFor = (account: string | undefined) => [
  { ask: 'websites.list', input: {}, id: 'forged-list', account },
  { ask: 'websites.create', input: { domain: 'forged.example.com' }, id: 'forged-create', account },
  { ask: 'websites.delete', input: { id: '1', domain: host }, id: 'forged-delete', account },
  {
    ask: 'connection.save',
    input: { services: { analytics: { url: 'http://127.0.0.1:9' } }, keep: 'always' },
    id: 'forged-save',
  },
  { ask: 'connection.status', input: {}, id: 'forged-status' },
  { ask: 'jobs.passwords', input: { id: 'job' }, id: 'forged-passwords' },
  { cancel: 'forged-list' },
];

const host = 'shop.example.com';

interface Setting {
  subject: Subject;
  sandbox: Sandbox;
  messages: ReturnType<typeof messagesFor>;
  /** A page of Waymark in a tab, which sends nothing forged. */
  ours: Page;
  /** A web page. */
  web: Page;
  /** A page of the service's own host, to which the extension has access. */
  granted: Page;
  /** Another extension's page, and a web page with a script of that extension. */
  other: Page;
  visited: Page;
}

type Place = [name: string, speak: (setting: Setting) => Promise<string[]>];

const id = ({ subject }: Setting) => (subject.firefox ? addonId : new URL(subject.origin).host);
/** Sends the messages to the extension's id, and as if the sender belonged to the extension. */
const both = async (setting: Setting, page: Page | Frame) => [
  ...(await page.evaluate(forge, id(setting), setting.messages)),
  ...(await page.evaluate(forge, '', setting.messages)),
];

/** Adds a frame to a page, and sends messages from the frame if it can be reached. */
async function inFrame(setting: Setting, page: Page, attributes: Record<string, string>): Promise<string[]> {
  const before = new Set(page.frames());
  await page.evaluate((all) => {
    const frame = document.createElement('iframe');
    for (const [name, value] of Object.entries(all)) frame.setAttribute(name, value);
    document.body.append(frame);
  }, attributes);
  const added = () => page.frames().find((one) => !before.has(one));
  await expect.poll(added).toBeDefined();
  const frame = added();
  return frame ? both(setting, frame) : [];
}

/** As `inFrame` for a page of Waymark. Not every browser shows its frames to a test, so their own interface is used. */
const inOurFrame =
  (attributes: Record<string, string>) =>
  ({ ours, messages }: Setting) =>
    ours.evaluate(
      `(async (attributes, said) => {
      const frame = document.createElement('iframe');
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      document.body.append(frame);
      await loaded;
      const reach = () => { try { return frame.contentWindow.browser ?? frame.contentWindow.chrome; } catch {} };
      const forge = ${forge.toString().replaceAll('globalThis', '{ chrome: reach() }')};
      return forge('', said);
    })(${JSON.stringify(attributes)}, ${JSON.stringify(messages)})`,
    ) as Promise<string[]>;

/** Sends messages from a script of our own extension, which has our id, in a page that might take it over. */
const injected = (world: 'ISOLATED' | 'MAIN', allFrames: boolean) => async (setting: Setting) => {
  const results = (await setting.ours.evaluate(
    `(async (url, messages, world, allFrames) => {
      const tabId = (await chrome.tabs.query({})).find((tab) => tab.url === url).id;
      return chrome.scripting.executeScript({ target: { tabId, allFrames }, world, func: ${forge}, args: ['', messages] });
    })(${[setting.granted.url(), setting.messages, world, allFrames].map((one) => JSON.stringify(one)).join()})`,
  )) as { result: string[] }[];
  expect(results.length).toBe(allFrames ? 2 : 1);
  return results.flatMap(({ result }) => result);
};

const heardBy = (page: Page): Promise<string> =>
  page.waitForFunction(() => document.documentElement.dataset.heard).then((handle) => handle.jsonValue() as never);
const byForeign = (part: string) => async (setting: Setting) => JSON.parse(await heardBy(setting.other))[part];

const places: Place[] = [
  ['a page of the web', (setting) => both(setting, setting.web)],
  ['a frame of it', (setting) => inFrame(setting, setting.web, { src: '/framed' })],
  ['a sandboxed frame', (setting) => inFrame(setting, setting.web, { sandbox: 'allow-scripts', srcdoc: '<p>x' })],
  ['a data: frame', (setting) => inFrame(setting, setting.web, { src: 'data:text/html,x' })],
  ['an empty frame', (setting) => inFrame(setting, setting.web, {})],
  [
    'our page, framed by the web',
    (setting) => inFrame(setting, setting.web, { src: `${setting.subject.origin}/manage.html` }),
  ],
  [
    'our popup, framed by the web',
    (setting) => inFrame(setting, setting.web, { src: `${setting.subject.origin}/popup.html` }),
  ],
  ['our page, framed by our page', inOurFrame({ src: '/manage.html' })],
  ['an empty frame of our page', inOurFrame({})],
  ['a srcdoc frame of our page', inOurFrame({ srcdoc: '<p>x' })],
  ['the service’s own page', (setting) => both(setting, setting.granted)],
  ['a script of ours in a page', injected('ISOLATED', false)],
  ['a script of ours in a page and its frame', injected('ISOLATED', true)],
  ['a script of ours in the page’s own world', injected('MAIN', false)],
  ['another extension’s page', byForeign('page')],
  ['another extension’s page, by a port', byForeign('port')],
  ['another extension’s background', byForeign('background')],
  ['another extension’s background, by a port', byForeign('backgroundPort')],
  ['another extension’s script in a page', async ({ visited }) => JSON.parse(await heardBy(visited))],
];

describe.each(browsers)('%s', (browser) => {
  const stage = stageIn(browser);
  let foreign: ForeignExtension;
  let setting: Setting;

  beforeAll(async () => {
    const { subject, sandbox, page: ours } = stage;
    const visit = async (url: string) => {
      const page = await subject.tab();
      await page.goto(url);
      return page;
    };
    const account = await ours.evaluate(async () => {
      const { connections } = await chrome.storage.local.get('connections');
      return connections?.value.list[0]?.account;
    });
    const messages = messagesFor(account);
    foreign = await writeForeignExtension(browser, subject.firefox ? addonId : new URL(subject.origin).host, messages);
    const other = await openForeignExtension(subject, foreign);
    const granted = await visit(`${sandbox.url}/login`);
    await granted.evaluate(() => document.body.append(document.createElement('iframe')));
    const [webPage, visited] = [await visit('http://forger.example.com/'), await visit(`http://${foreignHost}/`)];
    setting = { subject, sandbox, messages, ours, web: webPage, granted, other, visited };
    sandbox.addWebsite({ domain: host });
    sandbox.clearLog();
  });
  afterAll(() => foreign?.remove());

  /** Sends a message from our own page, which is handled after all earlier messages. */
  const nothingServed = async () => {
    const { ours, sandbox } = setting;
    expect(await ask(ours, 'connection.status', { connection: 'main' })).toMatchObject({
      value: { analytics: { url: sandbox.url, key: 'stored' } },
    });
    expect(sandbox.log.filter(({ service }) => service !== 'site')).toEqual([]);
    expect(sandbox.websites()).toHaveLength(1);
  };

  test.each(places)('is served nothing: %s', async (_name, speak) => {
    const heard = await speak(setting);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.filter((one) => one !== nothing)).toEqual([]);
    await nothingServed();
  });

  test('our own page is served, by the very same words', async () => {
    const heard = await setting.ours.evaluate(forge, '', setting.messages.slice(0, 1));
    expect(heard.map((one) => JSON.parse(one))).toMatchObject([{ ok: true, value: { items: [{ domain: host }] } }]);
    setting.sandbox.clearLog();
  });
});

async function openForeignExtension(subject: Subject, { folder }: ForeignExtension): Promise<Page> {
  const installed = await (subject.session?.browser ?? subject.firefox?.browser)?.installExtension(folder);
  const host = await subject.firefox?.inside(
    (name) => (WebExtensionPolicy.getByID(name) as unknown as { mozExtensionHostname: string }).mozExtensionHostname,
    foreignId,
  );
  const page = await subject.tab();
  await page.goto(host ? `moz-extension://${host}/page.html` : `chrome-extension://${installed}/page.html`, {
    waitUntil: host ? [] : 'load',
  });
  return page;
}
