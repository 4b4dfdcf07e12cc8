import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { Connection, SaveOutcome } from '@/entrypoints/options/connection/Connection.tsx';
import { FormProvider } from '@/entrypoints/options/connection/Field.tsx';
import { ServicePart } from '@/entrypoints/options/connection/ServicePart.tsx';
import type { State } from '@/entrypoints/options/connection/state.ts';
import { nameOf } from '@/lib/connections/name.ts';
import type { Kind } from '@/lib/services/traits.ts';
import { keepReport } from '@/lib/storage/lastReport.ts';
import { type ConnectionAddress, connections, set } from '@/lib/storage/settings.ts';
import { draw, texts } from '../drawn.ts';
import { accessEvents, does, ok, openPage, settled, worker } from '../hooked.ts';
import { none, one, opened, openSession, stored, storedSeo } from './form.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('../hooked.ts')).messages);

beforeEach(() => {
  openPage();
  openSession();
  Object.assign(fakeBrowser, { permissions: { ...accessEvents, contains: async () => true } });
  vi.stubGlobal('location', { pathname: '/options.html', search: '', hash: '', href: 'x' });
});

const addresses = ['popup_service_address', 'options_seo_address'];
test.each<[string, ConnectionAddress | undefined, title: string, names: string[]]>([
  ['a new one', undefined, 'options_new_connection', [...addresses, 'options_api_key']],
  ['a stored one', one, nameOf(one), [...addresses, 'options_connection_name']],
])('the view of %s has its name from the start', async (_what, connection, title, names) => {
  await set(connections, { list: [{ ...one, id: 'first' }, ...(connection ? [connection] : [])] });
  const seo = connection?.seoUrl ? storedSeo : none;
  worker.answers['connection.status'] = () => ok({ analytics: connection ? stored : none, seo });
  await draw(h(Connection, { id: connection?.id, stored: connection }));
  expect(document.querySelector('h1')?.textContent).toBe(title);
  await settled();
  for (const name of names) expect(texts('label')).toContain(name);
});

test('the own defaults of a connection show each list as it is typed', async () => {
  await set(connections, { list: [one] });
  worker.answers['connection.status'] = () => ok({ analytics: stored, seo: none });
  await draw(h(Connection, { id: one.id, stored: one }));
  await settled();
  const box = () => [...document.querySelectorAll('details textarea')][0] as HTMLTextAreaElement;
  for (const value of ['utm', 'utm\n', 'utm\n ref']) {
    Object.assign(box(), { value });
    await does(() => box().dispatchEvent(new window.Event('input', { bubbles: true })));
    expect(box().value).toBe(value);
  }
});

test('what the PHP of a server says is shown beside the result of the test', async () => {
  await set(connections, { list: [one] });
  const phpMessage = 'Notice: <b>x</b> in /a.php on line 1';
  await keepReport(one.id, { analytics: { ok: true, count: 5, more: false, phpMessage } });
  worker.answers['connection.status'] = () => ok({ analytics: stored, seo: none });
  await draw(h(Connection, { id: one.id, stored: one }));
  await settled();
  expect(texts('.outcome p')).toEqual([expect.stringContaining('options_found'), 'options_php_message']);
});

test.each([
  ['why nothing was saved', true, 'options_not_saved'],
  ['why something else was not done', undefined, 'problem_server'],
] as const)('%s is told as that', async (_what, isSave, told) => {
  const state: State = { ...opened(one), failure: { problem: { kind: 'server' }, isSave } };
  await draw(h(FormProvider, { value: { state, send: () => {} } }, h(SaveOutcome, {})));
  expect(texts('.bad')).toEqual([expect.stringContaining(told)]);
});

const noKeyYet = opened(undefined);
const found = (kind: Kind, hasKeys?: boolean): State => ({
  ...noKeyYet,
  typed: { ...noKeyYet.typed, texts: { 'analytics.url': 'https://a.example' } },
  found: { page: 'https://a.example/x', service: { url: 'https://a.example', kind, hasKeys } },
});
test('where nothing could be asked at a page, nothing is said of a service there', async () => {
  const state: State = { ...found('umami'), found: { page: 'https://a.example', service: null } };
  const part = h(ServicePart, { service: 'analytics' });
  await draw(h(FormProvider, { value: { state, send: () => {} } }, part));
  expect(document.querySelector('#connection-analytics-url-note')?.textContent).toBe('');
});

test.each<[what: string, state: State, link: string | undefined, isTold: boolean]>([
  ['one that has keys', found('umami', true), '/settings/api-keys', false],
  ['one that has none in its version', found('umami', false), undefined, true],
])('where a key is had from: %s', async (_what, state, link, isTold) => {
  const part = h(ServicePart, { service: 'analytics' });
  await draw(h(FormProvider, { value: { state, send: () => {} } }, part));
  const links = [...document.querySelectorAll('a.beside')].map((one) => one.getAttribute('href') ?? '');
  expect(links.map((href) => new URL(href).pathname)).toEqual(link ? [link] : []);
  expect(document.querySelector('#connection-analytics-key-note')?.textContent).toBe(isTold ? 'options_token' : '');
});
