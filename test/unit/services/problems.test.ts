import { describe, expect, it, test } from 'vitest';
import { ApiError, call, type Problem, type ProblemKind } from '../../../lib/services/index.ts';
import { connection, impatient, least, names, problemOf, replying, type Single, titled } from './helpers.ts';

const ask = (name: Single, body: unknown, init: ResponseInit) =>
  problemOf(impatient(name, least[name], connection, replying(body, init)));
const refused = (body: unknown, init: ResponseInit = {}) => ask('websites.create', body, { status: 422, ...init });

const statuses: Partial<Record<ProblemKind, number[]>> = {
  redirect: [300, 301, 302, 303, 307, 308, 399],
  auth: [401],
  forbidden: [402, 403],
  missing: [404, 410],
  conflict: [409],
  busy: [429],
  rejected: [400, 406, 413, 414, 415, 418, 422, 431, 451],
  server: [405, 407, 408, 425, 499, 500, 501, 502, 503, 504, 520, 526, 599],
  shape: [419, 511],
};
const kinds = Object.entries(statuses).flatMap(([kind, all]) => all.map((status) => [status, kind] as const));

describe('the kind of a status', () => {
  const without = ({ message: _, code: _code, ...rest }: Problem) => rest;

  test.each(kinds)('%d is %s', async (status, kind) => {
    for (const name of names) {
      // Only of a create does a conflict mean that the website exists.
      const said = kind === 'conflict' && name !== 'websites.create' ? 'rejected' : kind;
      for (const body of [{ message: 'No.' }, '<html><title>No</title></html>', '']) {
        expect(without(await ask(name, body, { status }))).toEqual({ kind: said, status });
      }
    }
  });

  it('says of a list that is not there that the address is probably wrong', async () => {
    const lost = { kind: 'missing', status: 404, code: 'wrong-address' };
    const said = { message: 'Not found.' };
    expect(await ask('websites.list', said, { status: 404 })).toEqual({ ...lost, ...said });
    expect(await ask('projects.list', '<html>', { status: 404 })).toEqual(lost);
    expect(await ask('websites.show', said, { status: 404 })).toEqual({ kind: 'missing', status: 404, ...said });
  });
});

describe('a page in place of a refusal', () => {
  const page = '<!doctype html><title>Log in</title><form></form>';
  const rows: [status: number, type: string, body: string, code: 'html' | undefined][] = [
    [401, 'text/html; charset=utf-8', page, 'html'],
    [403, 'text/html', page, 'html'],
    [401, 'text/html', '<form action="/login"></form>', 'html'],
    [401, 'application/octet-stream', `\ufeff\n${page}`, 'html'],
    [401, '', '<HTML lang="en">', 'html'],
    // Many servers call everything HTML, and some refuse a key without a word.
    [401, 'text/html', '', undefined],
    [401, 'text/html', 'Unauthorized', undefined],
    [403, 'text/html', '{"message":"<html>"}', undefined],
    [401, 'application/json', '{"message":"<html>"}', undefined],
    [401, 'application/xml', '<error>No</error>', undefined],
    [402, 'text/html', page, undefined],
    [422, 'text/html', page, undefined],
  ];
  test.each(titled(rows))('%s', async (_title, status, type, body, code) => {
    for (const name of names)
      expect((await ask(name, body, { status, headers: { 'content-type': type } })).code).toBe(code);
  });

  test.each([
    ['Basic realm="x"', '', 'html'],
    ['Digest realm="x"', 'No.', 'html'],
    ['Basic realm="api"', '{"message":"No."}', undefined],
    ['Bearer', '', undefined],
  ])('a proxy that wants a password: %s %j', async (wanted, body, code) => {
    const init = { status: 401, headers: { 'www-authenticate': wanted } };
    for (const name of names) expect((await ask(name, body, init)).code).toBe(code);
    const matomo = { ...connection, kind: 'matomo' } as const;
    expect((await problemOf(impatient('websites.list', {}, matomo, replying(body, init)))).code).toBe(code);
  });
});

