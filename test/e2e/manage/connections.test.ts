import type { Page } from 'puppeteer-core';
import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openAddMany, paste, pressFirst } from '../addMany/addManyPage.ts';
import { violations } from '../harness/axe.ts';
import { askWorker, connect, startAnew } from '../harness/connect.ts';
import { chosenIn, control, press, said, shows } from '../harness/controls.ts';
import { openPage } from '../harness/extension.ts';
import { unlimited } from '../harness/oneService.ts';
import { a, arrange, b, connectBoth, connected, playWithTwoServices, session } from '../harness/twoServices.ts';
import {
  addWebsite,
  cells,
  changeAll,
  choose,
  choosePrivacy,
  deleteWebsite,
  names,
  openManage,
  savePrivacy,
  search,
  settled,
} from './managePage.ts';

let page: Page;

const written = (sandbox: Sandbox) => sandbox.log.filter(({ method }) => method !== 'GET').map(({ method }) => method);
const listed = (wanted: string[]) => expect.poll(() => names(page)).toEqual(wanted);
const shownConnection = () => chosenIn(page, 'select[aria-label=Connection]');
const privacyOf = (name: string) => expect.poll(async () => (await cells(page, name)).privacy);

playWithTwoServices(unlimited);
beforeEach(async () => {
  await startAnew(session, {});
  for (const sandbox of [a, b]) sandbox.reset();
  await connectBoth(true);
  a.addWebsites([{ domain: 'ours.example' }, { domain: 'shop.example.com' }]);
  b.addWebsites([{ domain: 'theirs.example' }, { domain: 'shop.example.com', privacy: 0 }]);
  for (const sandbox of [a, b]) sandbox.clearLog();
});

test('what is chosen is listed and changed, and only there; it stays in the address and for the next opening', async () => {
  page = await openManage(session);
  expect(await shownConnection()).toBe('Client A');
  await choose(page, 'Connection', 'Client B');
  await listed(['shop.example.com', 'theirs.example']);
  expect(new URL(page.url()).search).toBe('?connection=b');
  a.clearLog();
  await savePrivacy(page, 'shop.example.com', 'Private');
  await privacyOf('shop.example.com').toBe('Private');
  expect([written(a), written(b), a.log]).toEqual([[], ['PATCH'], []]);
  await press(page, 'tab', 'Projects');
  await shows(page, 'SEO service');
  expect(new URL(page.url()).searchParams.get('connection')).toBe('b');
  page = await openManage(session);
  await listed(['shop.example.com', 'theirs.example']);
  expect(await shownConnection()).toBe('Client B');
  expect((await connected()).active).toBe('a');
  expect(await violations(page)).toEqual([]);
  await page.goto(page.url().replace(/\?.*|$/, '?connection=a'));
  await settled(page);
  await listed(['shop.example.com', 'ours.example']);
});

test('another one used elsewhere disturbs nothing', async () => {
  page = await openManage(session);
  await choosePrivacy(page, 'ours.example', 'Public');
  await arrange({ active: 'b', names: { a: 'Agency A' } });
  await expect.poll(shownConnection).toBe('Agency A');
  await press(page, 'button', 'Save');
  await privacyOf('ours.example').toBe('Public');
  expect([written(a), b.log]).toEqual([['PATCH'], []]);
});

test('removed under the open page: it says so, shows the other, and nothing is sent', async () => {
  page = await openManage(session, '?connection=b');
  await press(page, 'checkbox', 'Select shop.example.com');
  await choosePrivacy(page, 'theirs.example', 'Public');
  await askWorker(session, 'connection.remove', { connection: 'b' });
  await said(page, '“Client B” was removed, so this page now shows Client A.');
  await listed(['shop.example.com', 'ours.example']);
  expect(await page.$('dialog[open], .panel tbody input:checked')).toBeNull();
  // A single connection is not named.
  expect(await page.$('header select')).toBeNull();
  expect([...written(a), ...written(b)]).toEqual([]);
});

test('its key replaced under the open page: what is typed stays open, and is saved with the new key', async () => {
  page = await openManage(session, '?connection=b');
  await choosePrivacy(page, 'theirs.example', 'Public');
  await askWorker(session, 'keys.forget', { connection: 'b', service: 'analytics' });
  await connect(session, b, { connection: 'b' });
  await press(page, 'button', 'Save');
  await privacyOf('theirs.example').toBe('Public');
  expect([written(a), written(b)]).toEqual([[], ['PATCH']]);
});

