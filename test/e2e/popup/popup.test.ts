import type { Page } from 'puppeteer-core';
import { describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { afterwards } from '../harness/afterwards.ts';
import { copied, watchClipboard } from '../harness/clipboard.ts';
import { askWorker } from '../harness/connect.ts';
import {
  chosen,
  contentOf,
  control,
  fill,
  focusedText,
  press,
  pressAndLeave,
  said,
  shows,
} from '../harness/controls.ts';
import { killWorker, openPopup } from '../harness/extension.ts';
import { page, playWithOneService, sandbox, session } from '../harness/oneService.ts';
import { answered, track } from './popupPage.ts';

const host = 'shop.example.com';
const shop = `http://${host}/`;
/** Returns all requests except look-ups, in one line each. */
const writes = () => sandbox.log.filter(({ method }) => method !== 'GET').map(describeRequest);
const requests = () => sandbox.log.map(({ method }) => method);

async function open(address = shop): Promise<Page> {
  if (page.url() !== address) await page.goto(address);
  return openPopup(session, page);
}

/** Opens the popup over a registered site. */
async function openRegistered(record: object = { privacy: 1 }): Promise<Page> {
  sandbox.addWebsite({ domain: host, ...record });
  const popup = await open();
  await shows(popup, 'Registered');
  return popup;
}

playWithOneService({ isWeb: true, open: () => session.browser.newPage() });

describe('a site that is not registered', () => {
  test('Enter registers it; opening asks once, Track once more', async () => {
    const popup = await open();
    await answered(popup);
    expect(requests()).toEqual(['GET']);
    await expect.poll(() => focusedText(popup)).toBe(`Track ${host}`);
    await popup.keyboard.press('Enter');
    expect(await said(popup, 'is registered')).toBe(`${host} is registered.`);
    expect(requests()).toEqual(['GET', 'POST']);
    expect(sandbox.websites()).toMatchObject([{ domain: host, privacy: 1 }]);
    expect(await chosen(popup)).toBe('Private');
  });

  test('that may be registered already: said first, and registered only by a press of its own', async () => {
    sandbox.addWebsites(Array.from({ length: 150 }, (_, at) => ({ domain: `site${at}.example.org` })));
    sandbox.behave({ paging: 'none', search: 'ignored' });
    const popup = await open();
    await shows(popup, 'May be registered already');
    await press(popup, 'button', `Track ${host}`);
    await shows(popup, 'The service did not show its whole list; this site may be registered already.');
    expect(writes()).toEqual([]);
    await press(popup, 'button', 'Register anyway');
    expect(await said(popup, 'is registered')).toBe(`${host} is registered.`);
    expect(requests().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('closed in the middle and opened again, it says where the registration stands', async () => {
    const popup = await open();
    await answered(popup);
    sandbox.behave({ fault: { is: '500', operation: 'websites.create' } });
    await press(popup, 'button', `Track ${host}`);
    await expect.poll(requests).toContain('POST');
    await popup.close();
    const again = await open();
    await shows(again, `${host} may be registered, but it is not listed.`);
    await control(again, 'button', 'Register anyway');
    // The create is carried out late.
    sandbox.addWebsite({ domain: host });
    await press(again, 'button', 'Try again');
    await shows(again, 'Registered');
    expect(writes()).toHaveLength(1);
  });

  test('with every field', async () => {
    const popup = await open(`${shop}?utm_source=mail&token=secret`);
    await press(popup, 'radio', 'Password');
    await fill(popup, 'Password', 'open sesame');
    await press(popup, 'button', 'More');
    await press(popup, 'checkbox', 'E-mail reports');
    await press(popup, 'checkbox', 'Exclude bots');
    await press(popup, 'button', 'Exclude token');
    await fill(popup, 'Exclude IP addresses', '10.0.0.1\n10.0.0.2');
    await track(popup, host);
    expect(sandbox.websites()).toMatchObject([
      {
        domain: host,
        privacy: 2,
        password: 'open sesame',
        email: 1,
        exclude_bots: 0,
        exclude_params: 'token',
        exclude_ips: '10.0.0.1\n10.0.0.2',
      },
    ]);
  });

  test('what was typed and not sent is there when the popup is opened again, but for a password', async () => {
    const popup = await open();
    await press(popup, 'radio', 'Password');
    await fill(popup, 'Password', 'not kept');
    await press(popup, 'button', 'More');
    await fill(popup, 'Exclude IP addresses', '10.0.0.1');
    await page.bringToFront();
    const again = await open();
    expect(await contentOf(again, 'Exclude IP addresses')).toBe('10.0.0.1');
    expect(await contentOf(again, 'Password')).toBe('');
    expect(await chosen(again)).toBe('Password');
    await press(again, 'radio', 'Private');
    await track(again, host);
    await page.bringToFront();
    sandbox.clearLog();
    const last = await open();
    await shows(last, 'Registered');
    // Otherwise the answer would be stored during the next test.
    await expect.poll(() => sandbox.log.map(({ status }) => status)).toEqual([200]);
    expect(await last.evaluate(() => document.body.innerText)).not.toContain('What you typed');
  });

  test('the worker dies while the create is under way: one record, a true statement', async () => {
    sandbox.behave({ delayAnswer: { is: 1500, operation: 'websites.create' } });
    const popup = await open();
    await answered(popup);
    await press(popup, 'button', `Track ${host}`);
    await expect.poll(() => sandbox.websites().length).toBe(1);
    await killWorker(session);
    await said(popup, 'confirmed afterwards');
    expect(sandbox.websites()).toHaveLength(1);
    expect(requests().filter((method) => method === 'POST')).toHaveLength(1);
  });

  test('covered by another: its statistics first, a record of its own second', async () => {
    const at = 'blog.example.com';
    const covering = 'example.com';
    sandbox.addWebsite({ domain: covering });
    sandbox.addWebsite({ domain: 'other-example.com' });
    const popup = await open(`http://${at}/`);
    await shows(popup, `Covered by ${covering}`);
    expect(requests()).toEqual(['GET']);
    const statistics = await control(popup, 'link', 'Open statistics');
    expect(await statistics.evaluate((link) => (link as HTMLAnchorElement).href)).toBe(`${sandbox.url}/${covering}`);
    await press(popup, 'button', 'Which name to register');
    await press(popup, 'radio', `${covering} Registered`);
    await shows(popup, 'Registered · ');
    expect(await popup.$eval('h1', (heading) => heading.textContent)).toBe(covering);
    await press(popup, 'radio', `${at} As seen`);
    await press(popup, 'button', 'Register separately');
    expect(await track(popup, at)).toBe(`${at} is registered.`);
  });

  test('a public suffix is refused before anything is sent', async () => {
    const popup = await open('http://co.uk/');
    await answered(popup);
    await expect
      .poll(() => popup.$eval('button[type=submit]', (button) => (button as HTMLButtonElement).disabled))
      .toBe(true);
    expect(writes()).toEqual([]);
  });

  test('an international name is shown both ways and registered as punycode', async () => {
    const popup = await open('http://bücher.example.com/');
    await shows(popup, 'bücher.example.com');
    const track = await control(popup, 'button', 'Track xn--bcher-kva.example.com');
    expect(await track.$eval('span', (shown) => shown.textContent)).toBe('Track bücher.example.com');
    expect(
      await popup.$$eval('h1, p, legend', (texts) => texts.filter((text) => text.textContent?.includes('xn--')).length),
    ).toBe(1);
    await track.click();
    await said(popup, 'is registered');
    expect(sandbox.websites()).toMatchObject([{ domain: 'xn--bcher-kva.example.com' }]);
  });
});

describe('a registered site', () => {
  test('what its page lacks is the main button, focused; what is seldom done is under More', async () => {
    sandbox.addWebsite({ domain: host, privacy: 2, password: 'stored' });
    const popup = await open();
    await shows(popup, 'Password set');
    await expect.poll(() => focusedText(popup)).toBe('Copy code');
    await control(popup, 'link', 'Open statistics');
    expect(await popup.$('.risky')).toBeNull();
    await press(popup, 'button', 'Change');
    await fill(popup, 'Password', 'a new word');
    await popup.keyboard.press('Enter');
    await said(popup, 'Privacy is now Password');
    expect(sandbox.websites()).toMatchObject([{ privacy: 2, password: 'a new word' }]);
  });

  test('a change of privacy can be undone, until something else is done', async () => {
    const popup = await openRegistered();
    const change = async () => {
      await press(popup, 'radio', 'Public');
      await said(popup, 'Privacy is now Public');
    };
    const isSilent = () => popup.waitForFunction(() => !document.querySelector('[role="status"]')?.textContent);
    await change();
    await press(popup, 'button', 'Undo');
    await said(popup, 'Privacy is now Private');
    expect(sandbox.websites()).toMatchObject([{ privacy: 1 }]);
    await press(popup, 'button', 'More');
    await press(popup, 'checkbox', 'E-mail reports');
    await isSilent();
    await change();
    await press(popup, 'radio', 'Password');
    await isSilent();
    await press(popup, 'radio', 'Private');
    await said(popup, 'Privacy is now Private');
    await press(popup, 'button', 'Delete website');
    await isSilent();
  });

  test('a password that was generated can be copied again, and is not shown', async () => {
    const popup = await open();
    await answered(popup);
    await watchClipboard(popup);
    await press(popup, 'radio', 'Password');
    await press(popup, 'button', 'Generate');
    await track(popup, host);
    await press(popup, 'button', 'Copy again');
    await shows(popup, 'Password copied.');
    const password = sandbox.websites()[0]?.password;
    expect(await copied(popup)).toEqual([password, password]);
    expect(await popup.content()).not.toContain(password);
  });

  test('an arrow key publishes nothing, nor does leaving; Space does', async () => {
    const popup = await openRegistered();
    await (await control(popup, 'radio', 'Private')).focus();
    await popup.keyboard.press('ArrowLeft');
    await shows(popup, 'Not saved yet');
    await popup.keyboard.press('Tab');
    await popup.keyboard.down('Shift');
    await popup.keyboard.press('Tab');
    await popup.keyboard.up('Shift');
    await afterwards(popup);
    expect([writes(), await chosen(popup)]).toEqual([[], 'Public']);
    await popup.keyboard.press('Space');
    await said(popup, 'Privacy is now Public');
    expect(sandbox.websites()).toMatchObject([{ privacy: 0 }]);
    await press(popup, 'button', 'Undo');
    await said(popup, 'Privacy is now Private');
  });

  test('opened at once over a known site, what is added to a field adds to what the record holds', async () => {
    sandbox.addWebsite({ domain: host, exclude_params: 'old' });
    sandbox.behave({ fields: 'params' });
    const before = await open(`${shop}?token=secret`);
    await shows(before, 'Registered');
    await before.close();
    sandbox.behave({ delay: 1_000 });
    const popup = await open(`${shop}?token=secret`);
    await press(popup, 'button', 'More');
    await press(popup, 'button', 'Exclude token');
    await press(popup, 'button', 'Save');
    await said(popup, 'Saved');
    expect(sandbox.websites()[0]?.exclude_params).toBe('old\ntoken');
  });

  test('delete is typed, and one that is already gone counts as done', async () => {
    const popup = await openRegistered({});
    await press(popup, 'button', 'More');
    await press(popup, 'button', 'Delete website');
    await fill(popup, `Type ${host} to confirm`, 'shop.example');
    await popup.keyboard.press('Enter');
    expect(writes()).toEqual([]);
    sandbox.behave({ fault: { is: '500', operation: 'websites.delete' } });
    await fill(popup, `Type ${host} to confirm`, host);
    await popup.keyboard.press('Enter');
    await shows(popup, 'The service did not confirm.');
    sandbox.behave({ fault: undefined });
    await press(popup, 'button', 'Delete for good');
    await said(popup, 'was deleted');
    expect(sandbox.websites()).toEqual([]);
    await control(popup, 'button', `Track ${host}`);
  });

  test('is offered over the page of its statistics', async () => {
    await openRegistered();
    const popup = await open(`${sandbox.url}/${host}`);
    await press(popup, 'button', `Use ${host}`);
    await shows(popup, 'Registered');
    expect(await popup.$eval('h1', (name) => name.textContent)).toBe(host);
    expect(writes()).toEqual([]);
  });

  test('an id that is not exact makes the record read-only', async () => {
    sandbox.addWebsite({ domain: host });
    sandbox.behave({ ids: 'null' });
    const popup = await open();
    await shows(popup, 'you can only view it here');
    expect(await popup.$$('.segments input:not(:disabled)')).toHaveLength(0);
  });
});

describe('a problem is one sentence and one action', () => {
  test('a refused key', async () => {
    sandbox.behave({ fault: '401' });
    const popup = await open(`http://problem.example.com/`);
    await shows(popup, 'The service refused the API key');
    const actions = await popup.$$eval('main .primary', (all) => all.map(({ textContent }) => textContent));
    expect(actions).toEqual(['Settings']);
    await expect.poll(() => focusedText(popup)).toBe('Settings');
    // An unknown privacy is not shown as a value.
    expect(await popup.$('[role="radiogroup"]')).toBeNull();
  });

  test('a known site: what was known last, nothing to change; and what it is once the service answers', async () => {
    await openRegistered({ privacy: 0 });
    await page.bringToFront();
    sandbox.behave({ fault: '500' });
    const popup = await open();
    await shows(popup, 'The service has a problem (status 500)');
    const lastKnown = await popup.$eval('.last-known', (view) => view.textContent);
    expect(lastKnown).toMatch(/^Last known.*\d{1,2}:\d{2}.*Registered · Public$/);
    expect(await popup.$('[role="radiogroup"]')).toBeNull();
    await popup.waitForFunction(() => document.activeElement?.textContent === 'Try again');
    sandbox.behave({ fault: undefined, delay: 1_000 });
    await popup.keyboard.press('Enter');
    await shows(popup, 'Checking…');
    expect(await focusedText(popup)).toBe('Try again');
    await control(popup, 'radio', 'Public');
    expect(await chosen(popup)).toBe('Public');
    expect(await popup.$('.last-known')).toBeNull();
  });
});

describe('no site', () => {
  test('says why and takes a typed domain', async () => {
    const popup = await open('chrome://version/');
    await shows(popup, 'This is a page of the browser');
    await fill(popup, 'Domain', 'https://Typed.Example.org/path');
    await popup.keyboard.press('Enter');
    await track(popup, 'typed.example.org');
    expect(sandbox.websites()).toMatchObject([{ domain: 'typed.example.org' }]);
  });

  test('what is typed and is no domain is said, and stays', async () => {
    const popup = await open('about:blank');
    await fill(popup, 'Domain', '*.example.com');
    await popup.keyboard.press('Enter');
    await shows(popup, 'Leave out the asterisk');
  });
});

describe('a bulk job', () => {
  test('has its strip while it goes on or is paused; a press leads to it', async () => {
    sandbox.behave({ delay: 3000 });
    const items = ['one', 'two', 'three', 'four'].map((name) => ({ key: `${name}.example.org` }));
    const job = { id: 'job-of-the-popup', kind: 'create', items, fields: { privacy: 1 }, speed: 'careful' };
    await askWorker(session, 'jobs.start', job);
    const first = await open();
    // However slow the machine is: it may open when the first is done.
    await shows(first, ' of 4 done, 0 failed');
    await askWorker(session, 'jobs.pause', { id: job.id });
    await shows(first, 'Paused: ');
    await page.bringToFront();
    const popup = await open();
    const manage = session.browser.waitForTarget((target) => target.url().endsWith('manage.html?tab=add'));
    await popup.waitForSelector('.job-strip');
    await pressAndLeave(popup, '.job-strip');
    await (await (await manage).page())?.close();
    await askWorker(session, 'jobs.cancel', { id: job.id });
    await askWorker(session, 'jobs.dismiss', { id: job.id });
  });
});
