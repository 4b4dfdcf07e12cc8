import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ApiError, call, type ListOutput, type Project, type Website } from '../../../lib/services/index.ts';
import { anySign } from '../util/anySign.ts';
import { forAny, forMany } from '../util/forAny.ts';
import { webUrl } from '../util/webUrl.ts';
import { connection, impatient, least, names, replying } from './helpers.ts';

const isText = (most: number) => (value: unknown) =>
  typeof value === 'string' &&
  value.length <= most &&
  value.isWellFormed() &&
  !/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(value);
const isOneOf =
  (...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value);
const isLines = (value: unknown) => Array.isArray(value) && value.every(isText(1000));
const isLocked = isOneOf('no-id', 'unsafe-id', 'inexact-id', 'no-name');

const websiteFields: Record<keyof Website, (value: unknown) => boolean> = {
  id: isText(200),
  domain: isText(300),
  name: isText(300),
  hosts: isLines,
  share_url: (value) => value === null || isText(2048)(value),
  privacy: isOneOf(0, 1, 2),
  privacy_raw: isText(20),
  email: isOneOf(0, 1),
  exclude_bots: isOneOf(0, 1),
  exclude_params: isLines,
  exclude_ips: isLines,
  has_password: isOneOf(true, false),
  created_at: isText(1000),
  updated_at: isText(1000),
  team: (value) => value === null || isText(200)(value),
  team_name: isText(300),
  locked: isLocked,
};
const projectFields: Record<keyof Project, (value: unknown) => boolean> = {
  project: isText(200),
  id: isText(200),
  reports: (value) => Number.isSafeInteger(value),
  result: (value) => Number.isFinite(value),
  created_at: isText(1000),
  locked: isLocked,
};

function wellTyped(record: Website | Project): void {
  const fields: Record<string, (value: unknown) => boolean> = 'domain' in record ? websiteFields : projectFields;
  for (const [name, value] of Object.entries(record))
    expect([name, value, fields[name]?.(value)]).toEqual([name, value, true]);
  const id = 'domain' in record ? record.id : record.project;
  if (!record.locked)
    expect(new URL(encodeURIComponent(id), 'https://x.example/a/').pathname).toBe(`/a/${encodeURIComponent(id)}`);
}

/** The words that answers are made of: fields of records, names around these and beside them, and traps. */
const fields = 'privacy email password exclude_bots exclude_params exclude_ips created_at reports result'.split(' ');
const around = 'data websites projects website items results records meta links'.split(' ');
const beside = 'next total current_page last_page per_page next_page_url status error errors message success'.split(
  ' ',
);
const traps = 'deleted __proto__ constructor toString length 0 1 7'.split(' ');
const vocabulary = ['id', 'domain', 'url', 'project', ...fields, ...around, ...beside, ...traps];
const texts = ['', '2', 'a.example', 'example.com', '..', 'https://a.example/x', '?page=2'];
const leaf = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, 2, 200, 404, ...texts),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.maxSafeInteger(),
  fc.string({ unit: anySign }),
);
/** JSON made of the words that answers are made of, so that the readers get past their first look at it. */
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(tie('answer'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...vocabulary), fc.string()), tie('answer'), { maxKeys: 6 }),
  ),
}));
/** What is nearly a record: the right names, any values. */
const name = fc.oneof(fc.constant('example.com'), leaf);
const named = fc.record({ id: fc.oneof(fc.constantFrom(5, '5'), leaf), domain: name, project: name });
const others = fc.dictionary(fc.constantFrom('project', ...fields), fc.oneof(leaf, answer), { maxKeys: 8 });
const nearly = fc.tuple(named, others).map(([fields, more]) => ({ ...more, ...fields }));
const envelope = fc.constantFrom<(records: unknown[]) => unknown>(
  (records) => records,
  (records) => ({ data: records, links: { next: '?page=2' }, meta: { total: 3 } }),
  (records) => ({ data: Object.fromEntries(records.entries()) }),
  ([first]) => ({ data: first, status: 200 }),
  ([first]) => first,
);
const likely = fc
  .tuple(envelope, fc.array(nearly, { minLength: 1, maxLength: 4 }))
  .map(([wrap, records]) => wrap(records));
