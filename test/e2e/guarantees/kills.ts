import type { Page } from 'puppeteer-core';
import { vi } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import type { Heard } from '../../sandbox/kinds/standIn.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { fill, press } from '../harness/controls.ts';
import { ask, type Subject } from './browsers.ts';
import type { Breakpoints, Place } from './workerBreakpoint.ts';

/** Where a create is as its worker ends. */
export interface Point {
  point: string;
  /** Where the worker is held, or what the service dawdles over; then it is ended once that is reached. */
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

/** What a page says of a host: that it is registered, or what went wrong. */
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

/** Writes a name into the form for a new website, which is opened where it is not. */
export async function typeName(page: Page, host: string): Promise<void> {
  await page.bringToFront();
  if (!(await page.$('form'))) await press(page, 'button', 'Add website');
  await fill(page, 'Domain', host);
}
export const submit = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLFormElement>('form')?.requestSubmit());

export const kinds = ['umami', 'matomo'] as const;
type Kind = (typeof kinds)[number];

const isCreate: Record<Kind, (heard: Heard) => boolean> = {
  umami: ({ method, path }) => method === 'POST' && path === '/api/websites',
  matomo: ({ body }) => body.includes('method=SitesManager.addSite'),
};

/** Under an id of its own, what may be on its way is sent again. */
export const isSentAgain = (kind: Kind, { point }: Point): boolean => kind === 'umami' && point === 'in flight';

/** What became of one press: the records that it made, and what was sent for it. */
export interface End {
  said: string;
  records: number;
  sent: number;
}

/**
 * Ends the worker at each point of two creates, one at a service of each of the other kinds. Gives what became of each, by
 * its kind and point.
 */
export async function killKinds(subject: Subject, page: Page, breakpoints: Breakpoints): Promise<Map<string, End>> {
  const [umami, matomo] = await Promise.all([startUmami(), startMatomo()]);
  const services = { umami, matomo };
  const recordsOf: Record<Kind, (host: string) => unknown[]> = {
    umami: (host) => umami.rows.filter(({ domain }) => domain === host),
    matomo: (host) => matomo.rows.filter(({ urls }) => urls.includes(`https://${host}`)),
  };
  const sentOf = (kind: Kind, host: string) =>
    services[kind].log.filter((heard) => isCreate[kind](heard) && heard.body.includes(host));
  // Not sent again, it is carried out all the same, so that the test fails for what it counts.
  const sentAgain = (kind: Kind, host: string) =>
    vi.waitUntil(() => sentOf(kind, host).length > 1, { timeout: 25_000, interval: 10 }).catch(() => undefined);
  const windows = {} as Record<Kind, Page>;
  const nameOf = (kind: Kind, { point }: Point) => `${point.replace(/\W+/g, '-')}.${kind}.example.com`;
  const saidAt = async (one: Point) => {
    const { hold, dawdles } = one;
    const hostOf = (kind: Kind) => nameOf(kind, one);
    const killed = Promise.withResolvers<void>();
    for (const kind of kinds) {
      await typeName(windows[kind], hostOf(kind));
      const until = isSentAgain(kind, one) ? sentAgain(kind, hostOf(kind)) : killed.promise;
      if (dawdles) services[kind].fail({ [dawdles]: until }, isCreate[kind]);
    }
    const there = hold && breakpoints.hold(hold, kinds.length);
    await Promise.all(kinds.map((kind) => submit(windows[kind])));
    await there;
    const arrived = (kind: Kind) =>
      (dawdles === 'delayAnswer' ? recordsOf[kind] : sentOf.bind(null, kind))(hostOf(kind));
    if (dawdles)
      await vi.waitUntil(() => kinds.every((kind) => arrived(kind).length), { timeout: 30_000, interval: 10 });
    await subject.kill();
    killed.resolve();
    return Promise.all(kinds.map((kind) => news(windows[kind], hostOf(kind))));
  };
  try {
    for (const kind of kinds) {
      const { url: analyticsUrl, key: apiKey } = services[kind];
      await ask(page, 'connection.save', { connection: kind, analyticsUrl, apiKey, keep: 'always' });
      windows[kind] = await subject.open(`manage.html?connection=${kind}`);
    }
    const said: string[][] = [];
    for (const point of points) said.push(await saidAt(point));
    // Only now is all that was under way carried out.
    const endOf = (kind: Kind, point: Point, text = ''): End => {
      const host = nameOf(kind, point);
      return { said: text, records: recordsOf[kind](host).length, sent: sentOf(kind, host).length };
    };
    return new Map(
      kinds.flatMap((kind, k) =>
        points.map((point, n) => [`${kind} ${point.point}`, endOf(kind, point, said[n]?.[k])] as const),
      ),
    );
  } finally {
    await Promise.all([umami.close(), matomo.close()]);
  }
}