test('a job goes on at its own service whichever is shown, and names it', async () => {
  a.addWebsites(Array.from({ length: 8 }, (_, at) => ({ domain: `a${at}.example` })));
  const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
  a.behave({ delay: { is: delay, operation: 'websites.update' } });
  page = await openManage(session);
  await changeAll(page, 'Set privacy', 'Public', 10);
  await choose(page, 'Connection', 'Client B');
  await listed(['shop.example.com', 'theirs.example']);
  await shows(page, 'Client A ·');
  // This service's change does not wait for that of the other service.
  await press(page, 'checkbox', 'Select theirs.example');
  await press(page, 'button', 'Set privacy');
  await press(page, 'radio', 'Public');
  await press(page, 'button', 'Apply to 1 website');
  await expect.poll(() => written(b)).toEqual(['PATCH']);
  expect(written(a).length).toBeLessThan(10);
  answer();
  await expect.poll(() => written(a).length).toBe(10);
  expect(written(b)).toEqual(['PATCH']);
});

/** Returns the names of the rows, with their connections. */
const rows = () =>
  page.$$eval('.panel tbody tr:not(.room)', (all) =>
    all.map((row) => ['th bdi', 'td.connection'].map((part) => row.querySelector(part)?.textContent).join(' ')),
  );

test('all connections are one list; what is changed is changed at its own, also what is selected of several', async () => {
  b.addWebsites([{ domain: 'b.shop.example' }]);
  page = await openManage(session, '?sort_by=domain&sort=asc');
  await choose(page, 'Connection', 'All connections');
  await expect
    .poll(async () => (await rows()).toSorted())
    .toEqual([
      'b.shop.example Client B',
      'ours.example Client A',
      'shop.example.com Client A',
      'shop.example.com Client B',
      'theirs.example Client B',
    ]);
  expect(new URL(page.url()).searchParams.get('connection')).toBe('all');
  await shows(page, '5 websites');
  await search(page, 'shop');
  await expect.poll(() => names(page)).toHaveLength(3);
  for (const sandbox of [a, b]) sandbox.clearLog();
  await choosePrivacy(page, 'shop.example.com, Client B', 'Private');
  const title = () => page.evaluate(() => document.querySelector('dialog h2')?.textContent);
  expect(await title()).toBe('shop.example.com Client B');
  await press(page, 'button', 'Save');
  await said(page, 'was saved');
  expect([written(a), written(b)]).toEqual([[], ['PATCH']]);
  await press(page, 'button', 'Delete shop.example.com, Client A');
  await expect.poll(title).toBe('Delete shop.example.com? Client A');
  await page.keyboard.press('Escape');
  for (const name of ['Client A', 'Client B']) await press(page, 'checkbox', `Select shop.example.com, ${name}`);
  await shows(page, '\u2068Client A\u2069: 1 · \u2068Client B\u2069: 1');
  await press(page, 'button', 'E-mail reports');
  expect(await violations(page)).toEqual([]);
  await press(page, 'button', 'Apply to 2 websites');
  await expect.poll(() => [written(a), written(b)]).toEqual([['PATCH'], ['PATCH', 'PATCH']]);
  await expect
    .poll(() => page.$$eval('.job-panel', (all) => all.map((one) => one.querySelector('bdi')?.textContent).toSorted()))
    .toEqual(['Client A', 'Client B']);
  expect(await page.$('tbody input:checked')).toBeNull();
  await page.reload();
  await settled(page);
  expect(await shownConnection()).toBe('All connections');
  // A name that only one connection has is shown without the connection.
  await search(page, 'b.shop');
  await control(page, 'checkbox', 'Select b.shop.example');
});

