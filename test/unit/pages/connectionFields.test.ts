import { describe, expect, test } from 'vitest';
import {
  type ConnectionFormState,
  checkForm,
  keyBox,
  mayKeep,
  otherHost,
} from '@/entrypoints/options/connectionFields.ts';
import type { ConnectionStatus, ServiceStatus } from '@/lib/messages/commands.ts';

const a = 'https://a.example';
const seo = 'https://seo.example';
const key = 'made-up-key-0001';
const other = 'made-up-key-0002';
const none: ServiceStatus = { key: 'none' };
const nothing: ConnectionStatus = { analytics: none, seo: none };
const waiting = { lastFour: '0001', origins: [a] };
const stored: ServiceStatus = { url: a, key: 'stored', lastFour: '0001' };
const storedSeo: ServiceStatus = { url: seo, key: 'session', lastFour: '0001' };

const forms: [name: string, typed: Partial<ConnectionFormState>, status: ConnectionStatus, expected: object][] = [
  ['nothing', {}, nothing, { problems: { analyticsUrl: { reason: 'empty' }, apiKey: { reason: 'empty' } } }],
  ['an address alone', { analyticsUrl: a }, nothing, { problems: { apiKey: { reason: 'empty' } } }],
  ['a key alone', { apiKey: key }, nothing, { problems: { analyticsUrl: { reason: 'empty' } } }],
  ['both', { analyticsUrl: a, apiKey: key }, nothing, { wanted: { analyticsUrl: a, apiKey: key } }],
  [
    'a key that waits',
    { analyticsUrl: a },
    { analytics: { ...none, waiting }, seo: none },
    { wanted: { analyticsUrl: a } },
  ],
  [
    'a key that waits for another address',
    { analyticsUrl: 'https://b.example' },
    { analytics: { ...none, waiting }, seo: none },
    { problems: { apiKey: { reason: 'other-origin', host: 'b.example' } } },
  ],
  [
    'a key that waits for one of both addresses',
    { analyticsUrl: a, seoUrl: seo },
    { analytics: { ...none, waiting }, seo: none },
    { problems: { seoApiKey: { reason: 'empty' } } },
  ],
  [
    'a stored key',
    { analyticsUrl: `${a}/stats` },
    { analytics: stored, seo: none },
    { wanted: { analyticsUrl: `${a}/stats` } },
  ],
  [
    'a stored key of another origin',
    { analyticsUrl: 'https://b.example:8443' },
    { analytics: stored, seo: none },
    { problems: { apiKey: { reason: 'other-origin', host: 'b.example:8443' } } },
  ],
  [
    'a corrected address and key',
    { analyticsUrl: ' A.example/api/v1/ ', apiKey: `Bearer ${key}` },
    nothing,
    {
      form: { analyticsUrl: a, seoUrl: '', apiKey: key, seoApiKey: '' },
      corrected: { analyticsUrl: ' A.example/api/v1/ ', apiKey: '' },
      wanted: { analyticsUrl: a, apiKey: key },
    },
  ],
  [
    'a key in the box of the address, which is cleared',
    { analyticsUrl: 'wm_9fK2LxQ7Tz4Rb8VnYc3D', apiKey: key },
    nothing,
    { problems: { analyticsUrl: { reason: 'looks-like-key' } }, form: { analyticsUrl: '' } },
  ],
  [
    'a password in the address, which is cleared',
    { analyticsUrl: 'https://u:p@a.example', apiKey: key },
    nothing,
    { problems: { analyticsUrl: { reason: 'user-info' } }, form: { analyticsUrl: '' } },
  ],
  [
    'a wrong address stays to be corrected by hand',
    { analyticsUrl: 'http://a.example', apiKey: key },
    nothing,
    { problems: { analyticsUrl: { reason: 'insecure' } }, form: { analyticsUrl: 'http://a.example' } },
  ],
  [
    'a key with a space in it: where, not what',
    { analyticsUrl: a, apiKey: 'made-up key-0001' },
    nothing,
    { problems: { apiKey: { reason: 'space', position: 8 } }, form: { apiKey: 'made-up key-0001' } },
  ],
  [
    'one key for both services',
    { analyticsUrl: a, seoUrl: seo, apiKey: key },
    nothing,
    { wanted: { analyticsUrl: a, seoUrl: seo, apiKey: key } },
  ],
  [
    'a key for each',
    { analyticsUrl: a, seoUrl: seo, apiKey: key, seoApiKey: other },
    nothing,
    { wanted: { analyticsUrl: a, seoUrl: seo, apiKey: key, seoApiKey: other } },
  ],
  [
    'a stored key does not serve an SEO service elsewhere',
    { analyticsUrl: a, seoUrl: seo },
    { analytics: stored, seo: none },
    { problems: { seoApiKey: { reason: 'empty' } } },
  ],
  [
    'but one at the same origin',
    { analyticsUrl: a, seoUrl: `${a}/seo` },
    { analytics: stored, seo: none },
    { wanted: { analyticsUrl: a, seoUrl: `${a}/seo` } },
  ],
  [
    'an SEO key of another origin',
    { analyticsUrl: a, seoUrl: 'https://b.example' },
    { analytics: stored, seo: storedSeo },
    { problems: { seoApiKey: { reason: 'other-origin', host: 'b.example' } } },
  ],
  [
    'another address with its key, which is not for the SEO service of the one before',
    { analyticsUrl: 'https://b.example', seoUrl: seo, apiKey: key },
    { analytics: stored, seo: { url: seo, key: 'none' } },
    { problems: { seoApiKey: { reason: 'empty' } } },
  ],
  [
    'a new key for both where they were',
    { analyticsUrl: a, seoUrl: seo, apiKey: key },
    { analytics: stored, seo: { url: seo, key: 'none' } },
    { wanted: { analyticsUrl: a, seoUrl: seo, apiKey: key } },
  ],
  [
    'an SEO address taken out',
    { analyticsUrl: a, seoUrl: ' ' },
    { analytics: stored, seo: storedSeo },
    { wanted: { analyticsUrl: a } },
  ],
  [
    'a bad SEO address',
    { analyticsUrl: a, apiKey: key, seoUrl: 'ftp://seo.example' },
    nothing,
    { problems: { seoUrl: { reason: 'not-web' } } },
  ],
];

