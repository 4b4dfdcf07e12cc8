import type { Page } from 'puppeteer-core';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import type { Heard } from '../../sandbox/kinds/standIn.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { fill, press } from '../harness/controls.ts';
import type { Place } from './workerBreakpoint.ts';

/** The point of a create at which the worker is ended. */
export interface Point {
  point: string;
  /** Where the worker is held, or what the service delays. The worker is ended once that point is reached. */
  hold?: Place;
  dawdles?: 'delay' | 'delayAnswer';
}

export const points: readonly Point[] = [
  { point: 'before the create is noted', hold: 'looked-up' },
  { point: 'noted, before the request', hold: 'noted' },
  { point: 'in flight', dawdles: 'delay' },
  { point: 'after the commit', dawdles: 'delayAnswer' },
  { point: 'after the answer', hold: 'answered' },
  { point: 'before the page hears', hold: 'stored' },
];

/** Resolves to a page's message about a host: that it is registered, or a problem. */
export const news = async (page: Page, host: string): Promise<string> => {
  const handle = await page.waitForFunction(
    (name) => {
      const texts = [...document.querySelectorAll('[role="status"], .note.danger p')].map((one) => one.textContent);
      return texts.find((text) => text && /registered/.test(text) && text.includes(name));
    },
    { timeout: 30_000, polling: 50 },
    host,
  );
  return String(await handle.jsonValue());
};

/** Types a name into the form for a new website, and opens the form if necessary. */
export async function typeName(page: Page, host: string): Promise<void> {
  await page.bringToFront();
  if (!(await page.$('form'))) await press(page, 'button', 'Add website');
  await fill(page, 'Domain', host);
}
export const submit = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLFormElement>('form')?.requestSubmit());

/** A service of one kind, and its log of creates. */
export interface Service {
  url: string;
  key: string;
  records(host: string): number;
  /** Returns how many times the create of a host was sent. */
  sent(host: string): number;
  /** Delays the next create or its answer until the promise resolves. */
  dawdle(over: 'delay' | 'delayAnswer', until: Promise<unknown>): void;
}

/** Returns a sandbox as a service of the first kind. */
export const firstOf = (sandbox: Sandbox): Service => ({
  ...sandbox,
  records: (host) => sandbox.websites().filter(({ domain }) => domain === host).length,
  sent: (host) =>
    sandbox.log.filter(({ operation, fields }) => operation === 'websites.create' && fields.domain === host).length,
  dawdle: (over, until) => {
    sandbox.behave({ [over]: { is: 2_000, operation: 'websites.create' } });
    void until.then(() => sandbox.behave({ [over]: undefined }));
  },
});

/** Starts services of the other kinds. */
export async function startOthers() {
  const [umami, matomo] = await Promise.all([startUmami(), startMatomo()]);
  const isCreate = {
    umami: ({ method, path }: Heard) => method === 'POST' && path === '/api/websites',
    matomo: ({ body }: Heard) => body.includes('method=SitesManager.addSite'),
  };
  const others: Record<'umami' | 'matomo', Service> = {
    umami: {
      ...umami,
      records: (host) => umami.rows.filter(({ domain }) => domain === host).length,
      sent: (host) => umami.log.filter((heard) => isCreate.umami(heard) && heard.body.includes(host)).length,
      dawdle: (over, until) => umami.fail({ [over]: until }, isCreate.umami),
    },
    matomo: {
      ...matomo,
      records: (host) => matomo.rows.filter(({ urls }) => urls.includes(`https://${host}`)).length,
      sent: (host) => matomo.log.filter((heard) => isCreate.matomo(heard) && heard.body.includes(host)).length,
      dawdle: (over, until) => matomo.fail({ [over]: until }, isCreate.matomo),
    },
  };
  return { ...others, close: () => Promise.all([umami.close(), matomo.close()]) };
}
