import type { Page } from 'puppeteer-core';
import type { WebsiteRow } from '../sandbox/sandbox.ts';
import { jobId, type Stage, says } from './everyone-stage.ts';
import { askWorker } from './harness/connect.ts';
import { settled } from './manage-page.ts';

/** A page in a state, and how a person gets there. Found by structure, so that it works in every language. */
export interface View {
  name: string;
  state: 'empty' | 'busy' | 'error' | 'full';
  open(stage: Stage): Promise<Page>;
  /** Before any service is connected. */
  first?: true;
}

export const shop = 'shop.example.com';
const long = `${'long-name-'.repeat(5)}x.another-label.example.com`;
const stuck = 600_000;
const site = (domain: string, fields: Partial<WebsiteRow> = {}) => ({ domain, ...fields });

/** Websites of every kind: each privacy, nothing reported, an international and a very long name. */
const sites = [
  site(shop),
  site('journal.example.com', { privacy: 0, email: 1 }),
  site('xn--bcher-kva.example', { privacy: 2, exclude_bots: 0 }),
  site('unknown.example', { privacy: null, email: null, exclude_bots: null }),
  site(long, { privacy: 2 }),
  site('studio.example.net', { email: 1 }),
  site('tickets.example.org'),
];

const listed = ({ sandbox }: Stage) => {
  sandbox.addWebsites(sites);
  for (const [project, result] of [
    [shop, 87],
    ['journal.example.com', 54],
    ['lonely.example.org', 31],
  ] as const)
    sandbox.addProject({ project, reports: 3, result });
};

/** Without a mouse, since a popup that still grows moves away from under it. */
const click = async (page: Page, selector: string) => {
  await page.waitForSelector(selector);
  await page.$eval(selector, (element) => (element as HTMLElement).click());
};
const type = async (page: Page, selector: string, text: string) => (await page.waitForSelector(selector))?.type(text);

/** The popup over a site, once the service has answered. */
async function over(stage: Stage, host = shop): Promise<Page> {
  const popup = await stage.popup(`http://${host}/?utm_source=mail&token=1`);
  await popup.waitForFunction(() => document.querySelector('.verdict'));
  return popup;
}

async function registered(stage: Stage, fields: Partial<WebsiteRow> = {}): Promise<Page> {
  stage.sandbox.addWebsite({ domain: shop, ...fields });
  stage.sandbox.addProject({ project: shop, reports: 3, result: 87 });
  const popup = await over(stage);
  await popup.waitForSelector('.actions');
  await popup.waitForSelector('.seo[data-state="found"]');
  return popup;
}

async function options(stage: Stage): Promise<Page> {
  const page = await stage.page('options.html');
  await page.waitForSelector('.parts');
  return page;
}

async function list(stage: Stage, query = ''): Promise<Page> {
  listed(stage);
  const page = await stage.page(`manage.html${query}`);
  await settled(page);
  return page;
}

const add = '?tab=add';
const pasted = `new.example.com
https://second.example.org/path?x=1
${shop}
www.tickets.example.org
new.example.com
someone@example.com
co.uk
xn--bcher-kva.example.org`;

async function gathered(stage: Stage): Promise<Page> {
  listed(stage);
  const page = await stage.page(`manage.html${add}`);
  await type(page, '.gather textarea', pasted.replaceAll('\n', ', '));
  await page.waitForSelector('.gather footer .primary:not(:disabled)');
  return page;
}

async function rehearsed(stage: Stage): Promise<Page> {
  const page = await gathered(stage);
  await click(page, '.gather footer .primary');
  await page.waitForSelector('.virtual .verdict.registered');
  return page;
}

/** A job that stands in the middle: the service allows only so many requests. */
async function job(stage: Stage, kind: 'create' | 'update', limit?: number): Promise<void> {
  if (limit) stage.sandbox.behave({ rateLimit: { limit, windowMs: stuck } });
  const items =
    kind === 'create'
      ? ['one.example.net', 'two.example.net', 'co.uk', 'three.example.net', 'four.example.net'].map((key) => ({ key }))
      : stage.sandbox.websites().map(({ domain, id }) => ({ key: domain, id: String(id) }));
  const fields = { privacy: 2 };
  const password = { way: 'each' };
  await askWorker(stage.session, 'jobs.start', { id: jobId, kind, items, fields, password, speed: 'fast' });
}

