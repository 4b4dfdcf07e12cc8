import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askWorker } from '../harness/connect.ts';
import { control, said, shows } from '../harness/controls.ts';
import { cells, names, openManage } from '../manage/managePage.ts';
import { wish } from './measures.ts';
import { shop as host, long } from './reach.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
let sandbox: Stage['sandbox'];
let session: Stage['session'];
let page: Page;

/** More tab stops than any page has. */
const most = 150;

/** Whether a control has the focus and visibly shows it, itself or by an element around it. */
const rings = (target: Element): 'elsewhere' | 'ring' | 'no ring' => {
  if (document.activeElement !== target) return 'elsewhere';
  const around = [target, target.closest('label'), target.closest('.select'), target.closest('.with-end')];
  // A dashed outline stands for a choice that is not saved yet, wherever the focus is. Some radio buttons are invisible.
  const shown = around.some((one) => {
    const { opacity, outlineStyle } = one ? getComputedStyle(one) : { opacity: '0', outlineStyle: 'none' };
    return opacity !== '0' && !['none', 'dashed'].includes(outlineStyle);
  });
  return shown ? 'ring' : 'no ring';
};

/** Returns the key that moves on to a control: an arrow within a list, which is one tab stop, otherwise Tab. */
const keyTo = (target: Element): 'Tab' | 'Home' | 'ArrowUp' | 'ArrowDown' | 'ArrowRight' => {
  const from = document.activeElement;
  const [row, wanted] = [from?.closest('tr'), target.closest('tr')];
  const list = target.closest('.list, .of-entries');
  if (!row || !wanted || !list || from?.closest('.list, .of-entries') !== list) return 'Tab';
  if (row === wanted) return 'ArrowRight';
  return row.rowIndex < wanted.rowIndex ? 'ArrowDown' : wanted.rowIndex === 0 ? 'ArrowUp' : 'Home';
};

/** Moves to a control with only Tab and, in a list, arrows. Each control on the way must show the focus. */
async function tabTo(role: Parameters<typeof control>[1], name: string): Promise<void> {
  const target = await control(page, role, name);
  for (let presses = 0; presses < most; presses++) {
    const found = await target.evaluate(rings);
    if (found === 'ring') return;
    if (found === 'no ring') throw new Error(`Nothing shows that the focus is on ${role} "${name}".`);
    await page.keyboard.press(await target.evaluate(keyTo));
  }
  throw new Error(`Tab does not reach ${role} "${name}".`);
}

/** Moves to a control, and presses a key there. */
async function keyAt(role: Parameters<typeof control>[1], name: string, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(role, name);
  await page.keyboard.press(key);
}

async function typeAt(name: string, text: string): Promise<void> {
  await tabTo('textbox', name);
  await page.keyboard.type(text);
}

const keys = async (...pressed: Parameters<Page['keyboard']['press']>[0][]) => {
  for (const key of pressed) await page.keyboard.press(key);
};
const dialog = () => page.waitForSelector('dialog[open]');
const closed = () => page.waitForFunction(() => !document.querySelector('dialog[open]'));
const listed = () => expect.poll(() => names(page));

beforeAll(async () => {
  stage = await openStage();
  ({ sandbox, session } = stage);
});
afterAll(() => stage?.close());

test('no test here uses a mouse', () => {
  const source = readFileSync(import.meta.filename, 'utf8');
  expect(source).not.toMatch(/\.(click|tap|hover|mouse|triggerAction)\b|^import .*\bpress\b/m);
});

test('connect on the options page', async () => {
  await stage.begin(false);
  page = await stage.page('options.html');
  await typeAt('Analytics service address', sandbox.url);
  await typeAt('API key', sandbox.key);
  await keyAt('button', 'More');
  await typeAt('SEO service address', sandbox.seoUrl);
  await keyAt('button', 'Save and test');
  expect(await said(page, 'Connected')).toContain('0 websites');
  await keyAt('switch', 'E-mail reports', 'Space');
  await said(page, 'Saved');
  await keyAt('button', 'Add Exclude IP addresses');
  await keys('1', '0', 'Tab', 'Enter');
  await shows(page, '10');
  await keyAt('link', `Edit ${new URL(sandbox.url).host}`);
  await keyAt('button', 'Use a separate key');
  await keyAt('button', 'Keep the stored key');
});

