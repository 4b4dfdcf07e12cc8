import { beforeEach, describe, expect, test } from 'vitest';
import { describeRequest } from '../../sandbox/sandbox.ts';
import { changeElsewhere } from '../harness/changeElsewhere.ts';
import { forgetLists } from '../harness/connect.ts';
import { contentOf, control, fill, press, said, shows } from '../harness/controls.ts';
import { page, playWithOneService, sandbox, session, unlimited } from '../harness/oneService.ts';
import { addWebsite, cells, choosePrivacy, deleteWebsite, names, savePrivacy, site, sites } from './managePage.ts';
import { counted, deleteElsewhere, find, focusedRow, listed, open } from './open.ts';

const domain = 'example.com';
const writes = () =>
  sandbox.log.filter(({ method }) => method !== 'GET').map(({ method, fields }) => [method, fields] as const);
const reads = () => sandbox.log.filter(({ operation }) => operation === 'websites.show');
const stored = () => find(domain);
const closed = () => page.waitForFunction(() => !document.querySelector('dialog[open]'));
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);

async function edit(): Promise<void> {
  await press(page, 'button', `Edit ${domain}`);
  await page.waitForSelector('dialog[open]');
}
const addByEnter = async (typed: string) => {
  await open();
  await addWebsite(page, typed);
  await page.keyboard.press('Enter');
};

// With the default limit of 54 requests a minute, the tests of this file would have to wait.
playWithOneService({ seo: true, behave: unlimited });
beforeEach(() => forgetLists(session));