test('of all connections, one that is slow and one that fails hold up nothing, and say so', async () => {
  b.behave({ delay: { is: 60_000, operation: 'websites.list' } });
  page = await openManage(session, '?connection=all');
  await listed(['shop.example.com', 'ours.example']);
  b.behave({ delay: 0, fault: { is: '500-html', operation: 'websites.list' } });
  await page.reload();
  await shows(page, '\u2068Client B\u2069:');
  expect(await names(page)).toHaveLength(2);
  expect(await violations(page)).toEqual([]);
  b.behave({ fault: undefined });
  await press(page, 'button', 'Try again');
  await expect.poll(() => names(page)).toHaveLength(4);
  await askWorker(session, 'connection.remove', { connection: 'b' });
  await listed(['shop.example.com', 'ours.example']);
  expect(await page.$('header select, td.connection')).toBeNull();
});

test('of all connections, what several fail with is folded into one line above the rows, and tried again at once', async () => {
  page = await openManage(session, '?connection=all');
  await expect.poll(() => names(page)).toHaveLength(4);
  for (const sandbox of [a, b]) sandbox.behave({ fault: 'drop' });
  await page.reload();
  await shows(page, '2 of 2 connections could not be read. The service cannot be reached.');
  await expect.poll(() => names(page)).toHaveLength(4);
  expect(await page.$$eval('.folded-problems', ([one]) => one?.clientHeight)).toBeLessThan(80);
  await page.click('.folded-problems summary');
  await shows(page, 'Client A');
  expect(await violations(page)).toEqual([]);
  for (const sandbox of [a, b]) sandbox.behave({ fault: undefined });
  await page.click('.folded-problems > details + div .button');
  await expect.poll(() => page.$('.folded-problems')).toBeNull();
});

test('of all connections, a new website goes to the one that is chosen', async () => {
  page = await openManage(session, '?connection=all');
  await expect.poll(() => names(page)).toHaveLength(4);
  await addWebsite(page, 'new.example');
  await page.select('dialog select', 'b');
  await press(page, 'button', 'Track new.example');
  await said(page, 'is registered.');
  expect([written(a), written(b)]).toEqual([[], ['POST']]);
  await expect.poll(rows).toContain('new.example Client B');
});

test('a deletion that ends while another connection is shown leaves the focus there', async () => {
  const name = 'shop.example.com';
  page = await openManage(session, '?connection=b');
  await choose(page, 'Connection', 'Client A');
  await listed([name, 'ours.example']);
  const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
  a.behave({ delay: { is: delay, operation: 'websites.delete', times: 1 } });
  await deleteWebsite(page, name);
  await page.evaluate(() => history.back());
  await listed([name, 'theirs.example']);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
  for (const key of ['/', 'ArrowDown'] as const) await page.keyboard.press(key);
  answer();
  await said(page, 'was deleted');
  expect(await page.evaluate(() => document.activeElement?.querySelector('th bdi')?.textContent)).toBe(name);
  expect(written(b)).toEqual([]);
});

/** Enters sites in Add many, and opens their preview. */
async function preview(...sites: string[]): Promise<void> {
  page = await openAddMany(session);
  await paste(page, sites.join('\n'));
  await pressFirst(page, 'Check ');
}
const goesTo = (host: string) => chosenIn(page, `select[aria-label="Where ${host} goes"]`);
const created = (sandbox: Sandbox) => sandbox.websites().map(({ domain }) => domain);

test('many sites go where the rules say, each is asked for only there, and every service has a job', async () => {
  await arrange({ rules: { b: ['*.client-b.com'] } });
  await preview('new-site.com', 'x.client-b.com', 'y.client-b.com', 'moved-site.org');
  await shows(page, 'Checked with');
  await expect.poll(() => goesTo('x.client-b.com')).toBe('Client B');
  expect(await goesTo('moved-site.org')).toBe('Client A');
  const asked = (sandbox: Sandbox) => JSON.stringify(sandbox.log);
  expect(asked(a)).not.toContain('client-b.com');
  await choose(page, 'Where moved-site.org goes', 'Client B');
  await expect.poll(() => goesTo('moved-site.org')).toBe('Client B');
  await press(page, 'button', 'Add 4 sites');
  await expect
    .poll(() => created(b).slice(2).toSorted())
    .toEqual(['moved-site.org', 'x.client-b.com', 'y.client-b.com']);
  await expect.poll(() => created(a).slice(2)).toEqual(['new-site.com']);
  await expect
    .poll(() => page.$$eval('.job-line bdi', (all) => all.map((one) => one.textContent)))
    .toEqual(['Client B', 'Client A']);
  expect(await violations(page)).toEqual([]);
});

