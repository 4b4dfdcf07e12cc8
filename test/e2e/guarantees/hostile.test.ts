import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { control, fill, press, shows } from '../harness/controls.ts';
import { closePopup } from '../harness/firefoxPopup.ts';
import { settled } from '../manage/managePage.ts';
import { ask, askAll, connectTo, engines, playOn, type Stage, type Subject } from './browsers.ts';
import { domains, endlessIds, type HostileRow, hostileRows, type List, lists, openHostile } from './hostile.ts';

interface View {
  /** Elements, attributes and addresses that no harmless text creates. */
  strange: string[];
  ran: boolean;
  title: string;
  /** The text in the row of each name, and in the whole page. */
  rows: Record<string, string>;
  text: string;
  /** The time until the page answered, once it was shown (milliseconds). */
  froze: number;
}

const view = async (page: Page): Promise<View> => {
  const begun = Date.now();
  const seen = await page.evaluate(() => {
    const known = /^(https?:|chrome-extension:|moz-extension:)/;
    const all = [...document.querySelectorAll('body *')];
    // The extension's own scripts and pictures.
    const isOurs = ({ src = '' }: HTMLImageElement) => /^\/(icons|chunks)\//.test(src.replace(location.origin, ''));
    const isStrange = (element: Element) =>
      (/^(img|iframe|object|embed|video|audio|link|style|base|script)$/.test(element.localName) &&
        !isOurs(element as HTMLImageElement)) ||
      [...element.attributes].some(({ name }) => name.startsWith('on')) ||
      !known.test((element as HTMLAnchorElement).href || 'https:');
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => [
      row.querySelector('th')?.textContent ?? '',
      row.textContent ?? '',
    ]);
    return {
      strange: all.filter(isStrange).map(({ outerHTML }) => outerHTML.slice(0, 200)),
      ran: 'ran' in globalThis || 'polluted' in {},
      title: document.title,
      rows: Object.fromEntries(rows),
      text: document.body?.textContent?.slice(0, 100_000) ?? '',
    };
  });
  return { ...seen, froze: Date.now() - begun };
};

/** The website of each service whose form is examined. */
const closely = {
  websites: 'image.exclude-ips.example.com',
  umami: `entities.name.${domains.umami}`,
  matomo: `entities.excluded-ips.${domains.matomo}`,
};
const services = Object.keys(closely) as (keyof typeof closely)[];
/** Returns the id of a service's connection. */
const connectionOf = (list: List) => (list in domains ? list : 'main');

const naming = /^(domain|project|main_url)$/;
const named = hostileRows.filter(({ field }) => !naming.test(field));
/** Whether a row is used: in the other kinds of service, a record without its own id cannot be identified. */
const isMeant = ({ list, field }: HostileRow) => !(list in domains && /^id/.test(field));

/**
 * Waits until the whole list was read, which starts by itself: only then are records without an id of their own shown.
 * Does not reject, because a missing record fails in its own row.
 */
const isRead = (page: Page, list: List) =>
  page
    .waitForFunction(
      (wanted) => {
        const heads = [...document.querySelectorAll('tbody th')].map(({ textContent }) => textContent ?? '');
        return wanted.every((name) => heads.some((head) => head.startsWith(name)));
      },
      { timeout: 20_000 },
      named.filter((row) => row.list === list && isMeant(row)).map(({ name }) => name),
    )
    .catch(() => undefined);

/** Connects the other kinds of service, each with rules for its own hosts. */
async function connectOthers(page: Page, others: object[]): Promise<void> {
  for (const one of others) await ask(page, 'connection.save', one);
  await page.evaluate(async (all: Record<string, string>) => {
    const { connections } = await chrome.storage.local.get('connections');
    for (const one of connections?.value.list ?? []) one.rules = [all[one.id] ? `*.${all[one.id]}` : '*'];
    await chrome.storage.local.set({ connections });
  }, domains);
}

/**
 * Examines the popup over a tab. Chromium closes a popup whose window loses the focus, which it may notice late on a
 * busy machine. Then the popup is opened again.
 */
async function inPopup<T>(subject: Subject, tab: Page, look: (popup: Page) => Promise<T>, left = 2): Promise<T> {
  const popup = await subject.popup(tab);
  try {
    return await look(popup);
  } catch (error) {
    if (!left || !popup.isClosed()) throw error;
    return inPopup(subject, tab, look, left - 1);
  }
}

