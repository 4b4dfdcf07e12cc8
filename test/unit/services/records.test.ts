import { describe, expect, it, test } from 'vitest';
import { call } from '../../../lib/services/index.ts';
import { connection, replying, titled } from './helpers.ts';

const websites = async (body: unknown) => (await call('websites.list', {}, connection, replying(body))).items;
const projects = async (body: unknown) => (await call('projects.list', {}, connection, replying(body))).items;
const base = { id: 1, domain: 'a.example' };
const read = { id: '1', domain: 'a.example' };
const vnode = { type: 'img', props: { src: 'x' }, constructor: null, toString: 1 };

describe('a website', () => {
  const settings = { privacy: 2, email: 1, exclude_bots: 0 };
  const dates = { created_at: '2026-01-02T03:04:05Z', updated_at: '1767323045' };
  const rows: [raw: object, fields: object][] = [
    [settings, settings],
    [{ privacy: '2', email: '1', exclude_bots: '0' }, settings],
    [{ privacy: 2, email: true, exclude_bots: false }, settings],
    [{ privacy: null, email: null, password: null, exclude_ips: null, created_at: null }, {}],
    [{ privacy: 0 }, { privacy: 0 }],
    [{ privacy: '1' }, { privacy: 1 }],
    [{ privacy: 3 }, { privacy_raw: '3' }],
    [{ privacy: 'secret' }, { privacy_raw: 'secret' }],
    [{ privacy: true, email: 2, exclude_bots: 'yes' }, { privacy_raw: 'true' }],
    [{ privacy: vnode, email: [1], exclude_bots: vnode }, {}],
    [{ has_password: false, password: 'in clear text' }, { has_password: false }],
    [{ password: true }, { has_password: true }],
    [{ password: false }, { has_password: false }],
    [{ password: 'in clear text' }, { has_password: true }],
    [{ password: '' }, { has_password: false }],
    [{ password: 1 }, { has_password: true }],
    [{ password: vnode }, {}],
    [{ exclude_ips: '192.0.2.1\r\n192.0.2.2\n\n' }, { exclude_ips: ['192.0.2.1', '192.0.2.2'] }],
    [{ exclude_params: ['utm_source', 'ref'] }, { exclude_params: ['utm_source', 'ref'] }],
    [{ exclude_params: '' }, { exclude_params: [] }],
    // In part is not at all: what was read in part would be saved in part.
    [{ exclude_params: ['a', vnode] }, {}],
    [{ exclude_ips: Array.from({ length: 1001 }, (_, n) => `192.0.2.${n}`) }, {}],
    [{ exclude_ips: 'x'.repeat(1001) }, {}],
    [{ exclude_ips: vnode }, {}],
    [{ ...dates, updated_at: 1767323045 }, dates],
    [{ created_at: vnode, updated_at: ['2026'] }, {}],
    [{ created_at: '\u202e2026\u2066\u0000\r\n01\u200b' }, { created_at: '2026 01' }],
    [{ created_at: 'x'.repeat(1_000_000) }, { created_at: 'x'.repeat(1000) }],
    [{ created_at: '\ud800ok' }, { created_at: 'ok' }],
    [{ visitors: 12, owner: { name: 'Ada' }, object: 'website' }, {}],
  ];
  test.each(titled(rows))('%s', async (_title, raw, fields) => {
    expect(await websites([{ ...base, ...raw }])).toEqual([{ ...read, ...fields }]);
  });

  const domains: [domain: unknown, read: string][] = [
    ['a.example', 'a.example'],
    ['A.Example', 'A.Example'],
    [' a.example\n', 'a.example'],
    // A record with a path is not the host's.
    ['https://a.example/path', 'https://a.example/path'],
    ['http://a.example:8080', 'a.example:8080'],
    ['a\u202e\u0000.example', 'a.example'],
    ['x'.repeat(5000), 'x'.repeat(300)],
    [7, '7'],
  ];
  test.each(titled(domains))('domain %s', async (_title, domain, expected) => {
    expect((await websites([{ id: 1, domain }]))[0]?.domain).toBe(expected);
  });

  it.each([null, '', ' ', '\u202e', vnode, ['a.example'], true, 'https://', undefined])(
    'with domain %j is a locked row without a name',
    async (domain) => {
      expect((await websites([base, { id: 2, domain }]))[1]).toEqual({ id: '2', domain: '', locked: 'no-name' });
    },
  );

  it('does not keep a password', async () => {
    expect(JSON.stringify(await websites([{ ...base, password: 'in clear text' }]))).not.toContain('clear');
  });
});

