import { describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { paramsOf } from '@/components/MoreFields.tsx';
import { fillUrl } from '@/lib/connections/urlTemplates.ts';
import type { Website } from '@/lib/services/index.ts';
import { dateTexts } from '@/lib/text/dates.ts';
import { setPageLanguage } from '@/lib/text/i18n.ts';
import { generatePassword, spell } from '@/lib/util/password.ts';
import { collect, inSlices } from '@/lib/util/timeSlices.ts';
import { changed } from '@/lib/websites/changed.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { fromKnown } from '@/lib/websites/fromKnown.ts';
import { afterUpdate } from '@/lib/websites/record.ts';
import { jobItems } from '@/lib/websites/selection.ts';
import { complete, toLines } from '@/lib/websites/written.ts';

test.each<[string, string, string[]]>([
  ['names, never values', 'https://a.example/?utm_source=secret&ref=1', ['utm_source', 'ref']],
  ['each once', 'https://a.example/?a=1&a=2&b', ['a', 'b']],
  ['none without a name', 'https://a.example/?=1&a', ['a']],
  ['none too long', `https://a.example/?${'n'.repeat(61)}&${'m'.repeat(60)}`, ['m'.repeat(60)]],
  ['at most twelve', `https://a.example/?${'abcdefghijklmnop'.split('').join('&')}`, 'abcdefghijkl'.split('')],
  ['no address', 'nowhere', []],
])('parameters to leave out: %s', (_name, url, names) => {
  expect(paramsOf(url)).toEqual(names);
});

test('a known site as a record: what was not kept is not reported', () => {
  const website = { id: '1', domain: 'a.example' };
  const known = { account: 'b', host: 'a.example', website };
  expect(fromKnown(known)).toStrictEqual(website);
  const shown = { ...website, privacy: 0 as const, has_password: false };
  expect(fromKnown({ ...known, website: { ...shown, email: 1, share_url: 'https://a.example/s' } })).toStrictEqual(
    shown,
  );
});

const before = { id: '1', domain: 'a.example', privacy: 1 as const };
test.each<[string, sent: object, answer: Website | undefined, after: object]>([
  ['no record came back', { privacy: 0 }, undefined, { privacy: 0 }],
  ['the service reports another', { privacy: 0 }, { ...before, privacy: 2 }, { privacy: 2 }],
  ['it reports nothing of it', { privacy: 0 }, { ...before, privacy: undefined }, { privacy: 0 }],
  ['a password was sent', { privacy: 2, password: 'made up' }, undefined, { privacy: 2, has_password: true }],
])('after a change: %s', (_name, sent, answer, expected) => {
  expect(afterUpdate(before, sent, answer)).toStrictEqual({ ...before, ...expected });
});

const shared = { ...before, privacy: 0 as const, share_url: 'https://umami.example/share/old' };
const share_url = 'https://umami.example/share/new';
test.each<[string, sent: object, answer: Website | undefined, share_url: string | null]>([
  ['another field', { email: 1 }, undefined, shared.share_url],
  ['private, and no record came back', { privacy: 1 }, undefined, null],
  ['private, and the service reports none', { privacy: 1 }, { ...before, privacy: 1, share_url: null }, null],
  ['private, and it does not report that', { privacy: 1 }, { ...before, privacy: 1 }, null],
  ['public again', { privacy: 0 }, { ...before, privacy: 0, share_url }, share_url],
])('the public address after a change: %s', (_what, sent, answer, left) => {
  expect(afterUpdate(shared, sent, answer).share_url).toBe(left);
});

const settings = { privacy: 1, password: '', email: false, exclude_bots: true } as const;
const fields: WebsiteFields = { ...settings, exclude_params: undefined, exclude_ips: '' };
describe('the fields of a website', () => {
  test.each<[string, Partial<WebsiteFields>, object]>([
    ['nothing', {}, {}],
    ['privacy', { privacy: 0 }, { privacy: 0 }],
    ['flags', { email: true, exclude_bots: false }, { email: 1, exclude_bots: 0 }],
    ['a list that was not reported', { exclude_params: 'a\n b \r\na\n\n' }, { exclude_params: ['a', 'b'] }],
    ['a list emptied as it was', { exclude_ips: ' \n' }, {}],
    ['a password and its privacy', { privacy: 2, password: 'made up' }, { privacy: 2, password: 'made up' }],
    ['a password that nothing asks for', { password: 'made up' }, {}],
    ['a field that is not known any more', { email: undefined }, {}],
  ])('changed: %s', (_name, change, sent) => {
    expect(changed(fields, { ...fields, ...change })).toStrictEqual(sent);
  });

  test('a new password goes with privacy 2, though that is not new', () => {
    const secret = { ...fields, privacy: 2 as const };
    expect(changed(secret, { ...secret, password: 'made up' })).toStrictEqual({ privacy: 2, password: 'made up' });
  });

  const sent = { privacy: 1, email: 0, exclude_bots: 1 };
  test.each<[string, Partial<WebsiteFields>, object]>([
    ['no empty list', {}, sent],
    ['lists', { exclude_params: 'a', exclude_ips: 'b' }, { ...sent, exclude_params: ['a'], exclude_ips: ['b'] }],
    ['what is not known is not sent', { email: undefined, exclude_bots: undefined }, { privacy: 1 }],
  ])('a create sends: %s', (_name, change, sent) => {
    expect(complete({ ...fields, ...change })).toStrictEqual(sent);
  });

  test('a record’s, ready to be edited', () => {
    const edited = { ...settings, privacy: 2, email: true, exclude_bots: false };
    const lists = { exclude_params: 'a\nb', exclude_ips: undefined };
    const record = toFields({ privacy: 2, email: 1, exclude_bots: 0, exclude_params: ['a', 'b'] });
    expect(record).toStrictEqual({ ...edited, ...lists });
    expect(toLines('')).toEqual([]);
  });
});

describe('passwords', () => {
  test('each character is drawn evenly: bytes past the last whole alphabet are left out', () => {
    const all = spell(
      Uint8Array.from({ length: 256 }, (_, at) => at),
      256,
    );
    const times = Object.values(Object.groupBy([...all], (one) => one)).map((list) => list?.length);
    expect(new Set(times)).toEqual(new Set([4]));
    expect(all).not.toMatch(/[lIO01o]/);
  });

  test.each([
    [[0, 1, 255, 2], 16, 'abc'],
    [[0, 1, 2], 2, 'ab'],
    [[], 2, ''],
  ])('%j to %i: %s', (bytes, length, text) => {
    expect(spell(bytes, length)).toBe(text);
  });

  test('of 16 characters; drawn again where too many bytes were left out', () => {
    const draws = vi.spyOn(crypto, 'getRandomValues');
    draws.mockImplementationOnce((bytes) => (bytes as Uint8Array).fill(255) as never);
    expect(generatePassword()).toMatch(/^[a-zA-Z2-9]{16}$/);
    expect(draws).toHaveBeenCalledTimes(2);
  });
});

describe('something long, in slices', () => {
  const clock = (...times: number[]) => {
    let at = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => times[Math.min(at++, times.length - 1)] ?? 0);
  };

  test.each<[string, number[], number[][]]>([
    ['quick: one slice', [0], [[1, 2, 3]]],
    ['slow: a slice for each budget', [0, 5, 12, 12, 12, 30], [[1, 2], [3]]],
    ['ends with a whole slice', [0, 1, 2, 12], [[1, 2, 3]]],
  ])('%s', async (_name, times, expected) => {
    clock(...times);
    const slices: number[][] = [];
    expect(await inSlices([1, 2, 3], (slice) => slices.push(slice))).toBe(true);
    expect(slices).toEqual(expected);
  });

  test('given up between two slices', async () => {
    clock(0, 20);
    const controller = new AbortController();
    const taken: number[] = [];
    const take = (slice: number[]) => {
      taken.push(...slice);
      controller.abort();
    };
    const whole = await inSlices([1, 2, 3], take, controller.signal);
    expect([whole, taken]).toEqual([false, [1]]);
  });

  test('gathered, or nothing where it was given up', async () => {
    expect(await collect(new Set(['a', undefined, 'b', undefined]))).toEqual(['a', 'b']);
    clock(0, 20);
    expect(await collect([1, 2], AbortSignal.abort())).toBeUndefined();
  });
});

