import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { comma, t, unmarked } from '@/lib/text/i18n.ts';

const say = (messages: Record<string, string>) =>
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) => messages[name] ?? '') as never);
const sentences = { popup_track: 'Track {domain}', problem_server: 'Trouble {status}' };

test.each([
  { language: 'en', domain: 'example.com', text: 'Track example.com' },
  { language: 'ar', domain: 'example.com', text: 'Track \u2068example.com\u2069' },
  { language: 'en', domain: '{status}', text: 'Track {status}' },
])('fills a place with a text: $language, $domain', ({ language, domain, text }) => {
  say({ ...sentences, language });
  expect(t('popup.track', { domain })).toBe(text);
});

test.each([
  { language: 'en', status: 12_345, text: 'Trouble 12,345' },
  { language: 'de', status: 12_345, text: 'Trouble 12.345' },
  { language: 'he', status: 503, text: 'Trouble 503' },
])('writes a number as the language does: $language', ({ language, status, text }) => {
  say({ ...sentences, language });
  expect(t('problem.server', { status })).toBe(text);
});

test.each([
  { language: 'en', text: '4 added, 1 failed' },
  { language: 'de', text: '4 added, 1 failed' },
  { language: 'tr', text: '4 added, 1 failed' },
  { language: 'zh_CN', text: '4 added、1 failed' },
])('puts a comma between two counts: $language', ({ language, text }) => {
  say({ ...sentences, language });
  expect(['4 added', '1 failed'].join(comma())).toBe(text);
});

test('leaves a place that nothing is given for', () => {
  say({ ...sentences, language: 'en' });
  expect((t as (key: string) => string)('popup.track')).toBe('Track {domain}');
});

test('takes the marks off what was copied from a sentence', () => {
  expect(unmarked(' \u2068example.com\u2069\u2066')).toBe(' example.com');
});
