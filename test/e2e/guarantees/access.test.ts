import type { Page } from 'puppeteer-core';
import { describe, expect, test, vi } from 'vitest';
import { lookTimes } from '@/lib/jobs/retryPolicy.ts';
import { press } from '../harness/controls.ts';
import { ask, browsers, playOn, type Stage } from './browsers.ts';

interface Moment {
  moment: string;
  /** Opens the page in which the person notices the loss. */
  open(stage: Stage): Promise<Page>;
  /** Starts something before access is revoked. `held`: ends once access is gone. */
  begin?(stage: Stage, held: Promise<void>): Promise<void>;
  /** The person's action after the loss, and once access is back. Without it, Waymark must go on by itself. */
  press?(page: Page): Promise<void>;
  /** Opens the page for going on once access is back, if the first one leads elsewhere. */
  again?(stage: Stage): Promise<Page>;
  /** Whether everything has been done in the end. */
  done(stage: Stage, page: Page): Promise<boolean>;
}

const host = 'shop.example.com';
const lists = ({ sandbox }: Stage) => sandbox.log.filter(({ operation }) => operation === 'websites.list').length;
const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 20_000, interval: 20 });
/** Waits for the next request to arrive, and has it answered only once access is gone (`held`). */
const underWay = ({ sandbox }: Stage, held: Promise<void>) => {
  const before = sandbox.log.length;
  sandbox.behave({ delay: held });
  return until(() => sandbox.log.length > before);
};
const text = (page: Page, wanted: string) =>
  page.evaluate((part) => document.body?.textContent?.includes(part), wanted);

async function openPopup({ subject }: Stage): Promise<Page> {
  const page = await subject.tab();
  await page.goto(`http://${host}/`);
  const popup = await subject.popup(page);
  await until(async () => (await text(popup, 'Not registered')) === true);
  return popup;
}

const moments: Moment[] = [
  {
    moment: 'nothing is done, then the popup is used',
    open: openPopup,
    // Instead of its button, the popup shows one that leads to the settings, where access is given.
    again: openPopup,
    press: (popup) => press(popup, 'button', `Track ${host}`),
    done: async ({ sandbox }, popup) =>
      (await text(popup, `${host} is registered.`)) === true && sandbox.websites().length === 1,
  },
  {
    moment: 'a list is shown, then read again',
    open: async ({ subject, sandbox }) => {
      sandbox.addWebsites(5);
      const manage = await subject.open('manage.html');
      await until(async () => (await text(manage, 'site-00005')) === true);
      sandbox.addWebsite({ domain: 'later.example.net' });
      return manage;
    },
    press: (manage) => press(manage, 'button', 'Refresh'),
    done: async (_stage, manage) => (await text(manage, 'later.example.net')) === true,
  },
  {
    moment: 'the whole list is being read',
    open: ({ subject }) => subject.open('options.html'),
    begin: async (stage, held) => {
      stage.sandbox.addWebsites(800);
      stage.sandbox.behave({ delay: 200 });
      await ask(stage.page, 'records.refresh', {});
      await until(() => lists(stage) > 2);
      await underWay(stage, held);
    },
    done: async ({ page: bare }, options) => {
      const isRead = await text(options, '800 sites known · read today');
      // Once the list has been read, no further reading starts, which would have to wait for the service's rate limit.
      if (!isRead) await ask(bare, 'records.refresh', {});
      return isRead === true;
    },
  },
  {
    moment: 'a job is at work',
    open: ({ subject }) => subject.open('manage.html?tab=add'),
    begin: async (stage, held) => {
      const { page: bare, sandbox } = stage;
      sandbox.behave({ delay: 200 });
      const items = Array.from({ length: 8 }, (_, n) => ({ key: `client-${n}.example.com` }));
      await ask(bare, 'jobs.start', { id: 'proof', kind: 'create', items, fields: {}, speed: 'fast' });
      await until(() => sandbox.websites().length > 1);
      await underWay(stage, held);
    },
    done: async ({ sandbox }, manage) => sandbox.websites().length === 8 && (await text(manage, '8 added')) === true,
  },
];

interface End {
  /** The time from the loss of access, or the press after it, until the page says so (milliseconds). */
  named: number;
  /** The requests with a key sent without access. A browser first sends a preflight request, without the key. */
  sent: number;
  done: boolean;
}

const refused = 'does not let Waymark access';
/**
 * The shortest time that Waymark itself waits before it asks again (milliseconds). What is said sooner waited for
 * nothing but the browser, which needs more than a second for it on a slow and busy machine.
 */
const [shortestWait] = lookTimes;

async function endOf({ open, begin, press: act, again, done }: Moment, stage: Stage): Promise<End> {
  const { subject, sandbox } = stage;
  sandbox.reset();
  const page = await open(stage);
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await begin?.(stage, held);
  await subject.revoke();
  const gone = Date.now();
  answer();
  const before = sandbox.log.length;
  if (act) await act(page);
  // To find a button and to press it takes a browser up to a second, in which nothing depends on Waymark.
  const pressed = Date.now();
  await until(async () => (await text(page, refused)) === true);
  const end = {
    named: Date.now() - pressed,
    sent: sandbox.log.filter(({ at, key }) => at > gone && key !== 'none').length,
  };
  await subject.grant();
  sandbox.behave({ delay: undefined });
  const later = again ? await again(stage) : page;
  if (act) await act(later);
  const finished = await until(() => done(stage, later)).catch(() => false);
  return { ...end, done: finished === true && sandbox.log.length > before };
}

const played = playOn(browsers, async (stage) => {
  const ends: (End | unknown)[] = [];
  for (const moment of moments) ends.push(await endOf(moment, stage).catch((error) => error));
  return ends;
});

describe.each(browsers)('%s: access is taken away while', (browser) => {
  test.each(moments.map(({ moment }, index) => ({ moment, index })))('$moment', async ({ index }) => {
    expect((await played(browser))[index]).toEqual({ named: expect.any(Number), sent: 0, done: true });
    expect(((await played(browser))[index] as End).named).toBeLessThan(shortestWait);
  });
});
