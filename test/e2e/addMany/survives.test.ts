import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Behaviour, type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect } from '../harness/connect.ts';
import { press } from '../harness/controls.ts';
import { killWorker, openPage } from '../harness/extension.ts';
import { full } from '../harness/full.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { jobLine, paste, unanswered } from './addManyPage.ts';

let sandbox: Sandbox;
let session: Session;
let page: Page;

vi.setConfig({ testTimeout: 240_000 });
const hosts = Array.from({ length: 110 }, (_, n) => `client-${n}.example.com`);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const random = (from: number, to: number) => from + Math.floor(Math.random() * (to - from));
const domains = () => sandbox.websites().map(({ domain }) => domain);

beforeEach(async () => {
  sandbox = await startSandbox();
  session = await launch();
  await connect(session, sandbox);
  page = await openPage(session, 'manage.html?tab=add');
});
afterEach(async () => {
  await session?.close();
  await sandbox?.close();
});

/** Some tests allow two records of one host, so that only Waymark keeps them from being created. */
const service: Behaviour = { rateLimit: { limit: 60, windowMs: 4_000 }, delay: 30 };

async function begin(behaviour: Behaviour): Promise<void> {
  sandbox.behave({ ...service, ...behaviour });
  await paste(page, hosts.join('\n'));
  await press(page, 'button', `Check ${hosts.length} sites`);
  await press(page, 'button', `Add ${hosts.length} sites`);
}

/** Waits for `count` records in the service, and some milliseconds more, to end between any two steps of the worker. */
async function somewhere(count: number): Promise<void> {
  await vi.waitUntil(() => sandbox.websites().length >= count, { timeout: 90_000, interval: 5 });
  await sleep(random(0, 70));
}

const report = (of: Page) =>
  of.waitForFunction(() => document.querySelector('.job-panel:not(.open)'), { timeout: 120_000 });

/** Checks that every host has exactly one record, and that the report says so. */
async function complete(): Promise<void> {
  await report(page);
  expect(domains().toSorted()).toEqual(hosts.toSorted());
  expect(await jobLine(page)).toContain('110 added');
}

const left = () => unanswered(page, sandbox, hosts);

describe('110 domains, 60 requests in a window', () => {
  test('the worker is killed four times, the page closed, the browser restarted: each once', async () => {
    await begin({ domains: 'duplicates' });
    const [a, b, c, d] = [random(5, 20), random(30, 45), random(55, 65), random(80, 90)];
    await somewhere(a);
    await killWorker(session);
    await somewhere(b);
    await killWorker(session);
    await somewhere(c);
    await page.close();
    await killWorker(session);
    await somewhere(random(67, 75));
    await session.restart();
    await somewhere(d);
    await killWorker(session);
    page = await openPage(session, 'manage.html?tab=add');
    // At most one for each death: if the worker ended right before a request, it cannot know that none was sent.
    expect(await left()).toBeLessThanOrEqual(4);
  });

  full.test('five answers lost after the commit: confirmed, not sent again', async () => {
    await begin({ fault: { is: 'drop-after', operation: 'websites.create', times: 5, skip: random(3, 90) } });
    await somewhere(30);
    await killWorker(session);
    await complete();
    // Chromium repeats a POST if a kept-alive connection breaks without an answer; the service, where domains are
    // unique, refuses the repeated one. Waymark itself looks up the outcome, and sends no create again.
    const made = sandbox.log.filter(({ operation, status }) => operation === 'websites.create' && status === 201);
    expect(made.length).toBeLessThanOrEqual(hosts.length);
  });

  full.test.each(['503', '503-seconds'])(
    'ten seconds of nothing but %s: it waits, asks, and goes on',
    async (fault) => {
      let ends = 0;
      const burst = () => {
        if (!ends && sandbox.websites().length >= 20) ends = Date.now() + 10_000;
        return Date.now() < ends;
      };
      await begin({ domains: 'duplicates', fault: { is: fault, when: burst } });
      // Fewer than the three in a row that pause a job.
      expect(await left()).toBeLessThan(3);
      expect(sandbox.log.filter(({ status }) => status === 503).length).toBeGreaterThan(2);
      expect(sandbox.log.filter(({ status }) => status === 503).length).toBeLessThan(20);
    },
  );
});
