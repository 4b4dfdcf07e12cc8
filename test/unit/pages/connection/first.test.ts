import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { loadOptions } from '@/entrypoints/options/load.ts';
import { Options } from '@/entrypoints/options/Options.tsx';
import { connections, firstId, set } from '@/lib/storage/settings.ts';
import { draw } from '../drawn.ts';
import { accessEvents, asked, does, later, ok, openPage, settled, worker } from '../hooked.ts';
import { a, b, good, kept, keys, none, one, openSession, seo } from './form.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('../hooked.ts')).messages);
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => false }));

const at = { pathname: '/options.html', search: '', hash: '', href: 'x', assign: () => {} };

beforeEach(() => {
  openPage();
  openSession();
  at.hash = '';
  const yes = async () => true;
  const permissions = { ...accessEvents, contains: yes, request: yes, getAll: async () => ({ origins: [] }) };
  Object.assign(fakeBrowser, { permissions });
  const replaceState = (_state: null, _title: string, to: string) =>
    Object.assign(at, { hash: to.slice(to.indexOf('#')) });
  vi.stubGlobal('history', { replaceState });
  vi.stubGlobal('location', at);
  worker.answers['settings.damaged'] = () => ok([]);
  worker.answers['connection.status'] = () => ok({ analytics: none, seo: none });
});

const view = () => document.querySelector('main')?.className;
const fire = (at: Element | null | undefined, name: string) => {
  const { Event: Fired } = window as never as { Event: typeof Event };
  return does(() => at?.dispatchEvent(new Fired(name, { bubbles: true, cancelable: true })));
};
async function type(texts: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(texts)) {
    const box = document.getElementById(`connection-${name}`);
    Object.assign(box ?? {}, { value });
    await fire(box, 'input');
  }
}
const buttons = () => [...document.querySelectorAll('button')];
const press = (text: string) =>
  fire(
    buttons().find((one) => one.textContent?.includes(text)),
    'click',
  );
const save = () => fire(document.querySelector('form'), 'submit');

async function open(): Promise<void> {
  const start = await loadOptions(at as never);
  await draw(h(Options, { start }));
  await settled();
}

/** The worker stores the connection, and answers when the test says so; the page may read it before. */
function stores(before: (typeof one)[] = []) {
  const saved = { id: '' };
  const answer = later();
  worker.answers['connection.save'] = async ({ connection }) => {
    saved.id = String(connection);
    await set(connections, { list: [...before, { ...one, id: saved.id, account: saved.id, analyticsUrl: b }] });
    return answer.promise;
  };
  return { saved, ...answer };
}

test('an SEO service that is refused in the first form stays there, and is told', async () => {
  await open();
  const { settle } = stores();
  await press('popup_more');
  await type({ 'analytics-url': b, 'analytics-key': keys.first, 'seo-url': seo, 'seo-key': keys.second });
  await save();
  await settle(ok({ analytics: good, seo: { ok: false, problem: { kind: 'auth' } }, unsaved: ['seo'] }));
  expect([view(), document.querySelector('main')?.textContent]).toEqual([
    'first',
    expect.stringContaining('options_report_auth options_unsaved'),
  ]);
  await press('options_remove_seo');
  expect(view()).toBe('home');
});

test.each<[string, typed: Record<string, string>, view: string]>([
  ['with nothing typed shows it', {}, 'home'],
  ['stays where something is typed, and says it', { 'analytics-url': b }, 'first'],
])('the first form, as another window connects a service, %s', async (_what, typed, shown) => {
  await open();
  await type(typed);
  await does(() => set(connections, { list: [{ ...one, id: firstId }] }));
  const text = document.querySelector('main')?.textContent;
  expect([view(), text?.includes('options_changed_elsewhere')]).toEqual([shown, shown === 'first']);
  await press('options_reload');
  expect(view()).toBe('home');
});

test('the first form can be given up once another window has connected a service under another id', async () => {
  await open();
  await type({ 'analytics-url': b });
  await does(() => set(connections, { list: [one] }));
  expect(view()).toBe('first');
  await press('popup_cancel');
  expect([view(), kept.size]).toEqual(['home', 0]);
});

test('the address names a further connection once it is stored, however late the worker answers', async () => {
  await set(connections, { list: [one] });
  at.hash = '#new';
  await open();
  const { saved, settle } = stores([one]);
  await type({ 'analytics-url': b, 'analytics-key': keys.first });
  await save();
  await settle(ok({ analytics: good }));
  expect([at.hash, document.title]).toEqual([`#connection/${saved.id}`, 'b.example · options_title']);
  await type({ name: 'Mine' });
  expect([...kept.keys()]).toEqual([`form:${saved.id}`]);
});

test('a header that is typed and not added says that it is not saved', async () => {
  await open();
  await press('popup_more');
  const note = () => document.getElementById('connection-header-value-note')?.textContent;
  expect(note()).toBe('');
  await type({ 'header-name': 'X-Proxy' });
  expect(note()).toBe('options_unsaved');
});

/** Whether the person sees why nothing is sent: a box that is wrong, and not folded away. */
const isTold = () =>
  [...document.querySelectorAll('[aria-invalid="true"]')].some(
    (box) => box.closest('details')?.hasAttribute('open') ?? true,
  );

test('Save shows a header that is wrong, also after the fold was closed once it had been told', async () => {
  await open();
  await press('popup_more');
  await type({ 'header-name': 'X-Proxy' });
  await press('popup_more');
  await type({ 'analytics-url': a, 'analytics-key': keys.first });
  await save();
  expect(isTold()).toBe(true);
  document.querySelector('details')?.removeAttribute('open');
  await fire(document.querySelector('details'), 'toggle');
  expect(isTold()).toBe(false);
  await save();
  expect([isTold(), asked('connection.save')]).toEqual([true, []]);
});

test('a header that was added for another host says so, where it waits and once it is to be saved', async () => {
  await open();
  await press('popup_more');
  await type({ 'analytics-url': a, 'header-name': 'X-Proxy', 'header-value': 'made-up-value' });
  await press('options_header_add');
  const waiting = () => document.querySelector('.stored-text')?.textContent;
  expect(waiting()).toBe('X-Proxy · options_unsaved');
  await type({ 'analytics-url': b, 'analytics-key': keys.first });
  expect(waiting()).toContain('options_header_elsewhere');
  await save();
  const note = document.getElementById('connection-header-name-note')?.textContent;
  expect([note, asked('connection.save')]).toEqual([expect.stringContaining('options_header_for_other'), []]);
});