describe('connected', () => {
  beforeEach(() => stage.begin(true));

  test('the popup: register, change privacy, edit the rest, delete', async () => {
    page = await stage.popup(`http://${host}/`);
    await control(page, 'button', `Track ${host}`);
    await keys('Enter');
    await said(page, 'is registered');
    await tabTo('radio', 'Private');
    await keys('ArrowLeft');
    await shows(page, 'Not saved yet');
    await tabTo('radio', 'Public');
    await keys('Enter');
    await said(page, 'Privacy is now Public');
    await keyAt('button', 'More');
    await keyAt('checkbox', 'Exclude bots', 'Space');
    await typeAt('Exclude IP addresses', '10.0.0.1');
    await keyAt('button', 'Save');
    await said(page, 'Saved');
    expect(sandbox.websites()).toMatchObject([{ domain: host, privacy: 0, exclude_bots: 0, exclude_ips: '10.0.0.1' }]);
    await keyAt('button', 'Delete website');
    await tabTo('textbox', `Type ${host} to confirm`);
    await page.keyboard.type(host);
    await keys('Enter');
    await said(page, 'was deleted');
    expect(sandbox.websites()).toEqual([]);
  });

  test('the list: search, sort, go to its end, edit, delete', async () => {
    sandbox.addWebsites(30);
    sandbox.addWebsite({ domain: host });
    page = await openManage(session);
    await keys('/');
    await page.keyboard.type('shop');
    await listed().toEqual([host]);
    await keys('ArrowDown', 'Enter');
    await dialog();
    await tabTo('radio', 'Private');
    await keys('ArrowLeft');
    await keyAt('button', 'Save');
    await closed();
    await expect.poll(async () => (await cells(page, host)).privacy).toBe('Public');
    await keys('/', 'Escape');
    await shows(page, '31 websites');
    await keyAt('button', 'Domain');
    await expect.poll(async () => (await names(page))[0]).toBe(host);
    await keys('ArrowDown', 'End');
    const end = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'));
    await expect.poll(end).toBe('32');
    await keys('Home');
    await keyAt('button', `Delete ${host}`);
    await dialog();
    await page.keyboard.type(host);
    await keys('Enter');
    await closed();
    await listed().not.toContain(host);
    expect(sandbox.websites().map(({ domain }) => domain)).not.toContain(host);
  });

  test('one website added by hand, one project deleted', async () => {
    sandbox.addProject({ project: host, reports: 3, result: 87 });
    page = await openManage(session);
    await keyAt('button', 'Add website');
    await dialog();
    await page.keyboard.type('https://new.example.com/path');
    await keyAt('checkbox', 'Exclude bots', 'Space');
    await keyAt('button', 'Track new.example.com');
    await closed();
    expect(sandbox.websites()).toMatchObject([{ domain: 'new.example.com', exclude_bots: 0 }]);
    await tabTo('tab', 'Websites');
    await keys('ArrowRight');
    await listed().toEqual([host]);
    await keyAt('button', `Delete ${host}`);
    await dialog();
    await page.keyboard.type(host);
    await keys('Enter');
    await closed();
    await listed().toEqual([]);
  });

  test('in forced colours, what is chosen still shows that it has the focus', async () => {
    sandbox.addWebsites(['a.example', 'b.example'].map((domain) => ({ domain })));
    page = await openManage(session);
    await wish(page, { contrast: 'active' });
    /** The outline of a control, or of what stands for it, with the focus and after the next Tab. */
    const outlines = async (role: Parameters<typeof control>[1], name: string, place: string) => {
      const shown = await (await control(page, role, name)).evaluateHandle((one, of) => one.closest(of) ?? one, place);
      await tabTo(role, name);
      if (place === 'tr') await keys('ArrowLeft');
      const look = () =>
        shown.evaluate((one) => {
          const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
          return `${outlineStyle} ${outlineWidth} ${outlineColor}`;
        });
      const focused = await look();
      await keys('Tab');
      return { focused, left: await look() };
    };
    const differs = async (...given: Parameters<typeof outlines>) => {
      const { focused, left } = await outlines(...given);
      return focused === left ? [`${given[1]}: ${focused}`] : [];
    };
    const same = [...(await differs('tab', 'Websites', 'button')), ...(await differs('button', 'All 2', 'button'))];
    await keyAt('checkbox', 'Select a.example', 'Space');
    same.push(...(await differs('checkbox', 'Select a.example', 'tr')));
    await keyAt('button', 'Set privacy');
    await dialog();
    same.push(...(await differs('radio', 'Private', 'label')));
    expect(same).toEqual([]);
  });

  const inList = () => page.waitForFunction(() => document.activeElement?.closest('.list'));

  test('many at once: select, change, delete', async () => {
    sandbox.addWebsites(['a.example', 'b.example', long].map((domain) => ({ domain })));
    page = await openManage(session);
    await keyAt('checkbox', 'Select a.example', 'Space');
    await keyAt('checkbox', 'Select b.example', 'Space');
    await keyAt('button', 'Set privacy');
    await dialog();
    await tabTo('radio', 'Private');
    await keys('ArrowLeft');
    await keyAt('button', 'Apply to 2 websites');
    await inList();
    await shows(page, 'Finished');
    await tabTo('checkbox', `Select ${long}`);
    const cut = await page.$eval(
      'tr:focus-within .name bdi',
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
    expect(cut).toBeLessThanOrEqual(1);
    await keyAt('button', 'Dismiss');
    await page.waitForSelector('.job-panel', { hidden: true });
    await inList();
    await keyAt('checkbox', 'Select a.example', 'Space');
    await keyAt('button', 'Clear');
    await inList();
    await keyAt('checkbox', 'Select all shown', 'Space');
    await keyAt('button', 'Delete');
    await dialog();
    await page.keyboard.type('3');
    await keys('Enter');
    await expect.poll(() => sandbox.websites()).toEqual([]);
    await keyAt('button', 'Dismiss');
  });

  test('the check of all sites: filter, copy a code, open a site, delete, look at what is found and check again', async () => {
    const sites = [host, 'lost.example', 'gone.example'];
    sandbox.addWebsites(sites.map((domain) => ({ domain })));
    const items = sandbox.websites().map(({ id, domain }) => ({ key: domain, id: String(id) }));
    // Without access to its sites, the audit opens nothing and ends at once.
    await askWorker(session, 'jobs.start', { id: 'k', kind: 'audit', isWhole: true, items, fields: {}, speed: 'fast' });
    page = await openManage(session, '?tab=tracking');
    await control(page, 'button', 'Cannot tell 3');
    for (const [at, { key }] of items.entries()) {
      const state = key === 'lost.example' ? 'missing' : key === 'gone.example' ? 'silent' : 'tracking';
      const why = state === 'silent' ? { why: 'unreachable' } : {};
      await askWorker(session, 'audits.looked', { id: 'k', at, look: { state, trackers: [], ...why } });
    }
    const shown = () =>
      page.$$eval('.of-audit tbody tr.site .site', (all) => all.map(({ textContent }) => textContent));
    await keyAt('button', 'Code missing 1');
    await expect.poll(shown).toEqual(['lost.example']);
    await keyAt('button', 'Copy the code for lost.example');
    await said(page, 'lost.example');
    await keyAt('button', 'All 3', 'Space');
    await expect.poll(shown).toEqual(['lost.example', 'gone.example']);
    await keyAt('button', 'Tracking 1');
    await expect.poll(shown).toEqual([host]);
    await keyAt('button', 'All 3', 'Space');
    await tabTo('link', 'Open gone.example');
    const whole = await page.$eval(
      'tr:focus-within .detail',
      ({ scrollHeight, clientHeight }) => scrollHeight - clientHeight,
    );
    expect(whole).toBeLessThanOrEqual(1);
    await keyAt('button', 'Delete sites that do not answer (1)');
    await dialog();
    await page.keyboard.type('1');
    await keys('Escape');
    await closed();
    await tabTo('button', 'Delete sites that do not answer (1)');
    await tabTo('button', 'Check all sites');
    await page.keyboard.down('Shift');
    await keys('Tab');
    await page.keyboard.up('Shift');
    await keys('Enter');
    await dialog();
    await tabTo('button', 'CSV');
    await keys('Escape');
    await closed();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Export');
    await keyAt('button', 'Check all sites');
    await dialog();
    await tabTo('combobox', 'How often');
    await tabTo('button', 'Check now');
    await keys('Escape');
    await closed();
    expect(sandbox.websites()).toHaveLength(3);
  });

  test('add many', async () => {
    page = await openManage(session);
    await tabTo('tab', 'Websites');
    await keys('ArrowRight', 'ArrowRight', 'ArrowRight');
    await typeAt('Sites', 'one.example.com, two.example.com, three.example.com');
    const isAt = (place: string) =>
      page.waitForFunction((wanted) => document.activeElement?.matches(wanted), {}, place);
    await keyAt('button', 'Check 3 sites');
    await isAt('.preview-step h2');
    await keyAt('checkbox', 'Select two.example.com', 'Space');
    await keyAt('button', 'Add 2 sites');
    await isAt('.job-panel h2');
    await shows(page, '2 added');
    expect(sandbox.websites().map(({ domain }) => domain)).toEqual(['one.example.com', 'three.example.com']);
    await keyAt('button', 'Add more sites');
    await isAt('.sources-step textarea');
    await page.keyboard.type('four.example.com');
    await keyAt('button', 'Check 1 site');
    await isAt('.preview-step h2');
    await keyAt('button', 'Add 1 site');
    await isAt('.job-panel h2');
    await shows(page, '1 added');
    for (const left of [1, 0]) {
      await keyAt('button', 'Dismiss');
      await page.waitForFunction((count) => document.querySelectorAll('.job-panel').length === count, {}, left);
    }
    await control(page, 'button', 'Check sites');
    await isAt('.sources-step textarea');
  });
});