test('the selected sites go together, and back to where the rules say', async () => {
  await arrange({ rules: { b: ['new-site.com'] } });
  await preview('new-site.com', 'shop.example.com', 'other-site.net');
  // The site is registered at the connection that it goes to.
  await shows(page, 'Already there');
  await choose(page, 'Ticked sites go to', 'Client B');
  await expect.poll(() => goesTo('other-site.net')).toBe('Client B');
  await choose(page, 'Ticked sites go to', 'By the rules');
  await expect.poll(() => goesTo('other-site.net')).toBe('Client A');
  expect(await goesTo('new-site.com')).toBe('Client B');
});

test('one that does not answer holds up neither the check nor the job of the other', async () => {
  await arrange({ rules: { b: ['*.client-b.com'] } });
  b.behave({ fault: { is: '500-html', operation: 'websites.list' } });
  await preview('new-site.com', 'x.client-b.com');
  await shows(page, 'Client B:');
  await press(page, 'button', 'Add 2 sites');
  await expect.poll(() => created(a).slice(2)).toEqual(['new-site.com']);
  // The sites whose service did not answer stay in the list.
  expect(await goesTo('x.client-b.com')).toBe('Client B');
  expect(created(b)).toHaveLength(2);
});

test('a site that failed goes back to the list for the connection that it was meant for', async () => {
  b.behave({ fault: { is: '403', operation: 'websites.create', times: 1 } });
  await preview('new-site.com');
  await shows(page, 'Checked with');
  await choose(page, 'Where new-site.com goes', 'Client B');
  await shows(page, 'Checked with');
  await pressFirst(page, 'Add 1 site');
  await press(page, 'button', 'Edit 1 and check again');
  await pressFirst(page, 'Check ');
  await expect.poll(() => goesTo('new-site.com')).toBe('Client B');
  await pressFirst(page, 'Add 1 site');
  await expect.poll(() => created(b).slice(2)).toEqual(['new-site.com']);
  expect(created(a)).toHaveLength(2);
});

test('the sites of another connection are copied to this one with their settings, and only here, also where one fails', async () => {
  a.addWebsites([
    { domain: 'copied-one.com', privacy: 0, exclude_params: 'ref' },
    { domain: 'copied-two.com', privacy: 0, email: 1 },
    { domain: 'copied-three.com', privacy: 2, password: 'not to be read' },
  ]);
  a.behave({ fields: 'params' });
  await arrange({ rules: { a: ['copied-one.com'] } });
  page = await openPage(session, 'manage.html?tab=add&connection=b');
  await press(page, 'button', 'Another connection');
  expect(await violations(page)).toEqual([]);
  a.behave({ fault: { is: '401', operation: 'websites.list', times: 1 } });
  await press(page, 'button', 'Copy its sites');
  await shows(page, 'refused the API key');
  await press(page, 'button', 'Copy its sites');
  await pressFirst(page, 'Check ');
  await shows(page, 'Already there');
  expect([await goesTo('copied-one.com'), await goesTo('copied-two.com')]).toEqual(['Client B', 'Client B']);
  const lost = await page.$$eval('.preview .status .warned', (all) => all.map((one) => one.textContent));
  expect(lost).toEqual(['Becomes Private: no password is set']);
  a.clearLog();
  b.behave({ fault: { is: '422-plan-limit', operation: 'websites.create', times: 1 } });
  await press(page, 'button', 'Add 3 sites');
  await press(page, 'button', 'Edit 1 and check again');
  await shows(page, '1 line');
  await pressFirst(page, 'Check ');
  await press(page, 'button', 'Add 1 site');
  await expect
    .poll(() => created(b).slice(2).toSorted())
    .toEqual(['copied-one.com', 'copied-three.com', 'copied-two.com']);
  const made = (domain: string) => b.websites().find((one) => one.domain === domain);
  expect(made('copied-one.com')).toMatchObject({ privacy: 0, exclude_params: 'ref' });
  expect(made('copied-two.com')).toMatchObject({ privacy: 0, email: 1 });
  expect(made('copied-three.com')).toMatchObject({ privacy: 1 });
  expect(a.log).toEqual([]);
});
