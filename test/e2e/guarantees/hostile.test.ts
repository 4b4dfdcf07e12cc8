import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { press, shows } from '../harness/controls.ts';
import { openWeb } from '../harness/web.ts';
import { settled } from '../manage/managePage.ts';
import { type BrowserName, browsers, connectTo, playBoth, start } from './browsers.ts';
import { hostileRows, openHostile } from './hostile.ts';

interface View {
  /** What no honest text makes: elements, attributes, addresses. */
  strange: string[];
  ran: boolean;
  title: string;
  /** What stands in the row of a name, and in the whole page. */
  rows: Record<string, string>;
  text: string;
  /** Milliseconds until the page answered, once it was shown. */
  froze: number;
}

const view = async (page: Page): Promise<View> => {
  const begun = Date.now();
  const seen = await page.evaluate(() => {
    const known = /^(https?:|chrome-extension:|moz-extension:)/;
    const all = [...document.querySelectorAll('body *')];
    // The extension's own script and picture.
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

interface Played {
  lists: Record<'websites' | 'projects', View>;
  sheet: View;
  popup: View;
  paths: string[];
  visits: string[];
}

const host = 'image.exclude-ips.example.com';

async function play(browser: BrowserName): Promise<Played> {
  const [web, service] = await Promise.all([openWeb(), openHostile()]);
  const subject = await start(browser, { web });
  const list = async (query: string) => {
    const page = await subject.open(`manage.html?per_page=100&${query}`);
    await page.bringToFront();
    await settled(page);
    return page;
  };
  try {
    await connectTo(subject, await subject.open('options.html'), service.connection);
    const websites = await list('');
    const lists = { websites: await view(websites), projects: await view(await list('tab=projects')) };
    await websites.bringToFront();
    await press(websites, 'button', `Edit ${host}`);
    await websites.waitForSelector('dialog[open] textarea');
    const sheet = await view(websites);
    const tab = await subject.tab();
    await tab.goto(`http://${host}/`);
    const popup = await subject.popup(tab);
    await shows(popup, 'Registered');
    await press(popup, 'button', 'More');
    return { lists, sheet, popup: await view(popup), paths: service.paths, visits: [...web.visits] };
  } finally {
    await subject.close();
    await Promise.all([service.close(), web.close()]);
  }
}

const played = playBoth(play);

const named = hostileRows.filter(({ field }) => !/^(domain|project)$/.test(field));
const views = ['websites', 'projects', 'sheet', 'popup'] as const;

describe.each(browsers)('%s', (browser) => {
  test.each(named)('$list: $kind in $field is text, a known value, or nothing', async ({ list, name }) => {
    const row = (await played(browser)).lists[list].rows[name];
    expect(row).toBeDefined();
    expect(row?.length).toBeLessThan(2_000);
    expect(row).not.toMatch(/\[object |undefined|null|NaN|[\u202a-\u202e\u2066-\u2069]/);
  });

  test.each(views)('%s: no element, no script, no freeze', async (name) => {
    const { lists, sheet, popup } = await played(browser);
    const { strange, ran, title, froze, text } = { ...lists, sheet, popup }[name];
    expect(strange).toEqual([]);
    expect(ran).toBe(false);
    expect(title).toMatch(/Waymark/);
    expect(froze).toBeLessThan(2_000);
    expect(text).not.toMatch(/\[object /);
  });

  test('nothing but the interface was asked for', async () => {
    const { paths, visits } = await played(browser);
    expect(paths.filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
    // The browser asks for what it wants by itself.
    const ofPages = visits.map((url) => new URL(url)).filter(({ hostname }) => hostname.endsWith('.example.com'));
    expect(ofPages.filter(({ pathname }) => pathname !== '/' && pathname !== '/favicon.ico')).toEqual([]);
  });
});
