import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';
import type { Kind } from '../../../lib/services/index.ts';
import { traitsOf } from '../../../lib/services/traits.ts';
import { buildSnippet } from '../../../lib/tracking/build.ts';
import { openPreview, paste, pressFirst, report } from '../addMany/addManyPage.ts';
import { type BrowserName, type Subject, start } from '../guarantees/browsers.ts';
import { control, fill, press, said, shows } from '../harness/controls.ts';
import { demoPage } from '../harness/demoPage.ts';
import { closePopup } from '../harness/firefoxPopup.ts';
import { openWeb } from '../harness/web.ts';
import { track } from '../popup/popupPage.ts';
import { type Between, openBetween } from './between.ts';
import { Kept, prefix } from './kept.ts';

/** The server that a test uses: a stand-in or a real one, of any kind. */
export interface Server {
  kind: Kind;
  url: string;
  key: string;
  /** The number of websites that are added at once; by default 6. */
  many?: number;
  /** Resolves to the number of visits to a website that the server has counted, if it can be asked. */
  visitsOf?(id: string): Promise<number>;
}

interface Life {
  subject: Subject;
  server: Server;
  between: Between;
  kept: Kept;
  name(which: string): string;
  tab: Page;
  /** The content of the head of each host's page. */
  heads: Map<string, string>;
}

/** Opens the popup over a page, runs `play`, and closes the popup. */
async function over({ subject, tab }: Life, host: string, play: (popup: Page) => Promise<void>): Promise<void> {
  await tab.goto(`http://${host}/`);
  const popup = await subject.popup(tab);
  await play(popup);
  if (subject.firefox) await closePopup(subject.firefox);
  else await popup.close();
}

async function connect({ subject, server, between }: Life): Promise<void> {
  await subject.grant();
  const options = await subject.open('options.html');
  await fill(options, 'Analytics service address', between.url);
  await fill(options, 'API key', server.key);
  await press(options, 'button', 'Save and test');
  const { name } = traitsOf(server.kind);
  await said(options, name ? `${name} connected` : 'Connected');
  // The kind was found out without the key. After that, the key was sent in the way of this kind.
  const form = server.kind === 'matomo' ? 'form' : 'bearer';
  expect(between.carried.slice(0, 4)).toEqual(['', '', '', form]);
  expect(new Set(between.carried.slice(3))).toEqual(new Set([form]));
  // Controls that a kind does not support are missing, without an empty place.
  await shows(options, 'New sites');
  expect(await options.$('.part:empty')).toBeNull();
  await options.close();
}

async function register(life: Life): Promise<void> {
  const host = life.name('one');
  await over(life, host, async (popup) => {
    const button = await control(popup, 'button', `Track ${host}`);
    // Twice, as impatient people do.
    await button.evaluate((element) => {
      (element as HTMLElement).click();
      (element as HTMLElement).click();
    });
    await said(popup, `${host} is registered`);
  });
  expect(await life.kept.domains()).toEqual([host]);
}

async function registerWhileItsAnswerIsLost(life: Life): Promise<void> {
  const host = life.name('lost');
  life.between.lose(host);
  await over(life, host, async (popup) => {
    await track(popup, host);
  });
  expect((await life.kept.domains()).filter((domain) => domain === host)).toEqual([host]);
}

async function registerWhileTheWorkerEnds(life: Life): Promise<void> {
  const host = life.name('ended');
  await over(life, host, async (popup) => {
    const carriedOut = life.between.hold(host);
    await press(popup, 'button', `Track ${host}`);
    await carriedOut;
    await life.subject.kill();
    await said(popup, `${host} is registered`);
  });
  expect((await life.kept.domains()).filter((domain) => domain === host)).toEqual([host]);
}

/** Changes what this kind can change: who may see the statistics, or the exclusions. */
async function change(life: Life): Promise<void> {
  const host = life.name('one');
  const { privacy } = traitsOf(life.server.kind);
  const now = async () => (await life.kept.websites()).find(({ domain }) => domain === host);
  await over(life, host, async (popup) => {
    await shows(popup, 'Registered');
    if (privacy.length) {
      await press(popup, 'radio', 'Public');
      await said(popup, 'Privacy is now Public');
      return;
    }
    expect(await popup.$('[role="radiogroup"]')).toBeNull();
    await press(popup, 'button', 'More');
    await fill(popup, 'Exclude IP addresses', '192.0.2.7');
    await press(popup, 'button', 'Save');
    await expect.poll(async () => (await now())?.exclude_ips).toEqual(['192.0.2.7']);
  });
  const website = await now();
  if (privacy.length) expect(website?.privacy).toBe(0);
  if (!website?.share_url) return;
  await over(life, host, async (popup) => {
    const link = await control(popup, 'link', 'Public statistics');
    const first = await link.evaluate((element) => (element as HTMLAnchorElement).href);
    expect(first).toMatch(/\/share\/[\da-f]{16}$/);
    await press(popup, 'radio', 'Private');
    await said(popup, 'Privacy is now Private. Earlier links no longer work. Undo makes a new one.');
    expect(await popup.$('.share')).toBeNull();
    await press(popup, 'button', 'Undo');
    await said(popup, 'Privacy is now Public. It has a new link; earlier ones no longer work.');
    const second = await popup.$eval('.share a', (element) => (element as HTMLAnchorElement).href);
    expect([second === first, (await now())?.share_url]).toEqual([false, second]);
  });
}

