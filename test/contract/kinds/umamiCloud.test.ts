import { expect, it } from 'vitest';
import { call, identify } from '../../../lib/services/index.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { problemOf } from '../../unit/services/helpers.ts';
import { connectionTo, shared } from '../services.ts';

const umami = await shared(startUmami({ isCloud: true, role: 'user' }));
const connection = { ...connectionTo('umamiCloud', umami), url: 'https://api.umami.is/v1' };
const there: typeof fetch = (url, init) => fetch(String(url).replace('https://api.umami.is', umami.url), init);
const to = { fetch: there };

it('is recognised at its one address, whatever is typed behind it', async () => {
  for (const url of ['https://api.umami.is/v1', 'https://api.umami.is'])
    expect(await identify(url, to)).toBe('umamiCloud');
});

it('is asked at another path, with a header of its own, and shows its pages elsewhere', async () => {
  const made = await call('websites.create', { domain: 'a.example', privacy: 0 }, connection, to);
  expect(made).toMatchObject({ share_url: expect.stringMatching(/^https:\/\/cloud\.umami\.is\/share\//) });
  const found = await call('websites.find', { host: 'a.example' }, connection, to);
  expect(found).toMatchObject({ items: [{ id: made?.id }] });
  for (const { path, headers } of umami.log) {
    expect(path).toMatch(/^\/v1\//);
    expect([headers.authorization, headers['x-umami-api-key']]).toEqual([undefined, umami.key]);
  }
});

it('what was deleted is kept there, and is gone here', async () => {
  const id = umami.put('a.example');
  expect(await call('websites.delete', { id }, connection, to)).toBeUndefined();
  expect(umami.rows).toHaveLength(1);
  expect(await call('websites.find', { host: 'a.example' }, connection, to)).toEqual({ items: [], complete: true });
  expect((await problemOf(call('websites.show', { id }, connection, to))).kind).toBe('missing');
  for (const privacy of [0, 1] as const)
    expect((await problemOf(call('websites.update', { id, privacy }, connection, to))).kind).toBe('missing');
  // A second create with a used id makes no second website.
  expect((await problemOf(call('websites.create', { domain: 'a.example', id }, connection, to))).kind).toBe('server');
});

it('a refusal may be for the plan, there alone', async () => {
  const forbidden = { status: 403, body: '{"error":{"message":"Forbidden"}}' };
  umami.fail(forbidden);
  expect(await problemOf(call('websites.list', {}, connection, to))).toMatchObject({ kind: 'forbidden', code: 'plan' });
  umami.fail(forbidden);
  const refused = await problemOf(call('websites.list', {}, connectionTo('umami', umami)));
  expect([refused.kind, refused.code, refused.message]).toEqual(['forbidden', undefined, 'Forbidden']);
});

it('tells the hour of a last visit', async () => {
  const ids = [umami.put('a.example'), umami.put('b.example')];
  umami.hits.add(ids[0] ?? '', Date.UTC(2026, 10, 1, 12, 59));
  const told = await call('websites.hits', { ids, last: true, shown: true }, connection, to);
  expect(told.map(({ last }) => last)).toEqual([Date.UTC(2026, 10, 1, 12), null]);
});
