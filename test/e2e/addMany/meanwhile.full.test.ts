import { describe, expect, test } from 'vitest';
import { connect, startAnew } from '../harness/connect.ts';
import { control, press, shows } from '../harness/controls.ts';
import { page, playWithOneService, sandbox, session, unlimited } from '../harness/oneService.ts';
import { openAddMany, openPreview, paste, pressFirst, report, rows } from './addManyPage.ts';

const domains = () => sandbox.websites().map(({ domain }) => domain);
const creates = () => sandbox.log.filter(({ method }) => method === 'POST');
const ended = () => expect.poll(() => report(page));
const hint = () => page.$eval('.go', (part) => part.querySelector('.wide + .hint')?.textContent);
const isChecked = () => page.waitForFunction(() => !document.querySelector('.check-bar progress'));
const focused = () =>
  page.evaluate(() => (document.activeElement === document.body ? 'nothing' : document.activeElement?.textContent));
/** Presses a control by the keyboard. */
async function enter(name: string): Promise<void> {
  await (await control(page, 'button', name)).focus();
  await page.keyboard.press('Enter');
}

playWithOneService({
  behave: unlimited,
  open: async () => {
    await startAnew(session, {});
    await connect(session, sandbox);
    return openAddMany(session);
  },
});

describe('while the service is asked', () => {
  test('Stop, pressed after Add, begins nothing', async () => {
    await paste(page, 'one.customer.org');
    sandbox.behave({ delay: 5000 });
    await pressFirst(page, 'Check ');
    expect(await hint()).toContain('Adding continues if you close this page.');
    await pressFirst(page, 'Add 1 site');
    await shows(page, 'Starting…');
    // No job has started that would continue.
    expect(await hint()).toBeUndefined();
    await press(page, 'button', 'Stop');
    await shows(page, 'Add 1 site');
    sandbox.behave({ delay: 0 });
    expect([creates(), await page.$('.job-panel')]).toEqual([[], null]);
    await pressFirst(page, 'Add 1 site');
    await ended().toBe('1 added');
  });

  test('a tick from before it was known that a site may be registered is no wish for a second record', async () => {
    sandbox.addWebsites(50);
    sandbox.addWebsites([{ domain: 'hidden.customer.org' }]);
    sandbox.addWebsites(50);
    sandbox.behave({ domains: 'duplicates', delay: 700, search: 'ignored', cap: 10, paging: 'none' });
    await paste(page, 'hidden.customer.org');
    await pressFirst(page, 'Check ');
    for (const _ of ['off', 'on']) await press(page, 'checkbox', 'All · Not checked');
    await pressFirst(page, 'Add 1 site');
    await isChecked();
    expect(await rows(page)).toEqual(['[ ] hidden.customer.org | Check these/May be registered already | ']);
    expect([creates(), await page.$('.job-panel')]).toEqual([[], null]);
    // A person who knows of the record may add it.
    await press(page, 'checkbox', 'Select hidden.customer.org');
    await pressFirst(page, 'Add 1 site');
    await ended().toBe('1 added');
    expect(domains().filter((domain) => domain === 'hidden.customer.org')).toHaveLength(2);
  });

  test.each([
    { what: 'Stop', lines: 1, named: 'Stop', behave: { delay: 3000 }, to: 'Check the rest' },
    { what: 'Check the rest', lines: 25, named: 'Check the rest', behave: {}, to: 'Stop' },
    {
      what: 'Try again',
      lines: 1,
      named: 'Try again',
      behave: { fault: { is: '500', operation: 'websites.list', times: 1 } } as const,
      to: 'Add 1 site',
    },
  ])('$what, pressed by a key, hands the focus on', async ({ lines, named, behave, to }) => {
    sandbox.addWebsites(2500);
    sandbox.behave(behave);
    await paste(page, Array.from({ length: lines }, (_, n) => `client${n}.com`).join('\n'));
    await pressFirst(page, 'Check ');
    await enter(named);
    await expect.poll(focused).toBe(to);
  });
});

test('Add, pressed where the service could not be asked, leads to why', async () => {
  sandbox.behave({ fault: { is: '500', operation: 'websites.list' } });
  await paste(page, 'client.com');
  await pressFirst(page, 'Check ');
  await shows(page, 'status 500');
  await pressFirst(page, 'Add 1 site');
  await expect.poll(focused).toBe('Try again');
});

test('a name that is typed across the longest text of the box stays one', async () => {
  const length = 19_990;
  await paste(page, `#${'y'.repeat(length - 2)}\n`);
  await (await control(page, 'textbox', 'Sites')).focus();
  await page.keyboard.down('Control');
  await page.keyboard.press('End');
  await page.keyboard.up('Control');
  await page.keyboard.type('mybrand.customer-shop.de');
  await openPreview(page);
  expect(await rows(page)).toEqual(['[x] mybrand.customer-shop.de | New | Line 2']);
});

test('a key that is held does not dismiss passwords that nobody has copied', async () => {
  await paste(page, 'one.example.org');
  await openPreview(page);
  await press(page, 'radio', 'Password');
  await pressFirst(page, 'Add 1 site');
  await ended().toMatch(/1 added/);
  await (await control(page, 'button', 'Dismiss')).focus();
  // Two presses without a release in between are how a held key repeats itself.
  for (const _ of ['pressed', 'held', 'held']) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await shows(page, 'Dismiss without the passwords');
  expect(await page.$('.job-panel')).not.toBeNull();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.$('.job-panel')).toBeNull();
});
