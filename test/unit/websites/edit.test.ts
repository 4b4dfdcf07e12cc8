import { describe, expect, test } from 'vitest';
import type { Website } from '@/lib/services/index.ts';
import { changed } from '@/lib/websites/changed.ts';
import { changedSince, conflicts, defaultChoices, resolve, unappliedFields } from '@/lib/websites/conflict.ts';
import { fieldErrors, ipRemarks, paramRemarks } from '@/lib/websites/fieldMessages.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { refreshed } from '@/lib/websites/record.ts';

const opened: Website = { id: '1', domain: 'a.example', privacy: 1, email: 0, exclude_ips: ['10.0.0.1'] };
const fields = toFields(opened);

describe('changed elsewhere', () => {
  const typedOver = [['exclude_params', 'a', 'b', true]];
  test.each([
    ['nothing', {}, {}, []],
    ['what was touched here too', { privacy: 2 }, { privacy: 0 }, [['privacy', 2, 0, true]]],
    ['what was not touched here', { email: 1 }, { privacy: 0 }, [['email', true, false, false]]],
    ['to the same value', { privacy: 0 }, { privacy: 0 }, []],
    ['a list', { exclude_ips: [] }, {}, [['exclude_ips', '', '10.0.0.1', false]]],
    ['not reported any more', { privacy: undefined }, { privacy: 0 }, []],
    ['not reported before', { exclude_bots: 1 }, { exclude_bots: false }, []],
    ['a list that was not reported before', { exclude_params: ['a'] }, {}, []],
    ['such a list, typed over', { exclude_params: ['a'] }, { exclude_params: 'b' }, typedOver],
    [
      'such a list, typed and removed',
      { exclude_params: ['a'] },
      { exclude_params: '' },
      [['exclude_params', 'a', '', true]],
    ],
    ['such a list, typed to the same', { exclude_params: ['a'] }, { exclude_params: 'a' }, []],
    ['such a list, and still empty', { exclude_params: [] }, { exclude_params: 'b' }, []],
  ] as const)('%s', (_what, now, form, expected) => {
    const found = conflicts(opened, { ...opened, ...now } as Website, { ...fields, ...form });
    expect(found.map(({ field, theirs, ours, touched }) => [field, theirs, ours, touched])).toEqual(expected);
  });

  test('one’s own edits are kept unless chosen otherwise, and only they are sent', () => {
    const now: Website = { ...opened, privacy: 2, email: 1, exclude_bots: 1 };
    const form = { ...fields, privacy: 0 as const };
    const found = conflicts(opened, now, form);
    const choices = defaultChoices(found);
    expect(choices).toEqual({ privacy: 'ours', email: 'theirs' });
    expect(changed(toFields(now), resolve(form, found, choices))).toEqual({ privacy: 0 });
    expect(changed(toFields(now), resolve(form, found, { privacy: 'theirs', email: 'ours' }))).toEqual({ email: 0 });
  });

  test('a password that was typed before Private was chosen again does not replace another’s', () => {
    const now: Website = { ...opened, privacy: 2, has_password: true };
    const form = { ...fields, password: 'typed' };
    const found = conflicts(opened, now, form);
    expect(changed(toFields(now), resolve(form, found, defaultChoices(found)))).toEqual({});
  });

  test('with a new password typed, that it needs one is one’s own edit, which is kept', () => {
    const before: Website = { ...opened, privacy: 2, has_password: true };
    const form = { ...toFields(before), password: 'typed' };
    const now: Website = { ...before, privacy: 0 };
    const found = conflicts(before, now, form);
    const sent = changed(toFields(now), resolve(form, found, defaultChoices(found)));
    expect(sent).toEqual({ privacy: 2, password: 'typed' });
  });

  test('what the latest answer leaves out is as it was', () => {
    expect(refreshed(opened, { privacy: 2, email: undefined, domain: '' })).toEqual({ ...opened, privacy: 2 });
    expect(refreshed(opened, undefined)).toEqual(opened);
  });

  test('but not its public link, where the service says that there is none', () => {
    const shared = { ...opened, privacy: 0 as const, share_url: 'https://stats.example/share/a' };
    expect(refreshed(shared, { privacy: 1, share_url: null }).share_url).toBeNull();
    expect(refreshed(shared, { privacy: 0 })).toEqual(shared);
  });
});