describe('editing', () => {
  beforeEach(async () => {
    sandbox.addWebsite({ domain, privacy: 1, email: 0, exclude_ips: '10.0.0.1' });
    sandbox.addWebsite({ domain: 'other.example' });
    await open();
  });

  test('sends only what was changed, after reading the record again', async () => {
    await savePrivacy(page, domain, 'Public');
    await said(page, 'example.com was saved.');
    expect(reads()).toHaveLength(1);
    expect(writes()).toEqual([['PATCH', { privacy: '0' }]]);
    expect(stored()).toMatchObject({ privacy: 0, email: 0, exclude_ips: '10.0.0.1' });
    expect((await cells(page, domain)).privacy).toBe('Public');
  });

  test('all six fields', async () => {
    await edit();
    await press(page, 'radio', 'Password');
    await fill(page, 'Password', 'open sesame');
    await press(page, 'checkbox', 'E-mail reports');
    await press(page, 'checkbox', 'Exclude bots');
    await fill(page, 'Exclude URL parameters', 'utm_source\n\nutm_medium');
    await fill(page, 'Exclude IP addresses', '10.0.0.0/8\n192.168.*');
    await shows(page, 'Line 1: 10.0.0.0/8 is a range.');
    await shows(page, 'Line 2: 192.168.* has an asterisk.');
    await press(page, 'button', 'Save');
    await said(page, 'was saved');
    expect(stored()).toMatchObject({
      privacy: 2,
      password: 'open sesame',
      email: 1,
      exclude_bots: 0,
      exclude_params: 'utm_source\nutm_medium',
      exclude_ips: '10.0.0.0/8\n192.168.*',
    });
  });

  test('changed elsewhere: both values are shown, and the person chooses', async () => {
    await choosePrivacy(page, domain, 'Public');
    await press(page, 'checkbox', 'E-mail reports');
    await changeElsewhere(sandbox, stored()?.id, { privacy: '2', password: 'x', exclude_bots: '0' });
    await press(page, 'button', 'Save');
    await shows(page, 'was changed elsewhere');
    const sides = await page.$$eval('.conflict label', (labels) => labels.map((label) => label.textContent));
    expect(sides).toEqual([
      'Your versionPublic',
      'At the service nowPassword',
      'Your versionOn',
      'At the service nowOff',
    ]);
    expect(writes()).toEqual([['PATCH', expect.anything()]]);
    // By default, the person's own value is chosen for what they changed, and the service's value for the rest.
    const checked = await page.$$eval('.conflict input:checked', (inputs) =>
      inputs.map((input) => input.closest('label')?.textContent),
    );
    expect(checked).toEqual(['Your versionPublic', 'At the service nowOff']);
    await press(page, 'button', 'Save');
    await said(page, 'was saved');
    expect(writes().at(-1)).toEqual(['PATCH', { privacy: '0', email: '1' }]);
    expect(stored()).toMatchObject({ privacy: 0, email: 1, exclude_bots: 0 });
  });

  test('a refusal is shown at its field, and nothing typed is lost', async () => {
    await edit();
    await press(page, 'checkbox', 'E-mail reports');
    await fill(page, 'Exclude IP addresses', 'not an address');
    await press(page, 'button', 'Save');
    await page.waitForSelector('[aria-invalid=true]');
    expect(await contentOf(page, 'Exclude IP addresses')).toBe('not an address');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true');
    await shows(page, 'must hold IP addresses only');
    await page.keyboard.press('Escape');
    await closed();
    await edit();
    await shows(page, 'Your earlier changes have been restored.');
    await fill(page, 'Exclude IP addresses', '10.0.0.2');
    await press(page, 'button', 'Save');
    await said(page, 'was saved');
    expect(stored()).toMatchObject({ email: 1, exclude_ips: '10.0.0.2' });
  });

  test('a button that goes once it is pressed leaves the focus in the sheet: Discard, Try again', async () => {
    await edit();
    await fill(page, 'Exclude IP addresses', '10.0.0.2');
    await page.keyboard.press('Escape');
    await edit();
    await press(page, 'button', 'Discard');
    await expect.poll(focused).toBe(domain);
    await press(page, 'radio', 'Public');
    sandbox.behave({ fault: '500' });
    await press(page, 'button', 'Save');
    await control(page, 'button', 'Try again');
    sandbox.behave({ fault: undefined, delay: 500 });
    await press(page, 'button', 'Try again');
    await expect.poll(focused).toBe('Saving…');
    await said(page, 'was saved');
  });

  test('Escape closes the sheet and gives the focus back', async () => {
    await edit();
    await page.keyboard.press('Escape');
    await closed();
    expect(await focused()).toBe(`Edit ${domain}`);
  });

  test('links to the site and its statistics, and the tracking code to copy', async () => {
    await edit();
    const links = await page.$$eval('.links a', (all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(links).toEqual([`https://${domain}/`, `${sandbox.url}/${domain}`]);
    await press(page, 'button', 'Copy tracking code');
    await said(page, 'Copied.');
  });
});

describe('adding', () => {
  test('an international name, as punycode', async () => {
    await addByEnter('bücher.example');
    await said(page, 'is registered.');
    const sent = { domain: 'xn--bcher-kva.example', privacy: '1', email: '0', exclude_bots: '1' };
    expect(writes()).toEqual([['POST', sent]]);
    await listed().toHaveLength(1);
    // The focus follows one frame after the row.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TR');
  });

  test('what is changed while it is under way is offered to be saved', async () => {
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ delay: { is: delay, operation: 'websites.create' } });
    await addByEnter(domain);
    await control(page, 'button', 'Registering…');
    await fill(page, 'Exclude IP addresses', '203.0.113.7');
    answer();
    await shows(page, 'They are not saved yet.');
    expect(stored()).toMatchObject({ domain, exclude_ips: null });
    await press(page, 'button', 'Save');
    await said(page, 'was saved');
    await closed();
    expect(stored()).toMatchObject({ domain, exclude_ips: '203.0.113.7' });
  });

  test('a public suffix is refused at its field before anything is sent', async () => {
    await addByEnter('co.uk');
    await page.waitForSelector('[aria-invalid=true]');
    await shows(page, 'public suffix');
    expect(writes()).toEqual([]);
  });
});

describe('deleting', () => {
  beforeEach(async () => {
    sandbox.addWebsites([{ domain: 'other.example' }, { domain }, { domain: 'third.example' }]);
    await open();
  });

  test('a double click opens the question, with its focus; a click beside it closes it', async () => {
    await (await control(page, 'button', `Delete ${domain}`)).click({ count: 2 });
    await page.waitForFunction(() => document.activeElement?.matches('dialog[open] input'));
    await page.mouse.click(10, 10);
    await closed();
  });

  test('only after its domain was typed; the focus goes to the next row', async () => {
    await press(page, 'button', `Delete ${domain}`);
    const button = await control(page, 'button', 'Delete for good');
    expect(await button.evaluate((element) => (element as HTMLButtonElement).disabled)).toBe(true);
    await fill(page, `Type ${domain} to confirm`, domain);
    await page.keyboard.press('Enter');
    await said(page, 'example.com was deleted.');
    await listed().toEqual(['third.example', 'other.example']);
    expect(writes()).toEqual([['DELETE', {}]]);
    expect(stored()).toBeUndefined();
    expect(await focused()).toContain('other.example');
  });

  test('what was deleted, but not confirmed, is not said to be there; Try again tells', async () => {
    const once = { operation: 'websites.delete', times: 1 } as const;
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    sandbox.behave({ fault: { is: '500-after', ...once }, delayAnswer: { is: promise, ...once } });
    await deleteWebsite(page, domain);
    await page.keyboard.press('Escape');
    await expect.poll(stored).toBeUndefined();
    // The record cannot be looked up either.
    sandbox.behave({ fault: { is: '500' } });
    answer();
    await said(page, `The service did not confirm. ${domain} may have been deleted.`);
    expect(await page.evaluate(() => document.body.innerText)).not.toContain('was not deleted');
    sandbox.behave({ fault: undefined });
    await deleteWebsite(page, domain);
    await said(page, 'example.com was already deleted.');
  });
});

