import type { ElementHandle, Page } from 'puppeteer-core';
import { vi } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { paste, pressFirst } from '../addMany/addManyPage.ts';
import { control, fill, press, said, shows } from '../harness/controls.ts';
import { askAll, type Subject } from './browsers.ts';
import { exported, hearAnswers, keepExports } from './secrets.ts';
import type { Kinds } from './secretsKinds.ts';

/** Texts that may occur only in their own place. Each is made up and unlike any other. */
export const secrets = {
  'the API key': 'made-up-analytics-key-7Q2x',
  'the SEO key': 'made-up-seo-key-9Z4w',
  'the Umami key': 'made-up-umami-key-3F5d',
  'the Matomo token': 'made0up0matomo0token0c41e8b2a7d9',
  'the value of a header': 'made-up-header-value-6K8t',
  'the password of a proxy': 'made-up-proxy-password-8R1n',
  'the user and password of a proxy, as sent': btoa('anna:made-up-proxy-password-8R1n'),
  'the common password': 'common-walnut-lamp',
  'a password typed in the popup': 'popup-brass-bookend',
  'a password typed on the page': 'sheet-linen-notebook',
  'a password for many': 'many-stoneware-mugs',
  'a password that the service reports': 'reported-oak-table',
  'a value in the tab’s address': 'query-value-3141',
  'a password in the tab’s address': 'userinfo-value-2718',
};
export type Secret = keyof typeof secrets;

export interface Stage {
  subject: Subject;
  sandbox: Sandbox;
  kinds: Kinds;
  /** What was found after each step, by place. */
  seen: Map<string, string>;
  /** Records what is on the screen at this moment. */
  glance(page: Page): Promise<void>;
  look(page: Page): Promise<void>;
}

export const host = 'shop.example.com';

async function connectByHand({ subject, sandbox, glance, look }: Stage): Promise<void> {
  const page = await subject.open('options.html');
  await page.bringToFront();
  await hearAnswers(page);
  await fill(page, 'Analytics service address', sandbox.url);
  await press(page, 'button', 'More');
  await fill(page, 'SEO service address', sandbox.seoUrl);
  await fill(page, 'API key', secrets['the API key']);
  await fill(page, 'SEO API key', secrets['the SEO key']);
  await glance(page);
  await (await page.$('summary'))?.click();
  await fill(page, 'Header name', 'X-Proxy-Secret');
  await fill(page, 'Header value', secrets['the value of a header']);
  await glance(page);
  await press(page, 'button', 'Add header');
  await shows(page, 'X-Proxy-Secret · Not saved.');
  await press(page, 'button', 'Save and test');
  await said(page, 'Connected');
  await press(page, 'radio', 'Password');
  await press(page, 'button', 'Add Default password');
  await fill(page, 'Default password', secrets['the common password']);
  await glance(page);
  await press(page, 'button', 'Save');
  await control(page, 'button', 'Replace Default password');
  await look(page);
}

async function useThePopup({ subject, glance, look }: Stage): Promise<void> {
  const page = await subject.tab();
  const query = `?token=${secrets['a value in the tab’s address']}`;
  // Chromium hides an address with a password from extensions, even with `activeTab` (measured in 156).
  const user = subject.firefox ? `somebody:${secrets['a password in the tab’s address']}@` : '';
  await page.goto(`http://${user}${host}/${query}`);
  const popup = await subject.popup(page);
  await hearAnswers(popup);
  await shows(popup, 'Not registered');
  await press(popup, 'radio', 'Password');
  await fill(popup, 'Password', secrets['a password typed in the popup']);
  await glance(popup);
  await press(popup, 'button', `Track ${host}`);
  await said(popup, 'is registered');
  await look(popup);
}

async function editOnThePage({ subject, sandbox, glance, look }: Stage): Promise<void> {
  sandbox.addWebsite({
    domain: 'secret.example.com',
    privacy: 2,
    password: secrets['a password that the service reports'],
  });
  sandbox.addProject({ project: host });
  sandbox.behave({ fields: 'password-text' });
  const page = await subject.open('manage.html');
  await page.bringToFront();
  await hearAnswers(page);
  await press(page, 'button', `Edit ${host}`);
  await press(page, 'radio', 'Password');
  await fill(page, 'Password', secrets['a password typed on the page']);
  await glance(page);
  await press(page, 'button', 'Save');
  await shows(page, 'saved');
  await keepExports(page);
  for (const kind of ['CSV', 'JSON']) {
    await press(page, 'button', 'Export');
    await press(page, 'button', kind);
  }
  await vi.waitUntil(async () => (await exported(page)).length === 2);
  await look(page);
}