test('dates as the language writes them; what is none stands as it came; equal ones are one object', () => {
  const text = dateTexts('en-GB');
  expect(text('2026-02-03T12:00:00Z')).toMatchObject({ day: '3 Feb 2026', moment: expect.stringContaining('Tuesday') });
  expect(text('soon')).toStrictEqual({ day: 'soon' });
  expect([text(undefined), text('')]).toEqual([undefined, undefined]);
  expect(text('2026-02-03T12:00:00Z')).toBe(text('2026-02-03T12:00:00Z'));
});

test.each([
  ['{base_url}/{domain}', { domain: 'a b' }, 'https://s.example/a%20b'],
  ['{base_url}/w/{id}?{unknown}', { id: '7/8' }, 'https://s.example/w/7%2F8?{unknown}'],
  ['{base_url}/{domain}', {}, 'https://s.example/'],
  ['javascript:{domain}', { domain: 'a' }, undefined],
  ['nowhere', {}, undefined],
])('%s filled', (template, places, url) => {
  expect(fillUrl(template, { base_url: 'https://s.example', ...places })).toBe(url);
});

test.each([
  ['en', { lang: 'en', dir: 'ltr' }],
  ['ar', { lang: 'ar', dir: 'rtl' }],
])('a page in %s', (language, expected) => {
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation((() => language) as never);
  const page = { documentElement: { lang: '', dir: '' } };
  vi.stubGlobal('document', page);
  setPageLanguage();
  expect(page.documentElement).toEqual(expected);
});

test('a change of many: read-only records are never in it', () => {
  const websites: Website[] = [
    { id: '1', domain: 'a.example' },
    { id: '', domain: 'b.example', locked: 'no-id' },
    { id: '', domain: 'c.example' },
  ];
  expect(jobItems(websites)).toEqual([{ key: 'a.example', id: '1' }]);
});
