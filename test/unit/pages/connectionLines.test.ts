import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { connectedTexts, connectionLines, type Standing } from '@/entrypoints/options/connectionLines.ts';
import type { Problem } from '@/lib/services/index.ts';
import { openPage } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

const now = new Date(2026, 10, 27, 12, 0).getTime();
beforeEach(() => {
  openPage();
  vi.useFakeTimers({ toFake: ['Date'], now });
});

const [a, b] = [connectionOf('a', { name: 'Agency' }), connectionOf('b')];
const url = 'https://a.example';
const stored = { analytics: { url, key: 'stored', lastFour: '1234' }, seo: { key: 'none' } } as Standing['status'];
const standing = (more: Partial<Standing> = {}): Standing => ({ status: stored, last: undefined, barred: [], ...more });
const good = (count: number, more = false) => ({ ok: true, count, more }) as const;
const bad = (kind: Problem['kind'], more: Partial<Problem> = {}) =>
  ({ ok: false, problem: { kind, ...more } }) as const;
const last = (report: object, more: object = {}) =>
  standing({ last: { report, at: now, ...more } as Standing['last'] });
const without = (key: 'none' | 'other-origin') => standing({ status: { ...stored, analytics: { url, key } } });
const withoutSeo = (key: 'none' | 'other-origin') => ({
  ...last({ analytics: good(1), seo: good(3) }),
  status: { ...stored, seo: { url: 'https://seo.example', key } },
});

const line = (one: Standing | undefined) => connectionLines({ list: [a] }, one ? { a: one } : {})[0];

const seoFails = last({ analytics: good(1), seo: bad('auth') });
const keyRefused = last({ analytics: bad('auth'), unsaved: ['analytics'] });
test.each<[string, Standing | undefined, state: string, isBad: boolean, remedy: string | undefined]>([
  ['not known yet', undefined, '', false, undefined],
  ['tested well', last({ analytics: good(60) }), 'options_websites_other · options_tested_when', false, undefined],
  ['without a key', without('none'), 'options_no_key', true, 'key'],
  ['with a key for another address', without('other-origin'), 'options_no_key', true, 'key'],
  ['without the key of its SEO service', withoutSeo('none'), 'options_seo · options_no_key', true, 'key'],
  ['with a key for another SEO service', withoutSeo('other-origin'), 'options_seo · options_no_key', true, 'key'],
  ['out of reach', last({ analytics: bad('timeout') }), 'problem_timeout options_tested', true, 'retry'],
  ['with an SEO service that fails', seoFails, 'options_seo · options_report_auth options_tested', true, 'key'],
  ['kept after another key was refused', keyRefused, 'options_key_stored', false, undefined],
  [
    'without a key and without access, for which saving the key asks',
    { ...without('none'), barred: [url] },
    'options_no_key',
    true,
    'key',
  ],
  [
    'without access, and without the key of its SEO service, which may stay so',
    { ...withoutSeo('none'), barred: [url] },
    'problem_access',
    true,
    'access',
  ],
  [
    'out of reach, and without the key of its SEO service',
    { ...withoutSeo('none'), last: last({ analytics: bad('timeout') }).last },
    'problem_timeout options_tested',
    true,
    'retry',
  ],
  [
    'without the key of its SEO service and without access to it',
    { ...withoutSeo('none'), barred: ['https://seo.example'] },
    'options_seo · options_no_key',
    true,
    'key',
  ],
  [
    'without access, which counts before what was tested',
    { ...last({ analytics: bad('auth') }), barred: [url] },
    'problem_access',
    true,
    'access',
  ],
])('a connection %s', (_what, one, state, isBad, remedy) => {
  expect(line(one)).toMatchObject({ state, isBad });
  expect(line(one)?.remedy).toBe(remedy);
});

const say = (texts: Record<string, string>) =>
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) => texts[name] ?? name) as never);

test.each([
  ['all', good(60), '60 websites'],
  ['at least some', good(60, true), '60+ websites'],
])('%s records of a service are counted', (_what, analytics, count) => {
  say({ language: 'en', options_websites_other: '{count} websites', options_at_least: '{count}+' });
  expect(line(last({ analytics }))?.state).toMatch(`${count} · `);
});

test('a fault is told with the moment of the test, since the service may have answered after it', () => {
  say({ language: 'en', options_tested: 'Tested {when}.', options_report_auth: 'Refused.' });
  const at = new Date(2026, 10, 26, 18, 20).getTime();
  expect(line(last({ analytics: bad('auth') }, { at }))?.state).toMatch(/^Refused\. Tested yesterday, 6:20.PM\.$/);
});

test('each is called by its name with its host beside it, or by its host alone', () => {
  expect(connectionLines({ list: [a, b] }, {}).map(({ id, name, host }) => [id, name, host])).toEqual([
    ['a', 'Agency', 'a.example'],
    ['b', 'b.example', undefined],
  ]);
});

test('after the first connection, what each service that was connected has', () => {
  expect(connectedTexts({ analytics: good(3), seo: bad('auth') })).toEqual([
    { name: 'options_analytics', text: 'options_found' },
  ]);
});
