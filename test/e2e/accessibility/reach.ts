import type { Page } from 'puppeteer-core';
import type { WebsiteRow } from '../../sandbox/sandbox.ts';
import { askWorker } from '../harness/connect.ts';
import { settled } from '../manage/managePage.ts';
import { jobId, type Stage } from './stage.ts';

/** A page in a state, and what is done for it to get there. Found by structure, so that it works in every language. */
export interface View {
  name: string;
  state: 'empty' | 'busy' | 'error' | 'full';
  go(page: Page, stage: Stage): Promise<unknown>;
}

/** Views that follow upon each other in one page. */
export interface Scene {
  name: 'popup' | 'options' | 'manage';
  /** Before any service is connected. */
  first?: true;
  open(stage: Stage): Promise<Page>;
  views: View[];
}

export const shop = 'shop.example.com';
export const long = `${'long-name-'.repeat(5)}x.another-label.example.com`;
/** Longer than any request is waited for (milliseconds). */
export const stuck = 30_000;
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

/** The service has records of every kind. */
export function fillService({ sandbox }: Stage): void {
  sandbox.addWebsites(sites);
  for (const [project, result] of [
    [shop, 87],
    ['journal.example.com', 54],
    ['lonely.example.org', 31],
  ] as const)
    sandbox.addProject({ project, reports: 3, result });
}

/** Without a mouse, since a popup that still grows moves away from under it. */
export async function click(page: Page, selector: string): Promise<void> {
  await page.waitForSelector(selector);
  await page.$eval(selector, (element) => (element as HTMLElement).click());
}

/** Replaces what a text box holds, at once. */
export async function put(page: Page, selector: string, text: string): Promise<void> {
  await page.waitForSelector(selector);
  await page.$eval(
    selector,
    (element, given) => {
      (element as HTMLInputElement).value = given;
      element.dispatchEvent(new Event('input', { bubbles: true }));
    },
    text,
  );
}

/** Goes to another address of the manage page, or to the same one anew, and waits for what it shows. */
export async function show(page: Page, query: string, ready?: string): Promise<void> {
  await page.goto(new URL(`/manage.html${query}`, page.url()).href);
  await (ready ? page.waitForSelector(ready) : settled(page));
}

/** Leaves a dialog. */
export async function leave(page: Page): Promise<void> {
  await click(page, 'dialog[open] header button');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
}

/** A job that stands in the middle where the service allows only so many requests. */
export async function job(stage: Stage, kind: 'create' | 'update', limit?: number): Promise<void> {
  if (limit) stage.sandbox.behave({ rateLimit: { limit, windowMs: 600_000 } });
  const items =
    kind === 'create'
      ? ['one.example.net', 'two.example.net', 'co.uk', 'three.example.net', 'four.example.net'].map((key) => ({ key }))
      : stage.sandbox.websites().map(({ domain, id }) => ({ key: domain, id: String(id) }));
  const fields = { privacy: 2 };
  const password = { way: 'each' };
  await askWorker(stage.session, 'jobs.start', { id: jobId, kind, items, fields, password, speed: 'fast' });
}
