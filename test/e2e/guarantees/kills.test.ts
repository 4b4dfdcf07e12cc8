import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { press } from '../harness/controls.ts';
import { openWeb } from '../harness/web.ts';
import { type BrowserName, browsers, connectTo, playIn, type Subject, start } from './browsers.ts';
import { type End, isSentAgain, killKinds, kinds, news, type Point, points, submit, typeName } from './kills.ts';
import { type Breakpoints, openBreakpoints } from './workerBreakpoint.ts';

/** Slower than the worker's end, quicker than a person's patience (milliseconds). */
const while_ = 1200;

/** How many times the worker is ended at each point. */
const rounds = isFull ? 30 : 1;

const registered = /is registered\.|is registered \(confirmed afterwards\)|was already registered/;
const unconfirmed = /did not confirm.*may be registered/;

/** What is never sent by whom an id of one's own cannot be given to: nobody knows what became of it. */
const isNeverSent = ({ hold }: Point, kind?: string) => hold === 'noted' && kind !== 'umami';

const rows = points.flatMap((one) =>
  Array.from({ length: rounds }, (_, round) => ({
    ...one,
    round,
    host: `r${round}.${one.point.replace(/\W+/g, '-')}.example.com`,
  })),
);
type Row = (typeof rows)[number];

const records = (sandbox: Sandbox, host: string) => sandbox.websites().filter(({ domain }) => domain === host).length;
const creates = (sandbox: Sandbox, host: string) =>
  sandbox.log.filter(({ operation, fields }) => operation === 'websites.create' && fields.domain === host).length;

const statusOf = async (popup: Page): Promise<string> => {
  const handle = await popup.waitForFunction(
    () => /^(Registered|Not registered)/.exec(document.querySelector('.site-status')?.textContent ?? '')?.[0],
    { polling: 50 },
  );
  return String(await handle.jsonValue());
};

async function endOf({ hold, dawdles, host }: Row, subject: Subject, sandbox: Sandbox, breakpoints: Breakpoints) {
  const page = await subject.tab();
  await page.goto(`http://${host}/`);
  // A look-up that is not held comes before the press, so that the press is all that is under way.
  const early = hold === 'looked-up' ? breakpoints.hold(hold) : undefined;
  const popup = await subject.popup(page);
  if (!early) await statusOf(popup);
  const there = early ?? (hold ? breakpoints.hold(hold) : undefined);
  if (dawdles) sandbox.behave({ [dawdles]: { is: while_, operation: 'websites.create' } });
  await press(popup, 'button', `Track ${host}`);
  await there;
  const arrived = { delay: creates, delayAnswer: records };
  if (dawdles) await vi.waitUntil(() => arrived[dawdles](sandbox, host) === 1, { timeout: 30_000, interval: 10 });
  await subject.kill();
  const said = await news(popup, host);
  sandbox.behave({ delay: undefined, delayAnswer: undefined });
  const later = await statusOf(await subject.popup(page));
  await page.close();
  return { said, later, records: records(sandbox, host), sent: creates(sandbox, host) };
}

interface Played {
  ends: Map<string, (End & { later: string }) | unknown>;
  ofKinds: Map<string, End>;
  pressed: { said: string[]; records: number };
}

/** Two windows that make the same website in the same moment. */
async function pressTwice(subject: Subject, sandbox: Sandbox): Promise<Played['pressed']> {
  const host = 'both.example.com';
  const windows = [await subject.open('manage.html'), await subject.open('manage.html')];
  for (const window of windows) await typeName(window, host);
  await Promise.all(windows.map(submit));
  const said = await Promise.all(windows.map((window) => news(window, host)));
  for (const window of windows) await window.close();
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
    const ends = new Map<string, unknown>();
    for (const row of rows)
      ends.set(row.host, await endOf(row, subject, sandbox, breakpoints).catch((error: unknown) => error));
    const pressed = await pressTwice(subject, sandbox);
    return { ends, pressed, ofKinds: await killKinds(subject, page, breakpoints) };
  } finally {
    await subject.close();
    await Promise.all([sandbox.close(), web.close(), breakpoints.close()]);
  }
}

const played = playIn(browsers, play, rounds * 120_000);

describe.each(browsers)('%s: one press, at most one record, and the truth on the screen', (browser) => {
  test.each(rows)('the worker ends $point ($round)', async ({ host, ...point }) => {
    const count = isNeverSent(point) ? 0 : 1;
    expect((await played(browser)).ends.get(host)).toEqual({
      said: expect.stringMatching(count ? registered : unconfirmed),
      later: count ? 'Registered' : 'Not registered',
      records: count,
      sent: count,
    });
  });

  test.each(kinds.flatMap((kind) => points.map((point) => ({ kind, ...point }))))(
    '$kind: the worker ends $point',
    async ({ kind, ...point }) => {
      const count = isNeverSent(point, kind) ? 0 : 1;
      expect((await played(browser)).ofKinds.get(`${kind} ${point.point}`)).toEqual({
        said: expect.stringMatching(count ? registered : unconfirmed),
        records: count,
        sent: isSentAgain(kind, point) ? 2 : count,
      });
    },
  );

  test('two windows press at once', async () => {
    const { said, records } = (await played(browser)).pressed;
    expect(said).toEqual([expect.stringMatching(registered), expect.stringMatching(registered)]);
    expect(records).toBe(1);
  });
});