test.each([
  ['nothing', {}, {}, false],
  ['a list in another order', { exclude_ips: ['a', 'b'] }, { exclude_ips: ['b', 'a'] }, false],
  ['a field', { privacy: 1 }, { privacy: 0 }, true],
  ['a field that is no longer reported', { privacy: 1 }, {}, true],
  ['a field that was not reported', {}, { privacy: 1 }, false],
  ['entries of a list that was not reported', {}, { exclude_ips: ['a'] }, true],
  ['not such a list that is empty', {}, { exclude_ips: [] }, false],
] as const)('changed since it was read: %s', (_what, before, now, isChanged) => {
  const website = { id: '1', domain: 'a.example', ...now } as unknown as Website;
  expect(changedSince(before as never, website)).toBe(isChanged);
});

describe('accepted', () => {
  test.each([
    ['and reported so', { privacy: 0 }, { privacy: 0 }, []],
    ['and reported otherwise', { privacy: 0 }, { privacy: 1 }, ['privacy']],
    ['and not reported', { privacy: 0 }, {}, []],
    ['a list in another order', { exclude_ips: ['a', 'b'] }, { exclude_ips: ['b', 'a'] }, []],
    ['a list with entries twice', { exclude_ips: ['a', 'b'] }, { exclude_ips: ['b', 'a', 'b', ''] }, []],
    ['a list that was cut', { exclude_ips: ['a', 'b'] }, { exclude_ips: ['a'] }, ['exclude_ips']],
    ['a line that is two entries there', { exclude_ips: ['a, b'] }, { exclude_ips: ['a', 'b'] }, []],
    ['a password', { privacy: 2, password: 'x' }, { privacy: 2, has_password: true }, []],
  ] as const)('%s', (_what, sent, now, expected) => {
    expect(unappliedFields(sent as never, { id: '1', domain: 'a.example', ...now } as Website)).toEqual(expected);
  });
});

test.each([
  [{ exclude_ips: ['bad', 'worse'] }, { exclude_ips: 'bad' }],
  [{ 'exclude_ips.0': ['bad'] }, { exclude_ips: 'bad' }],
  [{ input: ['odd'], owner: ['who'] }, {}],
  [{ privacy: [] }, {}],
])('a refusal of %j is shown at %j', (named, expected) => {
  expect(fieldErrors({ kind: 'rejected', fields: named as Record<string, string[]> })).toEqual(expected);
});

describe('remarks', () => {
  test.each([
    ['10.0.0.1', undefined],
    ['::1', undefined],
    ['2001:db8::ff00:42:8329', undefined],
    ['::ffff:10.0.0.1', undefined],
    ['10.0.0.0/8', 'range'],
    ['2001:db8::/32', 'range'],
    ['10.0.0.0/33', 'not-ip'],
    ['192.168.*', 'wildcard'],
    ['*', 'wildcard'],
    ['256.0.0.1', 'not-ip'],
    ['1.2.3', 'not-ip'],
    ['example.com', 'not-ip'],
    [' 10.0.0.1 ', undefined],
  ])('IP address %s: %s', (entry, kind) => {
    expect(ipRemarks(entry)[0]?.kind).toBe(kind);
  });

  test.each([
    ['utm_source', undefined],
    ['utm_*', undefined],
    ['utm_source=mail', 'value'],
    ['?utm_source', 'value'],
    ['utm source', 'spaces'],
  ])('parameter %s: %s', (entry, kind) => {
    expect(paramRemarks(entry)[0]?.kind).toBe(kind);
  });

  test('lines are counted as they are seen', () => {
    expect(ipRemarks('10.0.0.1\r\n\r\nbad').map(({ line, entry }) => [line, entry])).toEqual([[3, 'bad']]);
  });
});