describe('what a refusal says', () => {
  const taken = 'The domain has already been taken.';
  const both = { message: 'No.', fields: { domain: [taken] } };
  const rows: [body: unknown, said: Pick<Problem, 'fields' | 'message'>][] = [
    [{ message: 'No.', errors: { domain: [taken] } }, both],
    [{ message: { domain: [taken] }, status: 422 }, { fields: { domain: [taken] } }],
    [{ message: 'No.', errors: { domain: taken } }, both],
    [{ errors: [{ field: 'domain', message: taken }] }, { message: taken, fields: { domain: [taken] } }],
    [{ errors: [null, { field: 'domain', message: taken }] }, { message: taken, fields: { domain: [taken] } }],
    [{ errors: [{ message: taken }] }, { message: taken }],
    [{ errors: [{ status: '422', title: 'No.', detail: taken }] }, { message: taken }],
    [{ type: 'about:blank', title: 'No.', detail: taken, status: 422 }, { message: taken }],
    [{ domain: [taken], privacy: ['a', 'b'] }, { fields: { domain: [taken], privacy: ['a', 'b'] } }],
    [{ errors: [taken] }, { message: taken }],
    [{ errors: taken }, { message: taken }],
    [{ error: taken }, { message: taken }],
    [{ error: { message: taken } }, { message: taken }],
    [{ message: taken, errors: {} }, { message: taken }],
    [{ message: taken, errors: null }, { message: taken }],
    [[taken], {}],
    ['"text"', {}],
    ['<html>', {}],
    ['', {}],
    // A field whose text cannot be read is still known to be refused.
    [{ errors: { domain: [{ type: 'img' }, null], privacy: { 0: ['x'] } } }, { fields: { domain: [], privacy: [] } }],
    [{ errors: { domain: [7, 'a', 'b', 'c', 'd', 'e', 'f'] } }, { fields: { domain: ['7', 'a', 'b', 'c', 'd'] } }],
    [{ errors: { domain: 'x'.repeat(100_000) } }, { fields: { domain: ['x'.repeat(300)] } }],
    [{ message: '<img src=x>\u202emoc\r\n  live\u0000' }, { message: '<img src=x>moc   live' }],
    [{ message: 'x'.repeat(100_000) }, { message: 'x'.repeat(300) }],
    ['{"errors":{"__proto__":["polluted"],"constructor":["own"]}}', { fields: { constructor: ['own'] } as never }],
  ];
  test.each(titled(rows))('%s', async (_title, body, said) => {
    expect(await refused(body)).toEqual({ kind: 'rejected', status: 422, ...said });
  });

  it('names at most twenty fields, each by at most 64 letters', async () => {
    const errors = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`${n}-${'x'.repeat(100)}`, ['no']]));
    const { fields = {} } = await refused({ errors });
    expect(Object.keys(fields)).toHaveLength(20);
    expect(Math.max(...Object.keys(fields).map((name) => name.length))).toBe(64);
  });

  it('keeps its status where its body cannot be read', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) });
    const fetch = async () => new Response(body, { status: 401 });
    expect(await problemOf(call('websites.list', {}, connection, { fetch }))).toEqual({ kind: 'auth', status: 401 });
  });

  it('keeps its status where its body is too large', async () => {
    const { kind, status, message } = await refused({ message: 'x'.repeat(2 ** 21) });
    expect({ kind, status, message }).toEqual({ kind: 'rejected', status: 422 });
  });
});