describe('the form', () => {
  test.each(forms)('%s', (_name, typed, status, expected) => {
    const checked = checkForm({ analyticsUrl: '', seoUrl: '', apiKey: '', seoApiKey: '', ...typed }, status);
    expect(checked).toMatchObject(expected);
    if (!('problems' in expected)) expect(checked.problems).toEqual({});
    expect('wanted' in checked).toBe('wanted' in expected);
    expect(JSON.stringify([checked.corrected, checked.problems])).not.toMatch(/made-up/);
  });

  test.each<[string, ServiceStatus, string, string | undefined]>([
    ['nothing stored', none, a, undefined],
    ['the same origin', stored, `${a}/other`, undefined],
    ['another origin, told while it is typed', stored, 'b.exa', 'b.exa'],
    ['another port', stored, `${a}:8443`, 'a.example:8443'],
    ['no address yet', stored, 'https://', undefined],
    ['a key stored for another origin than its own address', { url: a, key: 'other-origin' }, a, 'a.example'],
  ])('asks for the key again: %s', (_name, status, typed, host) => expect(otherHost(status, typed)).toBe(host));

  test.each<[string, boolean]>([
    ['https://a.exam', true],
    ['', true],
    ['http://a.example', true],
    ['https://u:p@a.example', false],
    ['wm_9fK2LxQ7Tz4Rb8VnYc3D', false],
    ['••••••••', false],
  ])('what may be kept until it is saved: %s', (text, kept) => expect(mayKeep(text)).toBe(kept));
});

const typing = { address: a, value: '', replacing: false };
const boxes: [string, ServiceStatus, Partial<typeof typing>, object][] = [
  ['no key', none, {}, { isOpen: true, canGoBack: false }],
  ['a stored key', stored, {}, { isOpen: false, canGoBack: true }],
  ['about to be replaced', stored, { replacing: true }, { isOpen: true, canGoBack: true }],
  ['while something is typed', stored, { value: 'x' }, { isOpen: true }],
  ['another origin', stored, { address: 'https://b.example' }, { isOpen: true, host: 'b.example', canGoBack: false }],
  [
    'another key waits',
    { ...stored, waiting: { lastFour: '0002', origins: [a] } },
    {},
    { isOpen: true, waiting: { lastFour: '0002', origins: [a] } },
  ],
  ['the same key waits', { ...stored, waiting }, {}, { isOpen: false }],
  ['a key waits, none is stored', { ...none, waiting }, {}, { isOpen: true, waiting }],
  ['what is typed now hides what waits', { ...none, waiting }, { value: 'x' }, { isOpen: true, waiting: undefined }],
];

test.each(boxes)('the box of a key: %s', (_name, status, typed, expected) => {
  expect(keyBox(status, { ...typing, ...typed })).toMatchObject(expected);
});
