import type { Page } from 'puppeteer-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { code, page as html } from '../../unit/data/pages/page.ts';
import { focusedText, press, shows } from '../harness/controls.ts';
import { answerDialog } from '../harness/dialog.ts';
import { killWorker, stored, withBarePage } from '../harness/extension.ts';
import { grantedHosts } from '../harness/permissions.ts';
import { inChromium } from '../harness/stage.ts';
import { choose, openManage } from '../manage/managePage.ts';
import { alarmsIn, ended, openDialog } from './auditPage.ts';
import { openFarm, sends } from './farm.ts';

const domains = ['one.example', 'two.example'];
let page: Page;

const stage = inChromium({ trusting: true, headed: true }, ({ url }) =>
  openFarm(Object.fromEntries(domains.map((host) => [host, sends(html(code(url)))]))),
);
beforeAll(async () => {
  stage.sandbox.addWebsites(domains.map((domain) => ({ domain, privacy: 1 })));
  page = await openManage(stage.session, '?tab=tracking');
});

const alarms = () => withBarePage(stage.session, alarmsIn);
const siteAccess = async () => (await grantedHosts(stage.session)).filter((one) => one.includes('example')).length;
const visits = () => stage.web.visits.filter(({ host }) => domains.includes(host)).length;
const repeat = async () => {
  const { auditRepeats } = (await stored(stage.session)) as {
    auditRepeats: { value: { next: number; stopped?: true }[] };
  };
  return auditRepeats.value[0];
};

/** Makes the repeat due, and wakes the worker as the browser would. */
const fallDue = () =>
  withBarePage(stage.session, (bare) =>
    bare.evaluate(async () => {
      const { auditRepeats } = (await chrome.storage.local.get(null)) as {
        auditRepeats: { value: { next: number }[] };
      };
      for (const one of auditRepeats.value) one.next = Date.now() - 1000;
      await chrome.storage.local.set({ auditRepeats });
      await chrome.alarms.create('housekeeping', { when: Date.now() });
      // The alarms of an earlier version.
      for (const name of ['auditRepeat', 'refresh']) await chrome.alarms.create(name, { when: Date.now() + 3_600_000 });
    }),
  );

describe('checked again by itself', () => {
  test('nothing is repeated unless the person chooses it, and no alarm waits', async () => {
    await shows(page, 'Do all your sites carry the tracking code?');
    expect(await alarms()).toEqual([]);
    await openDialog(page);
    await shows(page, 'gives that access back after the check');
    await choose(page, 'How often', 'Every week');
    await shows(page, 'notifies you only if something got worse');
  });

  test('one prompt asks for the sites and for notifications; the access is kept, for one alarm', async () => {
    await press(page, 'button', 'Check now');
    await answerDialog(stage.session, page, 'allow');
    await ended(page);
    await shows(page, 'Checked again every week. Sites: 2.');
    await expect.poll(alarms).toEqual(['housekeeping']);
    expect(await siteAccess()).toBe(4);
    expect(visits()).toBe(2);
  });

  test('after a restart of the browser it is still there, and begins when it is due, in a worker that was dead', async () => {
    await stage.session.restart();
    page = await openManage(stage.session, '?tab=tracking');
    await shows(page, 'Checked again every week. Sites: 2.');
    await expect.poll(alarms).toEqual(['housekeeping']);
    stage.web.answers['two.example'] = sends(html(''));
    await killWorker(stage.session);
    await fallDue();
    await shows(page, 'Lost the code: 1');
    expect(visits()).toBe(4);
    await expect.poll(async () => ((await repeat())?.next ?? 0) - Date.now()).toBeGreaterThan(6 * 24 * 3_600_000);
    await expect.poll(alarms).toEqual(['housekeeping']);
    expect(await siteAccess()).toBe(4);
    const notices = await withBarePage(stage.session, (bare) =>
      bare.evaluate(() => new Promise((resolve) => chrome.notifications.getAll((all) => resolve(Object.keys(all))))),
    );
    expect(notices).toEqual([expect.stringMatching(/^\?tab=tracking&connection=.*&audit=/)]);
  });

  test('it stops by itself when the access is taken away, says so, and goes on with it', async () => {
    await withBarePage(stage.session, (bare) =>
      bare.evaluate(async () => {
        const { origins = [] } = await chrome.permissions.getAll();
        await chrome.permissions.remove({ origins: origins.filter((one) => one.includes('example')) });
      }),
    );
    await shows(page, 'permission to notify you, was removed');
    await expect.poll(alarms).toEqual([]);
    await press(page, 'button', 'Allow access and repeat');
    await shows(page, 'Checked again every week. Sites: 2.');
    await expect.poll(visits).toBe(6);
  });

  test('stopped by the person, it gives everything back', async () => {
    await shows(page, 'No change since ');
    await press(page, 'button', 'Stop repeating');
    await shows(page, 'The check no longer repeats.');
    await expect.poll(siteAccess).toBe(0);
    await expect.poll(alarms).toEqual([]);
    expect(await page.$('.repeat')).toBeNull();
    // The focus is not on a button, which a held key would press.
    expect(await focusedText(page)).toMatch(/^Checked on /);
    const { permissions } = await withBarePage(stage.session, (bare) =>
      bare.evaluate(() => chrome.permissions.getAll()),
    );
    expect(permissions).not.toContain('notifications');
  });
});
