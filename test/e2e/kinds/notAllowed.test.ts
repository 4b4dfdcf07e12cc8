import type { Page } from 'puppeteer-core';
import { beforeAll, expect, test } from 'vitest';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { control, press } from '../harness/controls.ts';
import { openPopup } from '../harness/extension.ts';
import { inChromium } from '../harness/stage.ts';
import { openManage } from '../manage/managePage.ts';

const reason = 'Your account is not allowed to change this website.';
const stage = inChromium({}, undefined, async () => {
  const matomo = await startMatomo({ rights: 'admin' });
  matomo.put(['https://first.example']);
  matomo.put(['https://second.example/shop'], { name: 'Shop' });
  matomo.put(['http://third.example:8080'], { name: 'Port' });
  matomo.put(['https://fourth.example', 'https://www.fourth.example', 'https://alias.example/blog'], {
    access: 'view',
  });
  return matomo;
});
let tab: Page;
beforeAll(async () => {
  tab = await stage.session.browser.newPage();
});

test('the list has what the account may not change, and offers nothing that it would refuse', async () => {
  const page = await openManage(stage.session);
  const rows = await page.$$eval('.panel tbody tr', (all) =>
    all.map((row) => [
      row.querySelector('th button, th bdi')?.textContent,
      row.querySelector('.locked')?.getAttribute('title') ?? '',
      [...row.querySelectorAll('td.actions button')].map((button) => button.getAttribute('aria-label')?.split(' ')[0]),
      row.querySelector('input')?.disabled,
    ]),
  );
  expect(rows).toEqual([
    ['fourth.example', reason, ['Check'], true],
    ['third.example:8080', '', ['Edit', 'Delete'], false],
    ['https://second.example/shop', '', ['Edit', 'Delete'], false],
    ['first.example', '', ['Check', 'Edit', 'Delete'], false],
  ]);
  await page.setViewport({ width: 320, height: 800 });
  const isOver = await page.$eval('.panel tbody tr', (row) => {
    const boxes = ['th', '.locked'].map((part) => row.querySelector(part)?.getBoundingClientRect() as DOMRect);
    const [name, words] = boxes as [DOMRect, DOMRect];
    return words.top < name.bottom && words.bottom > name.top && words.left < name.right && words.right > name.left;
  });
  expect(isOver).toBe(false);
  await page.close();
});

test.each<[host: string, isReadOnly: boolean, about: string]>([
  ['second.example', false, 'Shop · https://second.example/shop'],
  ['fourth.example', true, 'Also covers alias.example, www.fourth.example'],
])('the popup over %s: registered, read-only %s, once asked and as it was kept', async (host, isReadOnly, about) => {
  await tab.goto(`http://${host}/`);
  for (const time of ['asked', 'kept']) {
    const popup = await openPopup(stage.session, tab);
    await popup.waitForFunction(() => document.querySelector('.site-status')?.textContent?.startsWith('Registered'));
    if (isReadOnly) await popup.waitForSelector('.note.warn');
    else {
      const more = await control(popup, 'button', 'More');
      if (await more.evaluate((button) => button.getAttribute('aria-expanded') === 'false'))
        await press(popup, 'button', 'More');
      await popup.waitForSelector('.later form');
    }
    const text = await popup.$eval('body', (body) => body.innerText);
    expect(await popup.$$eval('.more', (all) => all.length)).toBe(isReadOnly ? 0 : 1);
    expect([text.includes(reason), /Track |Not registered/.test(text)]).toEqual([isReadOnly, false]);
    // The other hosts are not stored.
    if (time === 'asked')
      await expect
        .poll(() => popup.$$eval('.record-names', (all) => all.map((one) => one.textContent).join()))
        .toBe(about);
    await popup.close();
  }
});
