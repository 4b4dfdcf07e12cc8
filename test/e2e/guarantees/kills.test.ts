import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { isFull, product } from '../../tier.ts';
import { ask, type BrowserName, browsers, playAlone, playIn, type Stage, type Subject } from './browsers.ts';
import { firstOf, news, type Point, points, type Service, startOthers, submit, typeName } from './kills.ts';
import { type Breakpoints, openBreakpoints } from './workerBreakpoint.ts';

/** The repetitions of each point at which the worker is ended. */
const rounds = Array.from({ length: isFull ? 30 : 1 }, (_, round) => round);

const registered = /is registered\.|is registered \(confirmed afterwards\)/;
const unconfirmed = /did not confirm.*may be registered/;

/** The id of the connection to a service of each kind. */
const kinds = ['main', 'umami', 'matomo'] as const;
type Kind = (typeof kinds)[number];

const rows = product({ round: rounds, at: points, kind: kinds }).map((row) => ({ ...row, point: row.at.point }));
type Row = Pick<(typeof rows)[number], 'round' | 'at' | 'kind'>;
const hostOf = ({ round, at, kind }: Row) => `r${round}.${at.point.replace(/\W+/g, '-')}.${kind}.example.com`;

/** Whether the create is sent again because its id was chosen by Waymark and its outcome is unknown. */
const isSentAgain = ({ kind, at }: Row) => kind === 'umami' && at.point === 'in flight';
/** Whether the create is never sent: Waymark cannot choose its id, so it must assume that the create was sent. */
const isNeverSent = ({ kind, at }: Row) => kind !== 'umami' && at.hold === 'noted';

interface Setting {
  subject: Subject;
  breakpoints: Breakpoints;
  services: Record<Kind, Service>;
  windows: Record<Kind, Page>;
}

const patience = { timeout: 30_000, interval: 10 };

/** Ends the worker at a point of three creates, one at a service of each kind. Resolves to each window's message. */
async function killAt({ subject, breakpoints, services, windows }: Setting, round: number, at: Point) {
  const { hold, dawdles } = at;
  const creates = kinds.map((kind) => ({ round, at, kind, host: hostOf({ round, at, kind }), ...services[kind] }));
  const killed = Promise.withResolvers<void>();
  for (const create of creates) {
    await typeName(windows[create.kind], create.host);
    // If it is not sent again, the create is carried out all the same, so that the count of requests fails the test.
    const sentAgain = () => vi.waitUntil(() => create.sent(create.host) > 1, patience).catch(() => undefined);
    if (dawdles) create.dawdle(dawdles, isSentAgain(create) ? sentAgain() : killed.promise);
  }
  const there = hold && breakpoints.hold(hold, kinds.length);
  await Promise.all(kinds.map((kind) => submit(windows[kind])));
  await there;
  const arrived = dawdles === 'delayAnswer' ? 'records' : 'sent';
  if (dawdles) await vi.waitUntil(() => creates.every((create) => create[arrived](create.host)), patience);
  await subject.kill();
  killed.resolve();
  return Promise.all(creates.map(async ({ kind, host }) => [host, await news(windows[kind], host)] as const));
}

/** Creates the same website in two windows at the same moment. */
async function pressTwice(subject: Subject, { records }: Service) {
  const host = 'both.example.com';
  const open = () => subject.open('manage.html?connection=main');
  const windows = [await open(), await open()];
  for (const window of windows) await typeName(window, host);
  await Promise.all(windows.map(submit));
  return { said: await Promise.all(windows.map((window) => news(window, host))), records: records(host) };
}

async function play(browser: BrowserName) {
  const [breakpoints, others] = await Promise.all([openBreakpoints(browser), startOthers()]);
  // Only Waymark keeps two records from being created, and no browser repeats a request by itself.
  const service: SandboxOptions = { behave: { domains: 'duplicates', keepAlive: false } };
  const playOne = async ({ subject, sandbox, page }: Stage) => {
    const services: Record<Kind, Service> = { main: firstOf(sandbox), umami: others.umami, matomo: others.matomo };
    const windows = {} as Setting['windows'];
    for (const kind of kinds) {
      const { url: analyticsUrl, key: apiKey } = services[kind];
      if (kind !== 'main')
        await ask(page, 'connection.save', {
          connection: kind,
          services: { analytics: { url: analyticsUrl, key: apiKey } },
          keep: 'always',
        });
      windows[kind] = await subject.open(`manage.html?connection=${kind}`);
    }
    const said = new Map<string, string>();
    for (const { round, at } of product({ round: rounds, at: points }))
      for (const [host, text] of await killAt({ subject, breakpoints, services, windows }, round, at))
        said.set(host, text);
    // Only now is everything under way carried out.
    const ends = new Map(
      rows.map((row) => {
        const host = hostOf(row);
        const { records, sent } = services[row.kind];
        return [host, { said: said.get(host), records: records(host), sent: sent(host) }];
      }),
    );
    return { ends, pressed: await pressTwice(subject, services.main) };
  };
  try {
    return await playAlone(browser, { service, build: breakpoints.build }, playOne);
  } finally {
    await Promise.all([others.close(), breakpoints.close()]);
  }
}

const played = playIn(browsers, play, rounds.length * 240_000);

describe.each(browsers)('%s: one press, at most one record, and the truth on the screen', (browser) => {
  test.each(rows)('$kind: the worker ends $point ($round)', async (row) => {
    const count = isNeverSent(row) ? 0 : 1;
    expect((await played(browser)).ends.get(hostOf(row))).toEqual({
      said: expect.stringMatching(count ? registered : unconfirmed),
      records: count,
      sent: isSentAgain(row) ? 2 : count,
    });
  });

  test('two windows press at once', async () => {
    const { said, records } = (await played(browser)).pressed;
    expect(said).toEqual([expect.stringMatching(registered), expect.stringMatching(registered)]);
    expect(records).toBe(1);
  });
});
