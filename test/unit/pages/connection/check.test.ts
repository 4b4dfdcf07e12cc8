import { describe, expect, test } from 'vitest';
import { check, isForgetting, keepable, keyLook, otherHost } from '@/entrypoints/options/connection/check.ts';
import type { Event, State } from '@/entrypoints/options/connection/state.ts';
import type { ServiceStatus } from '@/lib/messages/commands.ts';
import { a, b, keys, one, opened, play, seo, status, stored, types, withSeo } from './form.ts';

const pastedKey = 'wm_9fK2LxQ7Tz4Rb8VnYc3D';
const key = keys.first;
type Texts = State['typed']['texts'];
const template = { reason: 'template' };
const empty = { reason: 'empty' };
const elsewhere = (host: string) => ({ reason: 'other-origin', host });
const both = opened(withSeo);
const keylessSeo = opened(withSeo, { status: status(stored) });
const sameOrigin = { ...withSeo, seoUrl: `${a}/seo` };
const follower = opened(sameOrigin, { status: status(stored, { ...stored, url: `${a}/seo`, isCopy: true }) });
const separate = opened(sameOrigin, { status: status(stored, { ...stored, url: `${a}/seo`, lastFour: '9999' }) });
const other = { ...one, id: 'other', name: 'Other', rules: ['*.b.example', '*'] };
const withRules = opened({ ...one, rules: ['*'] }, { all: { list: [{ ...one, rules: ['*'] }, other] } });
const replacing = (service: 'analytics' | 'seo', isOn: boolean): Event => ({ type: 'replacing', service, isOn });
const copy: Event = { type: 'copied' };

const hasSpace = { problems: { 'analytics.key': { reason: 'space', position: 8 } } };
const taken = { reason: 'taken', rule: '*.b.example', name: 'Other' };
const noRule = { reason: 'rules', refused: [{ line: 'a b', reason: 'not-a-host' }] };

/** What comes of a form: its services as they are saved, or what is wrong. */
test.each<[string, State, Texts, wanted: object, more?: Event[]]>([
  ['nothing', opened(), {}, { problems: { 'analytics.url': empty, 'analytics.key': empty } }],
  ['an address alone', opened(), { 'analytics.url': a }, { problems: { 'analytics.key': empty } }],
  [
    'what is to be mended',
    opened(),
    { 'analytics.url': ' A.example/api/v1/ ', 'analytics.key': `Bearer ${key}` },
    { analytics: { url: a, key } },
  ],
  ['a key with a space in it: where, not what', opened(one), { 'analytics.key': 'made-up key-0001' }, hasSpace],
  [
    'SEO elsewhere with a copy of the key of another first service',
    opened(one),
    { 'seo.url': seo },
    { problems: { 'seo.key': empty } },
    [copy, ...types({ 'analytics.url': b, 'analytics.key': keys.second })],
  ],
  ['SEO with its stored key', both, {}, { analytics: { url: a }, seo: { url: seo } }],
  ['SEO that has no key', keylessSeo, {}, { analytics: { url: a }, seo: { url: seo } }],
  ['SEO moved', both, { 'seo.url': b }, { problems: { 'seo.key': elsewhere('b.example') } }],
  ['SEO taken out', both, { 'seo.url': ' ' }, { analytics: { url: a } }],
  ['a rule that cannot be one', opened(one), { rules: 'x.example\na b' }, { problems: { rules: noRule } }],
  ['a rule that another has', withRules, { rules: '*\n*.b.example' }, { problems: { rules: taken } }],
  ['a bad page address', opened(one), { statisticsUrl: 'x' }, { problems: { statisticsUrl: template } }],
])('%s', (_what, state, texts, wanted, more = []) => {
  const { problems, input, corrected } = check(play(state, ...types(texts), ...more).state);
  if ('problems' in wanted) expect([problems, input]).toMatchObject([wanted.problems, undefined]);
  else expect([problems, JSON.parse(JSON.stringify(input?.services))]).toEqual([{}, wanted]);
  expect(JSON.stringify([corrected, problems])).not.toMatch(/made-up/);
});

test.each<[string, State, Texts, urls: string[], more?: Event[]]>([
  ['its own', both, {}, [a, seo]],
  ['a typed one', keylessSeo, { 'seo.key': key }, [a, seo]],
  ['a copy', keylessSeo, {}, [a, seo], [copy]],
  ['that of its origin', follower, {}, [a, `${a}/seo`]],
  ['none, so access to it is not asked for', keylessSeo, {}, [a]],
])(
  'the addresses to which a save needs access, if the key of the SEO service is %s',
  (_what, state, texts, urls, more = []) => {
    expect(check(play(state, ...types(texts), ...more).state).urls).toEqual(urls);
  },
);

test.each<[string, string, left: string]>([
  ['a key in the box of the address', pastedKey, ''],
  ['a wrong address', 'http://a.example', 'http://a.example'],
])('%s: what is left of it in the box', (_what, typed, left) => {
  expect(check(play(opened(), ...types({ 'analytics.url': typed })).state).texts['analytics.url']).toBe(left);
});

test.each<[string, State, boolean]>([
  ['a new one', opened(), false],
  ['once chosen, after the browser has closed', opened({ ...one, forgetKeys: true }, { status: status() }), true],
])('keys are forgotten as the browser closes: %s', (_what, state, is) => expect(isForgetting(state)).toBe(is));

const isKept = replacing('analytics', false);
const box = (more: object = {}) => ({ is: 'box', canGoBack: false, host: undefined, copyTo: undefined, ...more });
test.each<[string, State, Texts, service: 'analytics' | 'seo', look: object, more?: Event[]]>([
  ['kept after all', opened(one), { 'analytics.key': key }, 'analytics', { is: 'stored' }, [isKept]],
  ['while something is typed', opened(one), { 'analytics.key': 'x' }, 'analytics', box({ canGoBack: true })],
  ['SEO elsewhere', opened(one), { 'seo.url': seo }, 'seo', box({ copyTo: 'seo.example' })],
  ['SEO elsewhere, with a key typed', opened(one), { 'seo.url': seo, 'seo.key': key }, 'seo', box()],
  ['SEO elsewhere, with the same', opened(one), { 'seo.url': seo }, 'seo', { is: 'copy' }, [copy]],
  ['SEO at the same origin, stored', follower, {}, 'seo', { is: 'copy' }],
  ['SEO there, to be separate', follower, {}, 'seo', box({ canGoBack: true }), [replacing('seo', true)]],
  ['SEO at the same origin, with its own', separate, {}, 'seo', { is: 'stored' }],
])('the box of a key: %s', (_what, state, texts, service, look, more = []) => {
  expect(keyLook(play(state, ...types(texts), ...more).state, service)).toEqual(look);
});

describe('what is known of an address', () => {
  test.each<[string, ServiceStatus, string, string | undefined]>([
    ['another origin, told while it is typed', stored, 'b.exa', 'b.exa'],
    ['a key stored for another origin than its own address', { url: a, key: 'other-origin' }, a, 'a.example'],
  ])('asks for the key again: %s', (_name, given, typed, host) => expect(otherHost(given, typed)).toBe(host));

  test.each<[string, string | undefined]>([
    [' A.example/', ' A.example/'],
    ['', ''],
    ['http://a.example', 'http://a.example'],
    [pastedKey, undefined],
    ['••••••••', undefined],
    [`https://a.example/x?api_key=${key}`, `${a}/x`],
    [`https://a.example/#${key}`, a],
  ])('what may be kept until it is saved: %s', (text, kept) => expect(keepable(text)).toBe(kept));
});