async function play({ subject, web, page: options }: Stage) {
  const service = await openHostile();
  const views: Record<string, View> = {};
  const list = async (name: List): Promise<Page> => {
    const where = name === 'projects' ? 'tab=projects' : `connection=${connectionOf(name)}`;
    const page = await subject.open(`manage.html?${where}`);
    await page.bringToFront();
    // So high that all rows are visible and rendered.
    await page.setViewport({ width: 1280, height: 9000 });
    await settled(page);
    await isRead(page, name);
    views[name] = await view(page);
    return page;
  };
  try {
    await connectTo(subject, options, service.connection);
    await connectOthers(options, service.others);
    const endless = await askAll(
      options,
      services.map((one) => ({ ask: 'websites.show', input: { id: endlessIds[one] }, connection: connectionOf(one) })),
    );
    await list('projects');
    const tab = await subject.tab();
    for (const one of services) {
      const page = await list(one);
      await press(page, 'button', `Delete ${closely[one]}`);
      await fill(page, `Type ${closely[one]} to confirm`, closely[one]);
      await press(page, 'button', 'Delete for good');
      await page.waitForSelector('dialog[open] [role=alert]');
      views[`${one}, refused`] = await view(page);
      await page.keyboard.press('Escape');
      await press(page, 'button', `Edit ${closely[one]}`);
      await page.waitForSelector('dialog[open].side');
      views[`${one}, edited`] = await view(page);
      await tab.bringToFront();
      await tab.goto(`http://${closely[one]}/`);
      views[`${one}, popup`] = await inPopup(subject, tab, async (popup) => {
        await shows(popup, 'Registered');
        // By the keyboard, because late content may move the link to the service's page under a pointer.
        await (await control(popup, 'button', 'More')).press('Enter');
        return view(popup);
      });
      if (subject.firefox) await closePopup(subject.firefox);
    }
    return { views, endless, paths: service.paths, visits: [...web.visits] };
  } finally {
    await service.close();
  }
}

const played = playOn(engines, play, { isConnected: false });

const views = [...lists, ...services.flatMap((one) => ['refused', 'edited', 'popup'].map((what) => `${one}, ${what}`))];

describe.each(engines)('%s', (browser) => {
  test.each(named)('$list: $kind in $field is text, a known value, or nothing', async (one) => {
    const { rows = {} } = (await played(browser)).views[one.list] ?? {};
    const [row] = Object.entries(rows).flatMap(([head, text]) => (head.startsWith(one.name) ? [text] : []));
    expect(row !== undefined).toBe(isMeant(one));
    expect(row?.length ?? 0).toBeLessThan(2_000);
    expect(row ?? '').not.toMatch(/\[object |undefined|null|NaN|[\u202a-\u202e\u2066-\u2069]/);
  });

  test.each(views)('%s: no element, no script, no freeze', async (name) => {
    const { strange, ran, title, froze, text } = (await played(browser)).views[name] as View;
    expect(strange).toEqual([]);
    expect(ran).toBe(false);
    expect(title).toMatch(/Waymark/);
    expect(froze).toBeLessThan(2_000);
    expect(text).not.toMatch(/\[object /);
  });

  test('what a service says of its refusal is shown as text', async () => {
    const { views } = await played(browser);
    for (const one of services) expect(views[`${one}, refused`]?.text).toContain('<img src="/ran" onerror="ran=1">');
  });

  test('an answer without end is given up', async () => {
    const tooLarge = { ok: false, problem: { kind: 'shape', code: 'too-large' } };
    expect((await played(browser)).endless).toMatchObject(services.map(() => tooLarge));
  });

  test('nothing but the interface was asked for, and at each address once whether it is another kind’s', async () => {
    const { paths, visits } = await played(browser);
    expect(paths.filter((path) => !/^\/(umami\/|matomo\/)?(api\/|index\.php$)/.test(path))).toEqual([]);
    // The first kind has two addresses: for its websites and for its projects.
    const others = paths.filter((path) => /^\/(umami\/)?index\.php$/.test(path));
    expect(others.toSorted()).toEqual(['/index.php', '/index.php', '/umami/index.php']);
    // The browser sends some requests by itself.
    const ofPages = visits.map((url) => new URL(url)).filter(({ hostname }) => hostname.endsWith('.example.com'));
    expect(ofPages.filter(({ pathname }) => pathname !== '/' && pathname !== '/favicon.ico')).toEqual([]);
  });
});