/** Adds sites whose passwords come from one of the two sources, and waits for the report of the job. */
async function addSites(stage: Stage, names: string[], way: string, password?: string): Promise<Page> {
  const { subject, sandbox, glance } = stage;
  const before = sandbox.websites().length;
  const page = await subject.open('manage.html?tab=add');
  await page.bringToFront();
  await hearAnswers(page);
  await paste(page, names.join('\n'));
  await pressFirst(page, 'Check ');
  await control(page, 'button', `Add ${names.length} sites`);
  await press(page, 'radio', 'Password');
  // The hint is a part of the accessible name, which the browsers compute differently.
  const choice = await page.waitForFunction(
    (text) => [...document.querySelectorAll('.passwords label')].find((label) => label.textContent?.includes(text)),
    {},
    way,
  );
  await (choice as ElementHandle<Element>).click();
  if (password) await fill(page, 'Password', password);
  await glance(page);
  await pressFirst(page, `Add ${names.length} sites`);
  await shows(page, `${names.length} added`);
  await vi.waitUntil(() => sandbox.websites().length === before + names.length);
  return page;
}

async function addMany(stage: Stage): Promise<void> {
  const names = ['one.example.com', 'two.example.com'];
  const page = await addSites(stage, names, 'One for all sites', secrets['a password for many']);
  await stage.look(page);
  await press(page, 'button', 'Dismiss');
  await page.close();
}

export const generated = ['each-1.example.com', 'each-2.example.com'];

/** Generates passwords. They are shown once, in a box for them, and are nowhere before and afterwards. */
async function generate(stage: Stage): Promise<void> {
  const { seen, look } = stage;
  const page = await addSites(stage, generated, 'Generate one for each site');
  await keepExports(page);
  await press(page, 'button', 'Details');
  await press(page, 'button', 'Save as CSV');
  await vi.waitUntil(async () => (await exported(page)).length === 1);
  await look(page);
  await pressFirst(page, 'Copy 2 passwords');
  const box = await page.waitForSelector('.job-panel textarea');
  seen.set('the box for them', (await box?.evaluate((node) => (node as HTMLTextAreaElement).value)) ?? '');
  await press(page, 'button', 'Close');
  await page.waitForFunction(() => !document.querySelector('.job-panel textarea'));
  await look(page);
}

/** All messages that read something, and one of each sort that writes. */
const questions = [
  ['connection.status', {}],
  ['connection.test', {}],
  ['websites.list', {}],
  ['websites.show', { id: '2' }],
  ['websites.update', { id: '2', email: 1 }],
  ['websites.create', { domain: 'last.example.com' }],
  ['websites.delete', { id: '1', domain: host }],
  ['site.check', { host }],
  ['projects.list', {}],
  ['projects.delete', { project: host }],
  ['keys.forget', { connection: 'none', service: 'seo' }],
  ['records.refresh', {}],
  ['jobs.passwords', { id: 'none' }],
  ['websites.show', { id: 'no-such-id' }],
  ['websites.list', { search: 5 }],
] as const;

async function askEverything({ seen, subject, look }: Stage): Promise<void> {
  const page = await subject.open('options.html');
  const all = questions.map(([name, input]) => ({ ask: name, input }));
  // biome-ignore lint/suspicious/noConsole: proves that consoles are recorded.
  await page.evaluate(() => console.log('a word on the console'));
  seen.set('answers to pages', JSON.stringify(await askAll(page, all)));
  await look(page);
}

/** Logs in to the service in the same browser. A request could send the cookie, in this as in every test. */
async function beLoggedIn({ subject, sandbox }: Stage): Promise<void> {
  const page = await subject.tab();
  await page.goto(`${sandbox.url}/`);
  const ours = await subject.open('options.html');
  for (const credentials of ['include', 'omit'] as const)
    await ours.evaluate(
      (url, how) => fetch(url, { credentials: how }),
      `${sandbox.url}/js/${credentials}`,
      credentials,
    );
  await ours.close();
}

/** The steps, in order. */
export const steps = [beLoggedIn, connectByHand, useThePopup, editOnThePage, addMany, generate, askEverything];
