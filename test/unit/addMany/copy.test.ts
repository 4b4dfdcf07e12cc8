import { expect, test } from 'vitest';
import { copiedEntries, failedCopies, privacyOf } from '@/lib/addMany/copy.ts';
import type { Item, JobFields } from '@/lib/jobs/types.ts';
import type { Website } from '@/lib/services/index.ts';
import type { Kind } from '@/lib/services/traits.ts';

test.each(
  Object.entries<[Partial<Website>, JobFields]>({
    'all that is reported': [
      { privacy: 0, email: 1, exclude_bots: 0, exclude_params: ['a'], exclude_ips: [] },
      { privacy: 0, email: 1, exclude_bots: 0, exclude_params: ['a'], exclude_ips: [] },
    ],
    'nothing that is not': [{}, {}],
    'that there is a password, which cannot be read': [
      { privacy: 2, has_password: true, email: 0 },
      { privacy: 2, email: 0 },
    ],
  }),
)('%s is copied', (_what, [shown, fields]) => {
  expect(copiedEntries([{ ...one, ...shown }], 'b')[0]).toMatchObject({ own: fields, to: 'b' });
});

test.each<[string, own: JobFields, to: Kind, shared: JobFields, privacy: 0 | 1 | 2 | undefined, isLost?: boolean]>([
  ['its password is lost where none is given', { privacy: 2 }, 'analyticsV1', { privacy: 1 }, 1, true],
  ['its password is lost where the others are public', { privacy: 2 }, 'analyticsV1', { privacy: 0 }, 1, true],
  ['it has the password that is given', { privacy: 2 }, 'analyticsV1', { privacy: 2 }, 2],
  ['its password is lost where there are none', { privacy: 2 }, 'umami', { privacy: 2 }, 1, true],
  ['it has none where there is no privacy', { privacy: 2 }, 'matomo', { privacy: 1 }, undefined],
  ['it is private without a password', { privacy: 1 }, 'analyticsV1', { privacy: 2 }, 1],
  ['it stays public', { privacy: 0 }, 'umami', { privacy: 1 }, 0],
  ['it is as the others where its own is not known', {}, 'analyticsV1', { privacy: 2 }, 2],
  ['it is private where the others would have a password', {}, 'umami', { privacy: 2 }, 1],
])('the privacy of a site with settings of its own: %s', (_what, own, to, shared, privacy, isLost = false) => {
  expect(privacyOf(own, to, shared)).toEqual({ privacy, isLost });
});

const [one, other] = ['a', 'b'].map((id) => ({ id, domain: `${id}.example` })) as [Website, Website];

test('a website with a privacy that Waymark does not know is left to the person', () => {
  const [raw, unknown] = copiedEntries([{ ...one, privacy_raw: 'team' }, other], 'b');
  expect([raw?.unread, unknown?.unread]).toEqual([true, undefined]);
});

test('every website is an entry, also one that is no site', () => {
  const entries = copiedEntries([one, { ...other, domain: 'not a site' }], 'b');
  expect(entries.map(({ line, text, site }) => [line, text, 'host' in site])).toEqual([
    [1, 'a.example', true],
    [2, 'not a site', false],
  ]);
});

test('what could not be added is an entry of its source again, with its settings; what was typed is none', () => {
  const fields: JobFields = { privacy: 0, exclude_params: ['ref'] };
  const item = (key: string, more: Partial<Item>): Item => ({ job: 'j', at: 0, key, state: 'failed', ...more });
  const failed = [
    item('a.example', { fields, from: { line: 3, source: 'Client A' } }),
    item('typed.example', { from: { line: 1 } }),
    item('b.example', { fields: {}, from: { line: 9, source: 'Client A' } }),
  ];
  const entries = [...failedCopies(failed, 'b')].map(([name, all]) => [
    name,
    all.map(({ line, text, own, to }) => [line, text, own, to]),
  ]);
  expect(entries).toEqual([
    [
      'Client A',
      [
        [3, 'a.example', fields, 'b'],
        [9, 'b.example', {}, 'b'],
      ],
    ],
  ]);
});