describe('how long to wait', () => {
  const at = Date.parse('2026-11-20T10:00:00Z');
  const date = new Date(at).toUTCString();
  const rows: [headers: Record<string, string>, seconds: number | undefined][] = [
    [{ 'retry-after': '2' }, 2],
    [{ 'retry-after': ' 30 ' }, 30],
    [{ 'retry-after': '1.25' }, 2],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after': '-5' }, 1],
    [{ 'retry-after': '1000000000' }, 900],
    [{ 'retry-after': '2, 2' }, 2],
    [{ 'retry-after': '2 , 2' }, 2],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': 'in 5' }, undefined],
    [{ 'retry-after': '5 s' }, undefined],
    [{ 'retry-after': 'Friday 13' }, undefined],
    [{ 'retry-after': '' }, undefined],
    // Dates are by the service's clock, whatever ours says.
    [{ 'retry-after': new Date(at + 3000).toUTCString(), date }, 3],
    [{ 'retry-after': 'Friday, 20-Nov-26 10:00:30 GMT', date }, 30],
    [{ 'retry-after': 'Fri Nov 20 10:00:30 2026 GMT', date }, 30],
    [{ 'retry-after': '1 Fri, 20 Nov 2026 10:00:30 GMT', date }, undefined],
    [{ 'retry-after': new Date(at - 3_600_000).toUTCString(), date }, 1],
    [{ 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT', date }, 900],
    [{ 'x-ratelimit-reset': String(at / 1000 + 20), date }, 20],
    [{ 'x-ratelimit-reset': String(at + 20_000), date }, 20],
    [{ 'x-ratelimit-reset': '2026-11-20T10:00:20Z', date }, 20],
    [{ 'x-ratelimit-reset': new Date(at + 20_000).toUTCString(), date }, 20],
    [{ 'ratelimit-reset': '20' }, 20],
    [{ 'x-ratelimit-reset': '0' }, 1],
    [{ 'retry-after': String(at / 1000 + 20), date }, 20],
    [{ 'retry-after': String(at + 20_000), date }, 20],
    [{ 'retry-after': '2026-11-20T10:00:20Z', date }, 20],
    [{ 'x-ratelimit-reset': '20' }, 20],
    [{ 'x-ratelimit-reset': '20000' }, 20],
    [{ 'x-ratelimit-reset': 'never' }, undefined],
    [{ 'retry-after': 'soon', 'x-ratelimit-reset': '20' }, 20],
    [{ 'retry-after': 'in 5', 'x-ratelimit-reset': '20' }, 20],
    [{ 'retry-after': '5', 'x-ratelimit-reset': '20' }, 5],
    [{}, undefined],
  ];
  test.each(titled(rows))('%s', async (_title, headers, seconds) => {
    expect((await refused({}, { status: 429, headers })).retryAfter).toBe(seconds);
  });

  it('is told by 503 too, and by what tells it besides', async () => {
    const down = { kind: 'server', status: 503 };
    const asked = await refused('', { status: 503, headers: { 'retry-after': '120' } });
    expect(asked).toEqual({ ...down, retryAfter: 120 });
    expect(await refused('', { status: 503, headers: { 'x-ratelimit-reset': '20' } })).toEqual(down);
  });
});

describe('a success that says it is none', () => {
  const rows: [body: unknown, problem?: Partial<Problem>][] = [
    [{ error: 'Not done.' }, { message: 'Not done.' }],
    [{ error: true }],
    [{ error: { code: 17, message: 'Not done.' } }, { message: 'Not done.' }],
    [{ error: { status: 403 } }, { kind: 'forbidden', status: 403 }],
    [{ error: { code: 401, message: 'Who?' } }, { kind: 'auth', status: 401, message: 'Who?' }],
    [{ error: [{ toString: 0 }] }],
    [{ success: false, message: 'Not done.' }, { message: 'Not done.' }],
    [{ success: false, data: [] }],
    [{ success: 0, message: 'Not done.' }, { message: 'Not done.' }],
    [{ success: '0', data: [] }],
    [{ success: 'false', data: [] }],
    [{ ok: false }],
    [{ ok: 0 }],
    [{ deleted: false }],
    [{ deleted: 0 }],
    [{ result: 'error', message: 'Not done.' }, { message: 'Not done.' }],
    [{ result: false }],
    [{ status: 'ERROR' }],
    [{ status: 0 }],
    [{ status: false }],
    [{ status: 'error', message: 'Not done.' }, { message: 'Not done.' }],
    [{ status: 'fail' }],
    [{ status: 'failed' }],
    [{ status: 'failure' }],
    [{ status: 400 }, { kind: 'rejected', status: 400 }],
    [{ status: 401 }, { kind: 'auth', status: 401 }],
    [{ status: '403' }, { kind: 'forbidden', status: 403 }],
    [{ status: 404 }, { kind: 'missing', status: 404 }],
    [
      { status: 422, message: { domain: ['no'] } },
      { kind: 'rejected', status: 422, fields: { domain: ['no'] } },
    ],
    [{ status: 429 }, { kind: 'busy', status: 429 }],
    [{ status: 500, data: [] }, { status: 500 }],
    [{ status: 599 }, { status: 599 }],
    [
      { code: 403, message: 'Not done.' },
      { kind: 'forbidden', status: 403, message: 'Not done.' },
    ],
    [{ status: 200, code: '500' }, { status: 500 }],
    [{ errors: { domain: ['invalid'] } }, { kind: 'rejected', fields: { domain: ['invalid'] } }],
    [{ errors: ['invalid'] }, { message: 'invalid' }],
    // Lists of a record, not reasons for a refusal.
    [{ error: 'Not all done.', exclude_ips: ['192.0.2.1'] }, { message: 'Not all done.' }],
    ['false'],
  ];
  test.each(titled(rows))('%s', async (_title, body, problem) => {
    for (const name of names)
      expect(await ask(name, body, { status: 200 })).toEqual({ kind: 'server', status: 200, ...problem });
  });

  const empty = [{ error: null }, { error: '' }, { error: false }, { errors: [] }, { errors: {} }];
  const flags = [{ success: true }, { success: 1 }, { ok: '1' }];
  const statuses = [201, 600, 'success', null].map((status) => ({ status }));
  const fine = [...flags, { code: 0 }, { code: 1001 }, ...statuses];
  it.each([...empty, ...fine])('is one: %j', async (body) =>
    expect(await call('websites.delete', { id: '5' }, connection, replying(body))).toBeUndefined(),
  );

  it.each(names)('%s is none with an HTML page', async (name) => {
    const page = '<!doctype html><title>Log in</title>';
    for (const type of ['text/html', 'application/json']) {
      const problem = await ask(name, page, { headers: { 'content-type': type } });
      expect(problem).toEqual({ kind: 'shape', status: 200, code: 'html' });
    }
  });
});

describe('the key', () => {
  const key = connection.key;
  const errorOf = async (call: Promise<unknown>) => {
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  };
  const rows: [name: string, body: unknown][] = [
    ['a message', { message: `Unauthenticated: Bearer ${key}` }],
    ['a message in which it is cut', { message: `${'x'.repeat(290)}${key}` }],
    ['an escaped text', `{"message":"\\u006d${key.slice(1)}"}`],
    ['a field', { errors: { [key]: [`wrong: ${key}`] } }],
    ['an error', { error: { message: key } }],
  ];
  test.each(rows)('is not repeated from %s', async (_name, body) => {
    for (const status of [200, 401, 422]) {
      const error = await errorOf(call('websites.list', {}, connection, replying(body, { status })));
      const told = `${error} ${JSON.stringify(error)} ${error.stack} ${JSON.stringify(error.problem)}`;
      for (let length = 8; length <= key.length; length++) expect(told).not.toContain(key.slice(0, length));
    }
  });

  it('is not told, nor is the address, when fetch fails with both', async () => {
    const fetch = async () => {
      throw new TypeError(`Failed to fetch https://user:secret@stats.example with ${key}`);
    };
    const error = await errorOf(call('websites.create', { domain: 'a.example' }, connection, { fetch }));
    const all = { name: 'ApiError', problem: { kind: 'network' }, message: 'network', cause: undefined };
    expect({ ...error, message: error.message, cause: error.cause }).toEqual(all);
  });
});

describe('the password of a website', () => {
  const password = 'open sesame';
  const said = `"password" with value "${password}" fails`;
  const hidden = '"password" with value "…" fails';
  const sql = (value: string) => `insert into w values ('a', '${value}')`;
  test.each<[string, body: object, told: object]>([
    ['a message', { message: said }, { message: hidden }],
    ['a field', { errors: { password: [said] } }, { fields: { password: [hidden] } }],
    ['an SQL error', { message: sql(password) }, { message: sql('…') }],
  ])('is not repeated from %s', async (_name, body, told) => {
    for (const name of ['websites.create', 'websites.update'] as const)
      for (const status of [200, 422, 500]) {
        const input = { ...least[name], privacy: 2, password } as never;
        const reply = { success: false, ...body };
        expect(await problemOf(impatient(name, input, connection, replying(reply, { status })))).toMatchObject(told);
      }
  });

  test('is not repeated as the form of the request has it', async () => {
    const input = { ...least['websites.create'], privacy: 2, password: 'sésame "&/x' } as const;
    const reply = replying({ message: 'password=s%C3%A9same+%22%26%2Fx' }, { status: 422 });
    expect(await problemOf(call('websites.create', input, connection, reply))).toMatchObject({ message: 'password=…' });
  });

  test('that is a name of a field leaves the names as they are', async () => {
    const input = { ...least['websites.create'], privacy: 2, password: 'domain' } as const;
    const reply = replying({ errors: { domain: ['The domain is taken.'] } }, { status: 422 });
    expect(await problemOf(call('websites.create', input, connection, reply))).toMatchObject({
      fields: { domain: ['The … is taken.'] },
    });
  });
});