/** Waits for the first visit after Track, if the kind reports visits. The popup shows by itself that it came. */
async function firstVisit(life: Life): Promise<void> {
  const { hits, templates } = traitsOf(life.server.kind);
  const host = life.name('visited');
  if (!hits) return;
  await over(life, host, async (popup) => {
    await track(popup, host);
    await shows(popup, 'Waiting for a visit…');
    const id = (await life.kept.websites()).find(({ domain }) => domain === host)?.id ?? '';
    life.heads.set(host, buildSnippet(templates.trackingCode, { base_url: life.between.url, domain: host, id }) ?? '');
    await life.tab.reload();
    await shows(popup, 'last visit');
  });
}

/** Leaves the person's own visits out by the switch, and then counts them again. */
async function ownVisits(life: Life): Promise<void> {
  const host = life.name('visited');
  if (!traitsOf(life.server.kind).ownVisits) return;
  const id = (await life.kept.websites()).find(({ domain }) => domain === host)?.id ?? '';
  // Firefox's driver does not find a switch by its role.
  const flip = async (popup: Page) => void (await (await popup.waitForSelector('.own-visits input:enabled'))?.click());
  await over(life, host, async (popup) => {
    await flip(popup);
    await shows(popup, 'Your visits are not counted.');
  });
  const last = await life.kept.lastVisit(id);
  await over(life, host, async (popup) => {
    await shows(popup, 'Your visits are not counted.');
    await flip(popup);
    await shows(popup, `Only on ${host}, in this browser.`);
  });
  expect(await life.kept.lastVisit(id)).toBe(last);
  // Matomo stores whole seconds, so a visit within a second of the last one changes nothing.
  const visit = async () => {
    await life.tab.reload();
    return life.kept.lastVisit(id);
  };
  await expect.poll(visit).not.toBe(last);
}

async function addMany(life: Life): Promise<void> {
  const { many = 6 } = life.server;
  const hosts = Array.from({ length: many }, (_, n) => life.name(`many-${n}`));
  const page = await life.subject.open('manage.html?tab=add');
  await paste(page, hosts.join('\n'));
  await openPreview(page);
  // Names that end in `.example` hardly belong to real sites, so they are not ticked.
  await press(page, 'checkbox', 'All · Check these');
  await pressFirst(page, `Add ${many} sites`);
  await expect.poll(() => report(page), { timeout: 60_000 + many * 2000 }).toBe(`${many} added`);
  await page.close();
  expect((await life.kept.domains()).filter((domain) => domain.includes('many'))).toEqual(hosts.sort());
}

async function detect(life: Life): Promise<void> {
  const host = life.name('one');
  const { trackingCode } = traitsOf(life.server.kind).templates;
  const all = await life.kept.websites();
  const placed = (id: string | undefined) =>
    buildSnippet(trackingCode, { base_url: life.between.url, domain: host, ...(id ? { id } : {}) }) ?? '';
  const own = all.find(({ domain }) => domain === host);
  life.heads.set(host, placed(own?.id));
  const { hits } = traitsOf(life.server.kind);
  await over(life, host, async (popup) => {
    await popup.waitForSelector('[data-state="tracking"]');
    // The visit that has just begun may have been counted.
    await shows(popup, hits ? 'Tracking' : 'Registered · Tracking');
  });
  const { visitsOf } = life.server;
  if (visitsOf) await expect.poll(() => visitsOf(own?.id ?? '')).toBe(1);
  if (!trackingCode.includes('{id}')) return;
  const other = all.find(({ domain }) => domain === life.name('lost'));
  life.heads.set(host, placed(other?.id));
  await over(life, host, async (popup) => void (await shows(popup, 'counts visits for another site')));
}

async function remove(life: Life): Promise<void> {
  const host = life.name('one');
  const manage = await life.subject.open(`manage.html?search=${host}`);
  await press(manage, 'button', `Delete ${host}`);
  await fill(manage, `Type ${host} to confirm`, host);
  await press(manage, 'button', 'Delete for good');
  await shows(manage, `${host} was deleted`);
  await manage.close();
  expect(await life.kept.domains()).not.toContain(host);
}

const steps = {
  connect,
  register,
  registerWhileItsAnswerIsLost,
  registerWhileTheWorkerEnds,
  change,
  firstVisit,
  ownVisits,
  addMany,
  detect,
  remove,
};

/**
 * Plays the life of some websites through the real extension on any server: connects, registers, presses twice, loses
 * an answer, ends the worker, changes, waits for a visit, leaves own visits out, adds many, finds the code, deletes.
 * Creates and deletes only `waymark-test-….example`. Resolves to the duration of each step (milliseconds).
 */
export async function live(browser: BrowserName, server: Server): Promise<Record<string, number>> {
  const mark = `${prefix}${crypto.randomUUID().slice(0, 8)}-`;
  const heads = new Map<string, string>();
  const web = await openWeb((url) => demoPage(url).replace('<style>', () => `${heads.get(url.hostname) ?? ''}<style>`));
  const between = await openBetween(server.url, server.key);
  // Through loopback, because Waymark sends no request without TLS elsewhere.
  const kept = new Kept({ ...server, url: between.url }, mark);
  const times: Record<string, number> = {};
  let subject: Subject | undefined;
  try {
    subject = await start(browser, { web });
    const tab = await subject.tab();
    const life: Life = { subject, server, between, kept, name: (which) => `${mark}${which}.example`, tab, heads };
    for (const [name, step] of Object.entries(steps)) {
      const began = performance.now();
      await step(life).catch((error) => {
        throw new Error(`${browser}, ${server.kind}, ${name}: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      });
      times[name] = Math.round(performance.now() - began);
    }
    expect(between.wrong).toEqual([]);
    return times;
  } finally {
    await subject?.close();
    for (const one of (await kept.clear()).left) process.stderr.write(`Left behind: ${one}\n`);
    await Promise.all([between.close(), web.close()]);
  }
}
