import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { ApiError, type Connection, call, type Problem, type Website } from '../../lib/services/index.ts';
import { type Behaviour, type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { envelopes, type fieldStyles, type IdStyle, idStyles, recordShapes } from '../sandbox/shapes.ts';

let sandbox: Sandbox;
let connection: Connection;
let seo: Connection;

beforeAll(async () => {
  sandbox = await startSandbox({
    key: 'made-up-key-for-tests-0052',
    seoKey: 'made-up-key-for-tests-0053',
    seoPort: 0,
    basePath: '/stats',
  });
  connection = { url: sandbox.url, key: sandbox.key };
  seo = { url: sandbox.seoUrl, key: sandbox.seoKey };
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const namesOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
const problemOf = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => expect.fail('resolved'),
    (error: unknown) => {
      if (error instanceof ApiError) return error.problem;
      throw error;
    },
  );

describe('the interface', () => {
  it('creates, shows, changes, lists and deletes a website', async () => {
    const created = await call('websites.create', { domain: 'a.example' }, connection);
    expect(created).toMatchObject({ domain: 'a.example', privacy: 1, email: 0, exclude_bots: 1, has_password: false });
    const id = created?.id ?? '';
    const changes = {
      privacy: 2,
      password: 'sécret & more',
      email: 1,
      exclude_bots: 0,
      exclude_params: ['a', 'b c'],
      exclude_ips: ['192.0.2.1', '2001:db8::1'],
    } as const;
    const updated = await call(
      'websites.update',
      { id, ...changes, exclude_params: ['a', 'b c'], exclude_ips: ['192.0.2.1', '2001:db8::1'] },
      connection,
    );
    expect(updated).toMatchObject({
      id,
      privacy: 2,
      email: 1,
      exclude_bots: 0,
      has_password: true,
      exclude_ips: ['192.0.2.1', '2001:db8::1'],
    });
    expect(sandbox.websites()).toMatchObject([
      {
        domain: 'a.example',
        privacy: 2,
        password: 'sécret & more',
        email: 1,
        exclude_bots: 0,
        exclude_params: 'a\nb c',
        exclude_ips: '192.0.2.1\n2001:db8::1',
      },
    ]);
    expect(await call('websites.show', { id }, connection)).toEqual(updated);
    expect(await call('websites.list', {}, connection)).toEqual({ items: [updated], total: 1, more: false });
    await call('websites.update', { id, exclude_ips: [], exclude_params: [] }, connection);
    expect(sandbox.websites()).toMatchObject([{ privacy: 2, email: 1, exclude_params: null, exclude_ips: null }]);
    expect(await call('websites.delete', { id }, connection)).toBeUndefined();
    expect(sandbox.websites()).toEqual([]);
    expect(await problemOf(call('websites.delete', { id }, connection))).toMatchObject({
      kind: 'missing',
      status: 404,
    });
    expect(await problemOf(call('websites.show', { id }, connection))).toMatchObject({ kind: 'missing', status: 404 });
  });

  it('lists and deletes projects', async () => {
    sandbox.addProject({ project: 'b.example', reports: 4, result: 71 });
    sandbox.addProject({ project: 'mün chen/a.example' });
    const { items } = await call(
      'projects.list',
      { search: 'b.ex', search_by: 'project', sort_by: 'project', sort: 'asc', per_page: 10 },
      seo,
    );
    expect(items).toEqual([{ project: 'b.example', reports: 4, result: 71, created_at: expect.any(String) }]);
    await call('projects.delete', { project: 'mün chen/a.example' }, seo);
    await call('projects.delete', { project: 'b.example' }, seo);
    expect(sandbox.projects()).toEqual([]);
  });

  it('asks each service by its own key, for JSON, without cookies', async () => {
    await call('websites.list', {}, connection);
    await call('projects.list', {}, seo);
    const facts = sandbox.log.map(({ key, keyOk, cookie, accept, path }) => ({ key, keyOk, cookie, accept, path }));
    const common = { keyOk: true, cookie: false, accept: 'application/json' };
    expect(facts).toEqual([
      { ...common, key: 'analytics', path: '/stats/api/v1/websites' },
      { ...common, key: 'seo', path: '/stats/api/v1/projects' },
    ]);
  });

  test.each<[Behaviour, Problem]>([
    [{ apiAccess: false }, { kind: 'forbidden', status: 403, message: expect.any(String) }],
    [
      { planLimit: 1 },
      { kind: 'rejected', status: 422, message: expect.any(String), fields: { domain: [expect.any(String)] } },
    ],
    [
      { planLimit: 1, refusal: 'message' },
      { kind: 'rejected', status: 422, fields: { domain: [expect.any(String)] } },
    ],
    [
      { rateLimit: { limit: 0, windowMs: 5_000 } },
      { kind: 'busy', status: 429, message: expect.any(String), retryAfter: expect.any(Number) },
    ],
  ])('is refused under %j', async (behaviour, problem) => {
    sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave(behaviour);
    expect(await problemOf(call('websites.create', { domain: 'b.example' }, connection))).toEqual(problem);
  });

  it('is refused with a wrong key', async () => {
    const wrong = { ...connection, key: 'made-up-key-that-is-wrong' };
    expect(await problemOf(call('websites.list', {}, wrong))).toEqual({
      kind: 'auth',
      status: 401,
      message: 'Unauthenticated.',
    });
  });

  it('is not there under another path', async () => {
    const lost = { ...connection, url: sandbox.url.replace('/stats', '/lost') };
    expect(await problemOf(call('websites.list', {}, lost))).toMatchObject({
      kind: 'missing',
      code: 'wrong-address',
    });
  });

  it('updates by PUT where PATCH is not allowed', async () => {
    const { id } = sandbox.addWebsite({ domain: 'a.example' });
    sandbox.behave({ patch: '405' });
    expect(await call('websites.update', { id: String(id), email: 1 }, connection)).toMatchObject({
      email: 1,
      privacy: 1,
    });
    expect(sandbox.log.map(({ method, fields }) => [method, fields])).toEqual([
      ['PATCH', { email: '1' }],
      ['PUT', { email: '1' }],
    ]);
  });

  test.each([200, 201, 202, 204])('takes %d for a write done', async (status) => {
    sandbox.behave({ write: { status, bodyStatus: 200, record: status < 202 } });
    const created = await call('websites.create', { domain: 'a.example' }, connection);
    expect(created?.domain).toBe(status < 202 ? 'a.example' : undefined);
    await call('websites.update', { id: '1', privacy: 0 }, connection);
    await call('websites.delete', { id: '1' }, connection);
    expect(sandbox.websites()).toEqual([]);
  });
});

describe('every shape', () => {
  const site: Website = expect.objectContaining({ id: '1', domain: 'a.example' });

  test.each(namesOf(envelopes))('of a list: %s', async (envelope) => {
    sandbox.behave({ envelope });
    const empty = call('websites.list', {}, connection);
    // A bare `{}` may be anything, so it is never read as "no websites".
    if (envelope === 'keyed-bare') expect(await problemOf(empty)).toMatchObject({ kind: 'shape' });
    else expect(await empty).toMatchObject({ items: [], more: false });
    sandbox.addWebsite({ domain: 'a.example', privacy: 2 });
    sandbox.addProject({ project: 'b.example' });
    expect((await call('websites.list', {}, connection)).items).toEqual([site]);
    expect((await call('projects.list', {}, seo)).items).toMatchObject([{ project: 'b.example' }]);
  });

  test.each(namesOf(recordShapes))('of a record: %s', async (record) => {
    sandbox.behave({ record });
    const created = await call('websites.create', { domain: 'a.example' }, connection);
    // A list is not taken for the confirmation of a write.
    expect(created).toEqual(record === 'listed' ? undefined : site);
    expect(await call('websites.show', { id: '1' }, connection)).toEqual(site);
    expect(await call('websites.update', { id: '1', privacy: 0 }, connection)).toEqual(
      record === 'listed' ? undefined : site,
    );
    expect(sandbox.websites()).toMatchObject([{ privacy: 0 }]);
  });

  const locked: Partial<Record<IdStyle, Website['locked']>> = {
    big: 'inexact-id',
    fraction: 'inexact-id',
    missing: 'no-id',
    null: 'no-id',
    empty: 'no-id',
    object: 'no-id',
    '.': 'unsafe-id',
    '..': 'unsafe-id',
    'a/b': 'unsafe-id',
    'a?b': 'unsafe-id',
    'a#b': 'unsafe-id',
  };
  test.each(namesOf(idStyles))('of an id: %s', async (ids) => {
    sandbox.behave({ ids });
    sandbox.addWebsite({ domain: 'a.example' });
    const {
      items: [found],
    } = await call('websites.list', {}, connection);
    expect(found).toMatchObject({ domain: 'a.example' });
    expect(found?.locked).toBe(locked[ids]);
    if (!found || found.locked || ids === 'negative') return;
    expect(await call('websites.show', { id: found.id }, connection)).toMatchObject({ id: found.id });
    await call('websites.delete', { id: found.id }, connection);
    expect(sandbox.websites()).toEqual([]);
  });

  const styles: { [S in keyof typeof fieldStyles]: Partial<Website> } = {
    'numbers-as-text': { privacy: 2, email: 0, exclude_bots: 1 },
    'flags-as-booleans': { privacy: 2, email: 0, exclude_bots: 1 },
    nulls: {
      privacy: undefined,
      email: undefined,
      exclude_bots: undefined,
      exclude_ips: undefined,
      has_password: undefined,
    },
    sparse: { privacy: undefined, has_password: undefined, created_at: undefined },
    'url-for-domain': { domain: 'a.example', privacy: 2 },
    'privacy-3': { privacy: undefined, privacy_raw: '3' },
    'privacy-null': { privacy: undefined, privacy_raw: undefined },
    'privacy-missing': { privacy: undefined, privacy_raw: undefined },
    'password-text': { has_password: true },
    'password-missing': { has_password: undefined },
    params: { exclude_params: ['a', 'b'] },
    'lists-as-arrays': { exclude_ips: ['192.0.2.1'] },
    'upper-case-domain': { domain: 'A.EXAMPLE' },
    'project-id': { id: '1' },
    extra: { id: '1', domain: 'a.example', privacy: 2 },
  };
  test.each(namesOf(styles))('of fields: %s', async (fields) => {
    sandbox.behave({ fields });
    sandbox.addWebsite({
      domain: 'a.example',
      privacy: 2,
      password: 'made-up',
      exclude_params: 'a\nb',
      exclude_ips: '192.0.2.1',
    });
    const {
      items: [found],
    } = await call('websites.list', {}, connection);
    for (const [name, value] of Object.entries(styles[fields])) expect(found?.[name as keyof Website]).toEqual(value);
    expect(JSON.stringify(found)).not.toContain('made-up');
  });
});
