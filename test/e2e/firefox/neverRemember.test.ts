import type { Page } from 'puppeteer-core';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { type Subject, stageIn } from '../guarantees/browsers.ts';
import { control, fill, press, said, shows } from '../harness/controls.ts';
import type { Firefox } from '../harness/firefox.ts';
import { closePopup } from '../harness/firefoxPopup.ts';
import { chooseFromMenu } from '../harness/firefoxPrompts.ts';
import { complaints, toolbarButton } from '../harness/firefoxState.ts';

/** Longer than the background lives, shorter than a person waits (milliseconds). */
const while_ = 1200;

const stage = stageIn('Firefox', {
  // Only Waymark keeps two records from being created.
  service: { behave: { domains: 'duplicates' } },
  privateToo: true,
  // With "Never remember history", not even the background has IndexedDB.
  preferences: { 'browser.privatebrowsing.autostart': true },
});
let sandbox: Sandbox;
let subject: Subject;
let firefox: Firefox;
let page: Page;

const kept = () => sandbox.websites().map(({ domain, privacy }) => [domain, privacy]);
const creates = (host: string) =>
  sandbox.log.filter(({ operation, fields }) => operation === 'websites.create' && fields.domain === host).length;
const records = (host: string) => sandbox.websites().filter(({ domain }) => domain === host).length;
const visit = (host: string) => page.goto(`http://${host}/`);

beforeAll(async () => {
  ({ sandbox, subject } = stage);
  firefox = subject.firefox as Firefox;
  await stage.page.close();
  page = await subject.tab();
});
beforeEach(() => sandbox.clearLog());
afterEach(async () => {
  await closePopup(firefox);
  expect((await complaints(firefox)).join('\n')).toBe('');
});
test('the popup registers a site, shows it afterwards, and changes its privacy', async () => {
  await visit('shop.example.com');
  const popup = await subject.popup(page);
  await press(popup, 'button', 'Track shop.example.com');
  await said(popup, 'shop.example.com is registered.');
  await press(popup, 'radio', 'Public');
  await said(popup, 'Privacy is now Public');
  expect(kept()).toEqual([['shop.example.com', 0]]);
});

test('the context menu registers a page', async () => {
  await visit('journal.example.com');
  await chooseFromMenu(firefox, page, 'Track this site');
  await expect.poll(() => toolbarButton(firefox)).toBe('✓ journal.example.com is registered.');
  expect(kept()).toContainEqual(['journal.example.com', 1]);
});

test('the manage page lists and edits them; what needs a store is refused with the reason', async () => {
  const manage = await subject.open('manage.html');
  await control(manage, 'button', 'Edit shop.example.com');
  await press(manage, 'button', 'Edit journal.example.com');
  await press(manage, 'radio', 'Public');
  await press(manage, 'button', 'Save');
  await shows(manage, 'saved');
  expect(kept()).toContainEqual(['journal.example.com', 0]);
  await press(manage, 'tab', 'Add many');
  await fill(manage, 'Sites', 'one.example.com two.example.com');
  await press(manage, 'button', 'Check 2 sites');
  await press(manage, 'button', 'Add 2 sites');
  await shows(manage, 'Never remember history');
  await manage.close();
});

test('the settings count the sites that the background has read, which it remembers until it ends', async () => {
  const options = await subject.open('options.html');
  await shows(options, 'known');
  await options.close();
});

test.each([
  ['in flight', 'delay', creates],
  ['after the commit', 'delayAnswer', records],
] as const)('the background ends %s of a create: one record, and the truth', async (_when, dawdles, arrived) => {
  const host = `${dawdles.toLowerCase()}.example.com`;
  await visit(host);
  const popup = await subject.popup(page);
  await shows(popup, host);
  sandbox.behave({ [dawdles]: { is: while_, operation: 'websites.create' } });
  await press(popup, 'button', `Track ${host}`);
  await vi.waitUntil(() => arrived(host) === 1, { timeout: 30_000, interval: 10 });
  await subject.kill();
  expect(await said(popup, 'registered')).toMatch(/is registered \(confirmed afterwards\)|was already registered/);
  sandbox.behave({ delay: undefined, delayAnswer: undefined });
  expect([creates(host), records(host)]).toEqual([1, 1]);
});