export const views: View[] = [
  { name: 'popup, not set up', state: 'empty', first: true, open: (stage) => stage.popup(`http://${shop}/`) },
  { name: 'options, first seen', state: 'empty', first: true, open: options },
  {
    name: 'options, refused before anything is sent',
    state: 'error',
    first: true,
    open: async (stage) => {
      const page = await options(stage);
      await type(page, '.part input', 'ftp://somewhere');
      await click(page, '.save .button');
      await page.waitForSelector('[aria-invalid=true]');
      return page;
    },
  },
  {
    name: 'manage, not connected',
    state: 'empty',
    first: true,
    open: async (stage) => {
      const page = await stage.page('manage.html');
      await page.waitForSelector('.state');
      return page;
    },
  },
  { name: 'popup, no site', state: 'empty', open: (stage) => stage.popup('about:blank') },
  { name: 'popup, not registered', state: 'empty', open: (stage) => over(stage) },
  {
    name: 'popup, everything to fill in',
    state: 'full',
    open: async (stage) => {
      stage.sandbox.addWebsite({ domain: 'example.com' });
      const popup = await over(stage, `www.${long}`);
      await click(popup, '.segments label:last-child');
      await click(popup, '.disclosure');
      await popup.waitForSelector('.chip');
      return popup;
    },
  },
  {
    name: 'popup, asking',
    state: 'busy',
    open: async (stage) => {
      stage.sandbox.behave({ delay: stuck });
      const popup = await stage.popup(`http://${shop}/`);
      await says(popup, 'popup.checking');
      return popup;
    },
  },
  {
    name: 'popup, registering',
    state: 'busy',
    open: async (stage) => {
      // A host of its own: what became of this create is never known.
      const popup = await over(stage, 'slow.example.com');
      stage.sandbox.behave({ delay: stuck });
      await click(popup, 'button[type=submit]');
      await popup.waitForSelector('button[aria-disabled=true]');
      return popup;
    },
  },
  {
    name: 'popup, key refused',
    state: 'error',
    open: async (stage) => {
      stage.sandbox.behave({ fault: '401' });
      const popup = await stage.popup(`http://${shop}/`);
      await popup.waitForSelector('.note.danger button');
      return popup;
    },
  },
  {
    name: 'popup, just registered',
    state: 'full',
    open: async (stage) => {
      const popup = await over(stage);
      await click(popup, 'button[type=submit]');
      await popup.waitForSelector('.actions');
      return popup;
    },
  },
  { name: 'popup, registered', state: 'full', open: (stage) => registered(stage) },
  {
    name: 'popup, registered, all fields',
    state: 'full',
    open: async (stage) => {
      const popup = await registered(stage, { privacy: 2, password: 'kept' });
      await click(popup, '.disclosure');
      await click(popup, '.chip');
      await popup.waitForSelector('.more ~ .primary');
      return popup;
    },
  },
  {
    name: 'popup, deleting',
    state: 'full',
    open: async (stage) => {
      const popup = await registered(stage);
      await click(popup, '.actions .risky');
      await popup.waitForSelector('.button.danger');
      return popup;
    },
  },
  {
    name: 'options, testing',
    state: 'busy',
    open: async (stage) => {
      const page = await options(stage);
      stage.sandbox.behave({ delay: stuck });
      await click(page, '.save .button');
      await page.waitForSelector('.note.busy');
      return page;
    },
  },
  {
    name: 'options, key refused',
    state: 'error',
    open: async (stage) => {
      const page = await options(stage);
      stage.sandbox.behave({ fault: '401' });
      await click(page, '.save .button');
      await page.waitForSelector('.note.danger');
      return page;
    },
  },
  {
    name: 'options, connected and about to forget',
    state: 'full',
    open: async (stage) => {
      const page = await options(stage);
      await click(page, '.save .button');
      await page.waitForSelector('.note.good');
      await click(page, '.stored .risky');
      await page.waitForSelector('.confirm');
      return page;
    },
  },
  {
    name: 'websites, none',
    state: 'empty',
    open: async (stage) => {
      const page = await stage.page('manage.html');
      await page.waitForSelector('.state');
      return page;
    },
  },
  {
    name: 'websites, nothing found',
    state: 'empty',
    open: (stage) => list(stage, '?search=nosuch'),
  },
  {
    name: 'websites, awaited',
    state: 'busy',
    open: async (stage) => {
      stage.sandbox.behave({ delay: stuck });
      const page = await stage.page('manage.html');
      await page.waitForSelector('.skeleton');
      return page;
    },
  },
  {
    name: 'websites, key refused',
    state: 'error',
    open: async (stage) => {
      stage.sandbox.behave({ fault: '401' });
      const page = await stage.page('manage.html');
      await page.waitForSelector('.problem');
      return page;
    },
  },
  {
    name: 'websites, some selected',
    state: 'full',
    open: async (stage) => {
      const page = await list(stage);
      for (const row of [2, 4]) await click(page, `tbody tr:nth-child(${row}) input`);
      await page.waitForSelector('.bulk');
      return page;
    },
  },
  ...(
    [
      ['websites, editing', '[data-open]', '.dialog footer'],
      ['websites, deleting', 'tbody .risky', '.dialog .danger'],
      ['websites, adding', '.toolbar .primary', '.dialog footer'],
      ['websites, exporting', '.toolbar .icon-button + .icon-button', '.dialog footer'],
    ] as const
  ).map(
    ([name, button, ready]): View => ({
      name,
      state: 'full',
      open: async (stage) => {
        const page = await list(stage);
        await click(page, button);
        await page.waitForSelector(ready);
        return page;
      },
    }),
  ),
  {
    name: 'websites, changing many',
    state: 'full',
    open: async (stage) => {
      const page = await list(stage);
      await click(page, 'tbody input');
      await click(page, '.bulk .row:last-child .button');
      await click(page, '.dialog .segments label:last-child');
      return page;
    },
  },
  {
    name: 'websites, a change of many waits',
    state: 'busy',
    open: async (stage) => {
      const page = await list(stage);
      await job(stage, 'update', 4);
      await click(page, '.job [aria-expanded]');
      await page.waitForSelector('.items');
      return page;
    },
  },
  {
    name: 'projects, none',
    state: 'empty',
    open: async (stage) => {
      const page = await stage.page('manage.html?tab=projects');
      await page.waitForSelector('.state');
      return page;
    },
  },
  {
    name: 'projects, awaited',
    state: 'busy',
    open: async (stage) => {
      stage.sandbox.behave({ delay: stuck });
      const page = await stage.page('manage.html?tab=projects');
      await page.waitForSelector('.skeleton');
      return page;
    },
  },
  {
    name: 'projects, service failing',
    state: 'error',
    open: async (stage) => {
      stage.sandbox.behave({ fault: '500' });
      const page = await stage.page('manage.html?tab=projects');
      await page.waitForSelector('.problem');
      return page;
    },
  },
  { name: 'projects', state: 'full', open: (stage) => list(stage, '?tab=projects') },
  {
    name: 'add many, nothing yet',
    state: 'empty',
    open: async (stage) => {
      const page = await stage.page(`manage.html${add}`);
      await page.waitForSelector('.gather');
      return page;
    },
  },
  { name: 'add many, gathered', state: 'full', open: gathered },
  {
    name: 'add many, checking',
    state: 'busy',
    open: async (stage) => {
      const page = await gathered(stage);
      stage.sandbox.behave({ delay: stuck });
      await click(page, '.gather footer .primary');
      await page.waitForSelector('.check-bar progress');
      return page;
    },
  },
  {
    name: 'add many, check failed',
    state: 'error',
    open: async (stage) => {
      const page = await gathered(stage);
      stage.sandbox.behave({ fault: '500' });
      await click(page, '.gather footer .primary');
      await page.waitForSelector('.check-bar .note.danger');
      return page;
    },
  },
  {
    name: 'add many, what would happen',
    state: 'full',
    open: async (stage) => {
      const page = await rehearsed(stage);
      await click(page, 'aside .segments label:last-child');
      await click(page, 'aside summary');
      return page;
    },
  },
  {
    name: 'add many, waiting',
    state: 'busy',
    open: async (stage) => {
      await job(stage, 'create', 4);
      const page = await stage.page(`manage.html${add}`);
      await page.waitForSelector('.job-panel progress');
      return page;
    },
  },
  {
    name: 'add many, the report',
    state: 'error',
    open: async (stage) => {
      await job(stage, 'create');
      const page = await stage.page(`manage.html${add}`);
      await page.waitForSelector('.job-panel.failed .button.primary');
      return page;
    },
  },
];
