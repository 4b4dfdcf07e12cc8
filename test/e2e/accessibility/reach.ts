import type { Dialog, Page } from 'puppeteer-core';
import type { WebsiteRow } from '../../sandbox/sandbox.ts';
import { askWorker } from '../harness/connect.ts';
import { settled } from '../manage/managePage.ts';
import type { Stage } from './stage.ts';

/** What a person does in a page, or what comes there. */
export type Step = (page: Page, stage: Stage) => unknown;

/** A page in a state, and what is done for it to get there. Found by structure, so that it works in every language. */
export interface View {
  name: string;
  state: 'empty' | 'busy' | 'error' | 'full';
  go(page: Page, stage: Stage): Promise<void>;
}

export const view = (state: View['state'], name: string, ...steps: Step[]): View => ({
  name,
  state,
  go: async (page, stage) => {
    for (const step of steps) await step(page, stage);
  },
});

/** Views that follow upon each other in one page. */
export interface Scene {
  name: 'popup' | 'options' | 'manage';
  /** Before any service is connected. */
  first?: true;
  open(stage: Stage): Promise<Page>;
  views: View[];
}

export const scene = (name: Scene['name'], open: Scene['open'], ...views: View[]): Scene => ({ name, open, views });
export const unconnected = (...given: Parameters<typeof scene>): Scene => ({ ...scene(...given), first: true });

export const shop = 'shop.example.com';
export const long = `${'long-name-'.repeat(5)}x.another-label.example.com`;

/** Websites of every kind: each privacy, nothing reported, an international and a very long name. */
const sites: ({ domain: string } & Partial<WebsiteRow>)[] = [
  { domain: shop },
  { domain: 'journal.example.com', privacy: 0, email: 1 },
  { domain: 'xn--bcher-kva.example', privacy: 2, exclude_bots: 0 },
  { domain: 'unknown.example', privacy: null, email: null, exclude_bots: null },
  { domain: long, privacy: 2 },
  { domain: 'studio.example.net', email: 1 },
  { domain: 'tickets.example.org' },
];

/** The service has records of every kind. */
export function fillService({ sandbox }: Stage): void {
  sandbox.addWebsites(sites);
  const projects = { [shop]: 87, 'journal.example.com': 54, 'lonely.example.org': 31 };
  for (const [project, result] of Object.entries(projects)) sandbox.addProject({ project, reports: 3, result });
}

export const sees =
  (selector: string): Step =>
  (page) =>
    page.waitForSelector(selector);

/** Without a mouse, since a popup that still grows moves away from under it. */
export const clicks =
  (selector: string): Step =>
  async (page) => {
    await page.waitForSelector(selector);
    await page.$eval(selector, (element) => (element as HTMLElement).click());
  };

/** Replaces what a text box holds, at once. */
export const puts =
  (selector: string, text: string): Step =>
  async (page) => {
    await page.waitForSelector(selector);
    const put = (element: Element, given: string) => {
      (element as HTMLInputElement).value = given;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    };
    await page.$eval(selector, put, text);
  };

export const chooses =
  (selector: string, value: string): Step =>
  async (page) =>
    (await page.waitForSelector(selector))?.select(value);

/** Goes to another address of the manage page, or to the same one anew, and waits for what it shows. */
export const goes =
  (query: string, ready?: string): Step =>
  async (page) => {
    // Asked whether to leave what is typed, goes.
    const leave = (dialog: Dialog) => void dialog.accept();
    page.on('dialog', leave);
    await page.goto(new URL(`/manage.html${query}`, page.url()).href);
    page.off('dialog', leave);
    await (ready ? page.waitForSelector(ready) : settled(page));
  };

export const reloads: Step = (page) => page.reload();

/** How the service behaves from now on. */
export const answers =
  (behaviour: Parameters<Stage['sandbox']['behave']>[0]): Step =>
  (_page, { sandbox }) =>
    sandbox.behave(behaviour);
/** It answers nothing for longer than any request is waited for (milliseconds). */
export const stuck = { fault: undefined, delay: 30_000 };

/** Leaves a dialog. */
export const leaves: Step = async (page, stage) => {
  await clicks('dialog[open] header button')(page, stage);
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
};

export const fills: Step = (_page, stage) => fillService(stage);

export const opens =
  (path: string): Scene['open'] =>
  (stage) =>
    stage.page(path);

/** Where the service has records of every kind. */
export const filled =
  (path: string): Scene['open'] =>
  (stage) => {
    fillService(stage);
    return stage.page(path);
  };

const created = ['one.example.net', 'two.example.net', 'co.uk', 'three.example.net', 'four.example.net'];

/** A job that stands in the middle where the service allows only so many requests. */
export async function job({ session, sandbox }: Stage, kind: 'create' | 'update', limit?: number): Promise<void> {
  if (limit) sandbox.behave({ rateLimit: { limit, windowMs: 600_000 } });
  const websites = sandbox.websites().map(({ domain, id }) => ({ key: domain, id: String(id) }));
  const items = kind === 'create' ? created.map((key) => ({ key })) : websites;
  const [fields, password] = [{ privacy: 2 }, { way: 'each' }];
  const id = '00000000-0000-4000-8000-000000000001';
  await askWorker(session, 'jobs.start', { id, kind, items, fields, password, speed: 'fast' });
}