describe('ids', () => {
  const rows: [raw: string, id: string, locked?: string][] = [
    ['5', '5'],
    ['"5"', '5'],
    ['-5', '-5'],
    ['1.0', '1'],
    ['"site_1"', 'site_1'],
    ['"0190a1b2-c3d4-7e5f-8a9b-000000000001"', '0190a1b2-c3d4-7e5f-8a9b-000000000001'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740992', '9007199254740992', 'inexact-id'],
    ['9007199254740993', '9007199254740993', 'inexact-id'],
    ['-9007199254740993', '-9007199254740993', 'inexact-id'],
    ['123456789012345678901234567890', '123456789012345678901234567890', 'inexact-id'],
    ['"9007199254740993"', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740992', 'inexact-id'],
    ['1.5', '1.5', 'inexact-id'],
    ['"\\u00009007199254740993"', '9007199254740993', 'inexact-id'],
    ['"\\u0000\\u200b"', '', 'inexact-id'],
    ['"\\u200b"', '', 'unsafe-id'],
    ['null', '', 'no-id'],
    ['""', '', 'no-id'],
    ['true', '', 'no-id'],
    ['{"$oid":"1"}', '', 'no-id'],
    ['[1]', '', 'no-id'],
    ['"."', '.', 'unsafe-id'],
    ['".."', '..', 'unsafe-id'],
    ['"a/1"', 'a/1', 'unsafe-id'],
    ['"a\\\\1"', 'a\\1', 'unsafe-id'],
    ['"a?1"', 'a?1', 'unsafe-id'],
    ['"a#1"', 'a#1', 'unsafe-id'],
    ['"a%2f1"', 'a%2f1', 'unsafe-id'],
    ['"a;1"', 'a;1', 'unsafe-id'],
    ['" 1"', '1', 'unsafe-id'],
    ['"1\\n"', '1', 'unsafe-id'],
    ['"\\u202e1"', '1', 'unsafe-id'],
    ['"\\ud8001"', '1', 'unsafe-id'],
    [`"${'x'.repeat(201)}"`, 'x'.repeat(200), 'unsafe-id'],
  ];
  test.each(titled(rows))('%s', async (_title, raw, id, locked) => {
    const [website] = await websites(`{"data":[{"domain":"a.example","id":${raw}}]}`);
    expect(website).toEqual({ id, domain: 'a.example', ...(locked ? { locked } : {}) });
  });

  it('keeps what looks like a number inside texts', async () => {
    const created_at = 'id 9007199254740993, "9007199254740993" \\ 9007199254740993';
    expect(await websites([{ ...base, created_at }])).toEqual([{ ...read, created_at }]);
  });

  it('takes the last of a key that comes twice', async () => {
    const twice = '[{"id":2,"id":1,"domain":"b.example","domain":"a.example"}]';
    expect(await websites(twice)).toEqual([read]);
  });
});

describe('a project', () => {
  const named = { project: 'a.example' };
  const nameless = { project: '', id: '4', locked: 'no-id' };
  const whole = { ...named, reports: 3, result: 87.5, created_at: '2026' };
  const rows: [raw: object, project: object][] = [
    [whole, whole],
    [{ ...whole, reports: '3', result: '87.5' }, whole],
    [{ ...named, reports: -1, result: 'good' }, named],
    [{ ...named, reports: 1.5, result: vnode }, named],
    [
      { ...named, id: 4 },
      { ...named, id: '4' },
    ],
    [{ project: 'my project' }, { project: 'my project' }],
    [{ project: 'a/b' }, { project: 'a/b', locked: 'unsafe-id' }],
    [{ project: '..' }, { project: '..', locked: 'unsafe-id' }],
    [{ project: 'a\u202e.example' }, { project: 'a.example', locked: 'unsafe-id' }],
    [{ project: null, id: 4 }, nameless],
    [{ id: 4, domain: 'a.example' }, nameless],
  ];
  test.each(titled(rows))('%s', async (_title, raw, project) => {
    expect(await projects([raw, { project: 'other.example' }])).toEqual([project, { project: 'other.example' }]);
  });

  it('without name and id is left out', async () => {
    expect(await projects([{ reports: 1 }, { project: 'a.example' }])).toEqual([{ project: 'a.example' }]);
  });
});

it('takes nothing from __proto__ or constructor', async () => {
  const [website] = await websites(
    '[{"id":1,"domain":"a.example","__proto__":{"privacy":0,"polluted":true},"constructor":{"prototype":{"polluted":true}}}]',
  );
  expect(website).toEqual(read);
  expect(Object.getPrototypeOf(website)).toBe(Object.prototype);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('takes nothing from what all objects inherit', async () => {
  const everything = Object.prototype as { privacy?: number };
  const fetch = async () => {
    everything.privacy = 0;
    return Response.json([base]);
  };
  try {
    const { items } = await call('websites.list', {}, connection, { fetch });
    expect(items.map((item) => Object.keys(item).sort())).toEqual([['domain', 'id']]);
  } finally {
    delete everything.privacy;
  }
});

describe('the form of JSON:API', () => {
  const attributes = { domain: 'a.example', privacy: 0, id: 'other' };
  const record = { id: '7', domain: 'a.example', privacy: 0 };
  it('is read in a list', async () => {
    expect(await websites([{ type: 'websites', id: '7', attributes }])).toEqual([record]);
  });
  it('is read as one record', async () => {
    const answer = replying({ data: { type: 'websites', id: '7', attributes } });
    expect(await call('websites.show', { id: '7' }, connection, answer)).toEqual(record);
  });
  it('is read of projects', async () => {
    const data = [{ type: 'projects', id: '7', attributes: { project: 'a.example', reports: 2 } }];
    expect(await projects({ data })).toEqual([{ id: '7', project: 'a.example', reports: 2 }]);
  });
  it('is none where the record has a name beside it', async () => {
    expect(await websites([{ id: 7, domain: 'b.example', attributes }])).toEqual([{ id: '7', domain: 'b.example' }]);
  });
});

it.each([{ name: 'a.example' }, ['a.example'], true])('a domain that is %j locks the row', async (domain) => {
  const [row, other] = await websites([{ id: 2, domain, url: 'https://other.example' }, base]);
  expect([row, other]).toEqual([{ id: '2', domain: '', locked: 'no-name' }, read]);
});