const body = fc.oneof(
  { weight: 5, arbitrary: fc.oneof(answer, likely).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
);
const status = fc.constantFrom(...Array(8).fill(200), 201, 202, 400, 401, 404, 422, 429, 500, 503, 599);

function wellWorded({ problem: { kind, message, fields = {} } }: ApiError): void {
  expect(typeof kind).toBe('string');
  const said = [message ?? '', ...Object.keys(fields), ...Object.values(fields).flat()];
  expect(said.filter((text) => !isText(1000)(text))).toEqual([]);
}

function wellRead(output: ListOutput<Website | Project>): void {
  const { items, total = 0, more, next = '' } = output;
  for (const item of items) wellTyped(item);
  expect([typeof more, typeof total, typeof next]).toEqual(['boolean', 'number', 'string']);
}

it('any answer is read into well-typed records, or refused as an ApiError', async () => {
  let read = 0;
  await forMany(2000, [fc.constantFrom(...names), body, status], async (name, text, code) => {
    const fetch = async () => new Response(text, { status: code, headers: { 'retry-after': '9' } });
    const outcome = await impatient(name, least[name], connection, { fetch }).catch((error: Error) => error);
    if (outcome instanceof ApiError) wellWorded(outcome);
    else if (outcome instanceof Error) throw outcome;
    else if (outcome) {
      read++;
      if ('items' in outcome) wellRead(outcome);
      else wellTyped(outcome);
    }
  });
  expect(Object.keys(Object.prototype)).toEqual([]);
  // Else the words above no longer lead anywhere.
  expect(read).toBeGreaterThan(10);
});

it('any whole number is an id by its exact digits', async () => {
  const number = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
  await forAny([number, fc.constantFrom('', ' ', '\n')], async (id, space) => {
    const text = `[{"note":"${id}","id":${space}${id}${space},"domain":"a.example"}]`;
    const { items } = await call('websites.list', {}, connection, replying(text));
    const locked = Number.isSafeInteger(Number(id)) ? {} : { locked: 'inexact-id' };
    expect(items).toEqual([{ id: String(id), domain: 'a.example', ...locked }]);
  });
});

it('any id is refused, or asked for as one segment of the path', async () => {
  const ids = fc.oneof(fc.string({ unit: anySign }), fc.constantFrom('.', '..', '%2e', '../..', '\\..'));
  await forMany(500, [ids], async (id) => {
    let asked = 'https://none.example/';
    const fetch = async (url: unknown) => {
      asked = String(url);
      return new Response(null, { status: 204 });
    };
    const outcome = await call('websites.delete', { id }, connection, { fetch }).catch((error: unknown) => error);
    if (outcome instanceof ApiError)
      expect(outcome.problem).toMatchObject({ kind: 'rejected', fields: { id: [expect.any(String)] } });
    else {
      const segments = new URL(asked).pathname.split('/');
      expect(segments.slice(0, 5)).toEqual(['', 'app', 'api', 'v1', 'websites']);
      expect(segments.slice(5).map(decodeURIComponent)).toEqual([id]);
    }
  });
});

it('any next link leads to our own path, or nowhere', async () => {
  const own = 'https://stats.example/app/api/v1/websites';
  const link = fc.oneof(
    webUrl,
    fc.string({ unit: anySign }),
    fc.string().map((query) => `${own}?${query}`),
    fc
      .tuple(fc.constantFrom('//', '/', '\\', '@', 'https:', '..', `${own}/`), fc.string())
      .map((parts) => parts.join('')),
  );
  await forMany(500, [link], async (next) => {
    const asked: URL[] = [];
    const fetch = async (url: unknown) => {
      asked.push(new URL(String(url)));
      return Response.json({ data: [{ id: 1, domain: 'a.example' }], links: { next } });
    };
    const page = await call('websites.list', { search: 'a', per_page: 10 }, connection, { fetch });
    if (page.next !== undefined) await call('websites.list', { cursor: page.next }, connection, { fetch });
    for (const { href, origin, pathname, searchParams } of asked) {
      expect(origin + pathname, href).toBe(own);
      expect([searchParams.getAll('search'), searchParams.getAll('per_page')]).toEqual([['a'], ['10']]);
    }
  });
});

it('any settings arrive as they were meant', async () => {
  const line = fc.string().filter((text) => text.trim() === text && text !== '');
  const [flag, lines] = [fc.constantFrom(0 as const, 1 as const), fc.array(line, { maxLength: 5 })];
  const password = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 });
  const all = { email: flag, exclude_bots: flag, exclude_params: lines, exclude_ips: lines, password };
  const settings = fc.record(all, { requiredKeys: [] });
  await forAny([settings], async (changes) => {
    let form = new URLSearchParams();
    const fetch = async (_url: unknown, init?: RequestInit) => {
      form = new URLSearchParams(await new Response(init?.body).text());
      return new Response(null, { status: 204 });
    };
    await call('websites.update', { id: '5', privacy: 2, ...changes }, connection, { fetch });
    const { exclude_params, exclude_ips, ...rest } = Object.fromEntries(form);
    const meant = { privacy: 2, ...changes };
    for (const [name, value] of Object.entries(rest)) expect(value).toBe(String(meant[name as keyof typeof meant]));
    expect(exclude_params?.split('\n').filter(Boolean)).toEqual(changes.exclude_params);
    expect(exclude_ips?.split('\n').filter(Boolean)).toEqual(changes.exclude_ips);
    expect([...form.keys()].sort()).toEqual(Object.keys(meant).sort());
  });
});
