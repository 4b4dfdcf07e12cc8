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
const pastedKey = 'wm_9fK2LxQ7Tz4Rb8VnYc3D';
const none: ServiceStatus = { key: 'none' };
const nothing: ConnectionStatus = { analytics: none, seo: none };
const stored: ServiceStatus = { url: a, key: 'stored', lastFour: '0001' };
const storedSeo: ServiceStatus = { url: seo, key: 'session', lastFour: '0001' };

const b = 'https://b.example';
type Form = Partial<ConnectionFormState>;
const atA: Form = { analyticsUrl: a };
const atBoth: Form = { analyticsUrl: a, seoUrl: seo };
const withKey = (analyticsUrl: string, seoUrl = ''): Form => ({ analyticsUrl, seoUrl, apiKey: key });

/** How the keys of both services stand. */
const status = (analytics: ServiceStatus, seo = none): ConnectionStatus => ({ analytics, seo });
const [kept, keptBoth] = [status(stored), status(stored, storedSeo)];

const empty = { reason: 'empty' };
const elsewhere = (host: string) => ({ reason: 'other-origin', host });
const refused = (problems: object, form: Form = {}) => ({ problems, form });
const wrong = (reason: string, analyticsUrl = '') => refused({ analyticsUrl: { reason } }, { analyticsUrl });
const spaced = refused({ apiKey: { reason: 'space', position: 8 } }, { apiKey: 'made-up key-0001' });
const untidy = { analyticsUrl: ' A.example/api/v1/ ', apiKey: `Bearer ${key}` };
const mended = {
  form: { analyticsUrl: a, seoUrl: '', apiKey: key, seoApiKey: '' },
  corrected: { analyticsUrl: ' A.example/api/v1/ ', apiKey: '' },
  wanted: { analyticsUrl: a, apiKey: key },
};

/** What comes of what is typed; if nothing is said, all of it is wanted. */
const forms: [name: string, typed: Form, status: ConnectionStatus, expected?: object][] = [
  ['nothing', {}, nothing, refused({ analyticsUrl: empty, apiKey: empty })],
  ['an address alone', atA, nothing, refused({ apiKey: empty })],
  ['a key alone', { apiKey: key }, nothing, refused({ analyticsUrl: empty })],
  ['both', { analyticsUrl: a, apiKey: key }, nothing],
  ['a stored key', { analyticsUrl: `${a}/stats` }, kept],
  ['a stored key of another origin', { analyticsUrl: `${b}:84` }, kept, refused({ apiKey: elsewhere('b.example:84') })],
  ['a corrected address and key', untidy, nothing, mended],
  ['a key in the box of the address, which is cleared', withKey(pastedKey), nothing, wrong('looks-like-key')],
  ['a password in the address, which is cleared', withKey('https://u:p@a.example'), nothing, wrong('user-info')],
  ['a wrong address stays', withKey('http://a.example'), nothing, wrong('insecure', 'http://a.example')],
  ['a key with a space in it: where, not what', { ...atA, apiKey: 'made-up key-0001' }, nothing, spaced],
  ['a key for the first alone', withKey(a, seo), nothing, refused({ seoApiKey: empty })],
  ['a key for each', { ...withKey(a, seo), seoApiKey: other }, nothing],
  ['a stored key does not serve an SEO service elsewhere', atBoth, kept, refused({ seoApiKey: empty })],
  ['but one at the same origin', { analyticsUrl: a, seoUrl: `${a}/seo` }, kept],
  ['an SEO key of another origin', { ...atA, seoUrl: b }, keptBoth, refused({ seoApiKey: elsewhere('b.example') })],
  ['an SEO address taken out', { ...atA, seoUrl: ' ' }, keptBoth, { wanted: atA }],
  ['a bad SEO address', withKey(a, 'ftp://seo.example'), nothing, refused({ seoUrl: { reason: 'not-web' } })],
];

describe('the form', () => {
  test.each(forms)('%s', (_name, typed, status, expected = { wanted: typed }) => {
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
    [pastedKey, false],
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
];

test.each(boxes)('the box of a key: %s', (_name, status, typed, expected) => {
  expect(keyBox(status, { ...typing, ...typed })).toMatchObject(expected);
});