describe('where what had the focus is gone, the row in its place has it', () => {
  const pressKey = async (name: string) => (await control(page, 'button', name)).press('Enter');
  beforeEach(() => {
    sandbox.addWebsites(6);
  });

  test.each(['Edit', 'Delete'])('%s is closed once its row was deleted elsewhere', async (what) => {
    await open();
    await pressKey(`${what} ${site(4)}`);
    await page.waitForSelector('dialog[open]');
    await deleteElsewhere(site(4));
    await listed().toEqual([...sites(6, 5), ...sites(3, 1)]);
    await page.keyboard.press('Escape');
    await expect.poll(focusedRow).toBe(site(3));
  });

  test('saved, a row leaves the filter; after the last, it is the search', async () => {
    await open('?filter=private');
    const [first = '', second = ''] = await names(page);
    for (const [name, next] of [
      [first, second],
      [second, 'search'],
    ] as const) {
      await pressKey(`Edit ${name}`);
      await press(page, 'radio', 'Public');
      await pressKey('Save');
      await expect.poll(focusedRow).toBe(next);
    }
  });
});

describe('projects', () => {
  beforeEach(() => {
    sandbox.addWebsites([{ domain: 'www.example.com' }, { domain: 'alone.example' }]);
    for (const project of ['example.com', 'unregistered.example'])
      sandbox.addProject({ project, reports: 12, result: 87 });
  });

  test('sorts, searches and shows what is reported, without asking', async () => {
    await open('?tab=projects&sort_by=project&sort=asc');
    await listed().toEqual(['example.com', 'unregistered.example']);
    expect(await cells(page, 'example.com')).toMatchObject({ reports: '12', score: '87' });
    sandbox.clearLog();
    await page.keyboard.press('/');
    await page.keyboard.type('unreg');
    await listed().toEqual(['unregistered.example']);
    // The worker may still look for a website of an earlier row, whose deletion was not confirmed.
    expect(sandbox.log.filter(({ service }) => service === 'seo')).toEqual([]);
  });

  test('which has a website, and which website has a project: from what is known here', async () => {
    await open('?tab=projects&sort_by=project&sort=asc');
    expect((await cells(page, 'example.com')).link).toBe('Not checked');
    await press(page, 'tab', 'Websites');
    await listed().toEqual(['alone.example', 'www.example.com']);
    await expect.poll(async () => (await cells(page, 'www.example.com')).link).toBe('Yes');
    expect((await cells(page, 'alone.example')).link).toBe('No');
    await counted().toBe('2 websites');
    // See the row above: the worker may still look for another website.
    const asked = () => sandbox.log.filter(({ operation }) => operation !== 'websites.show').map(describeRequest);
    const before = asked();
    await page.select('.linked select', 'unlinked');
    await listed().toEqual(['alone.example']);
    expect(asked()).toEqual(before);
    await press(page, 'tab', 'Projects');
    await listed().toEqual(['example.com', 'unregistered.example']);
    await expect.poll(async () => (await cells(page, 'unregistered.example')).link).toBe('No');
  });

  test('with more of them than one page shows: the others are read by themselves', async () => {
    for (let number = 0; number < 240; number++)
      sandbox.addProject({ project: site(number), created_at: new Date(Date.UTC(2020, 0, number)).toISOString() });
    await open('?tab=projects&sort_by=project&sort=asc');
    await counted().toBe('242 projects');
    await press(page, 'tab', 'Websites');
    await listed().toEqual(['alone.example', 'www.example.com']);
    await expect.poll(async () => (await cells(page, 'alone.example')).link).toBe('No');
  });
});
