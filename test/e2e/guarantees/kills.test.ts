import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { type Behaviour, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { fill, press } from '../harness/controls.ts';
import { openWeb } from '../harness/web.ts';
import { type BrowserName, browsers, connectTo, playBoth, type Subject, start } from './browsers.ts';
import { type Breakpoints, openBreakpoints, type Place } from './workerBreakpoint.ts';

/** How often the worker is ended at each point: `npm run test:stress` asks for more. */
const rounds = process.env.WAYMARK_STRESS ? 30 : 1;

/** Slower than the worker's end, quicker than a person's patience (milliseconds). */
const while_ = 1200;

interface Point {
  point: string;
  /** Where the worker is held, or how the service dawdles; then it is ended once `is` reached. */
  hold?: Place;
  service?: Behaviour;
  reached?: 'asked' | 'committed';
  /** What may be on the screen then; with a record, and without. */
  said: RegExp;
  records: number;
}

const registered = /is registered\.|is registered \(confirmed afterwards\)|was already registered/;
const unconfirmed = /did not confirm.*may be registered/;

const points: Point[] = [
  { point: 'before the create is noted', hold: 'looked-up', said: registered, records: 1 },
  { point: 'noted, before the request', hold: 'noted', said: unconfirmed, records: 0 },
  {
    point: 'in flight',
    service: { delay: { is: while_, operation: 'websites.create' } },
    reached: 'asked',
    said: registered,
    records: 1,
  },
  {
    point: 'after the commit',
    service: { delayAnswer: { is: while_, operation: 'websites.create' } },
    reached: 'committed',
    said: registered,
    records: 1,
  },
  { point: 'after the answer', hold: 'answered', said: registered, records: 1 },
  { point: 'before the page hears', hold: 'stored', said: registered, records: 1 },
];

const rows = points.flatMap((one) =>
  Array.from({ length: rounds }, (_, round) => ({
    ...one,
    round,
    host: `r${round}.${one.point.replace(/\W+/g, '-')}.example.com`,
  })),
);
type Row = (typeof rows)[number];

interface End {
  said: string;
  /** What the popup says when it is opened again. */
  later: string;
  records: number;
  sent: number;
}

const records = (sandbox: Sandbox, host: string) => sandbox.websites().filter(({ domain }) => domain === host).length;
const creates = (sandbox: Sandbox, host: string) =>
  sandbox.log.filter(({ operation, fields }) => operation === 'websites.create' && fields.domain === host).length;

/** The popup's news: of a registration, or of what went wrong. */
const news = async (popup: Page): Promise<string> => {
  const handle = await popup.waitForFunction(
    () => {
      const texts = [...document.querySelectorAll('[role="status"], .note.danger p')].map((one) => one.textContent);
      return texts.find((text) => text && /registered/.test(text));
    },
    { timeout: 30_000, polling: 50 },
  );
  return String(await handle.jsonValue());
};

const statusOf = async (popup: Page): Promise<string> => {
  const handle = await popup.waitForFunction(
    () => /^(Registered|Not registered)/.exec(document.querySelector('.site-status')?.textContent ?? '')?.[0],
    { timeout: 20_000, polling: 50 },
  );
  return String(await handle.jsonValue());
};

async function endOf(
  { hold, service = {}, reached, host }: Row,
  subject: Subject,
  sandbox: Sandbox,
  breakpoints: Breakpoints,
) {
  const page = await subject.tab();
  await page.goto(`http://${host}/`);
  // A look-up that is not held comes before the press, so that the press is all that is under way.
  const early = hold === 'looked-up' ? breakpoints.hold(hold) : undefined;
  const popup = await subject.popup(page);
  if (!early) await statusOf(popup);
  const there = early ?? (hold ? breakpoints.hold(hold) : undefined);
  sandbox.behave(service);
  await press(popup, 'button', `Track ${host}`);
  await there;
  const arrived = { asked: creates, committed: records };
  if (reached) await vi.waitUntil(() => arrived[reached](sandbox, host) === 1, { timeout: 10_000, interval: 10 });
  await subject.kill();
  const said = await news(popup);
  sandbox.behave({ delay: undefined, delayAnswer: undefined });
  const later = await statusOf(await subject.popup(page));
  await page.close();
  return { said, later, records: records(sandbox, host), sent: creates(sandbox, host) };
}

interface Played {
  ends: Map<string, End | unknown>;
  pressed: { said: string[]; records: number };
}

/** Two windows that make the same website in the same moment. */
async function pressTwice(subject: Subject, sandbox: Sandbox): Promise<Played['pressed']> {
  const host = 'both.example.com';
  const windows = [await subject.open('manage.html'), await subject.open('manage.html')];
  for (const window of windows) {
    await window.bringToFront();
    await press(window, 'button', 'Add website');
    await fill(window, 'Domain', host);
  }
  await Promise.all(
    windows.map((window) => window.evaluate(() => document.querySelector<HTMLFormElement>('form')?.requestSubmit())),
  );
  const said = await Promise.all(windows.map(news));
  return { said, records: records(sandbox, host) };
}

async function play(browser: BrowserName): Promise<Played> {
  const [web, breakpoints] = await Promise.all([openWeb(), openBreakpoints(browser)]);
  // Only the client keeps two records from being made; and no browser sends a request again by itself.
  const sandbox = await startSandbox({ behave: { domains: 'duplicates', keepAlive: false } });
  const subject = await start(browser, { web, build: breakpoints.build });
  try {
    const page = await subject.open('options.html');
    await connectTo(subject, page, sandbox);
    const ends = new Map<string, End | unknown>();
    for (const row of rows)
      ends.set(row.host, await endOf(row, subject, sandbox, breakpoints).catch((error: unknown) => error));
    return { ends, pressed: await pressTwice(subject, sandbox) };
  } finally {
    await subject.close();
    await Promise.all([sandbox.close(), web.close(), breakpoints.close()]);
  }
}

const played = playBoth(play, rounds * 120_000);

describe.each(browsers)('%s: one press, at most one record, and the truth on the screen', (browser) => {
  test.each(rows)('the worker ends $point ($round)', async ({ host, said, records }) => {
    expect((await played(browser)).ends.get(host)).toEqual({
      said: expect.stringMatching(said),
      later: records ? 'Registered' : 'Not registered',
      records,
      sent: records,
    });
  });

  test('two windows press at once', async () => {
    const { said, records } = (await played(browser)).pressed;
    expect(said).toEqual([expect.stringMatching(registered), expect.stringMatching(registered)]);
    expect(records).toBe(1);
  });
});
