import { expect, it, test } from 'vitest';
import { identify, kindToAsk } from '../../../lib/services/index.ts';
import { json, problemOf, replying, serve } from './helpers.ts';

const turnedAway = { message: 'Unauthenticated.' };
const rows: [name: string, body: unknown, init: ResponseInit, kind: string | undefined][] = [
  ['401 with a message', turnedAway, { status: 401 }, 'analyticsV1'],
  ['403 with a message', turnedAway, { status: 403 }, 'analyticsV1'],
  ['401 with an error', { error: 'No key.' }, { status: 401 }, 'analyticsV1'],
  ['401 with an error of parts', { error: { code: 401, message: 'No key.' } }, { status: 401 }, 'analyticsV1'],
  ['401 with a detail', { detail: 'Not authenticated' }, { status: 401 }, 'analyticsV1'],
  ['401 as problem details', { type: 'about:blank', title: 'Unauthorized' }, { status: 401 }, 'analyticsV1'],
  ['403 with a msg', { msg: 'Missing Authorization Header' }, { status: 403 }, 'analyticsV1'],
  ['404 with a detail', { detail: 'Not Found' }, { status: 404 }, undefined],
  ['401 without a word', {}, { status: 401 }, undefined],
  ['401 with an array', [turnedAway], { status: 401 }, undefined],
  ['401 with a page', '<html>Log in</html>', { status: 401 }, undefined],
  ['401 with nothing', null, { status: 401 }, undefined],
  ['401 too large to be read', { message: 'x'.repeat(70_000) }, { status: 401 }, undefined],
  ['404 with a message', { message: 'Not found.' }, { status: 404 }, undefined],
  ['a list for anybody', [], {}, undefined],
  ['a version that is no text', '{"value":{"toString":1}}', {}, undefined],
  ['a page', '<html></html>', {}, undefined],
  ['a failure', turnedAway, { status: 500 }, undefined],
  ['a redirect', null, { status: 302, headers: { location: '/login' } }, undefined],
];
test.each(rows)('%s', async (_name, body, init, kind) => {
  expect(await identify('https://stats.example/app', replying(body, init))).toBe(kind);
});

it('asks as each kind at once, without a key, and follows nothing', async () => {
  await using server = await serve((_sent, response) => json(response, 401, turnedAway));
  expect(await identify(`${server.url}/app/`)).toBe('analyticsV1');
  const asked = server.log.toSorted((a, b) => (a.url < b.url ? -1 : 1));
  expect(asked).toMatchObject([
    { method: 'GET', url: '/app/api/heartbeat', headers: { accept: 'application/json' } },
    { method: 'GET', url: '/app/api/v1/websites', headers: { accept: 'application/json' } },
    { method: 'POST', url: '/app/index.php', body: 'module=API&format=JSON&method=API.getMatomoVersion' },
  ]);
  for (const { headers } of asked) expect(headers).not.toHaveProperty('authorization');
  const seen: (RequestInit | undefined)[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    seen.push(init);
    return Response.json(turnedAway, { status: 401 });
  };
  await identify('https://stats.example', { fetch });
  const same = { redirect: 'manual', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' };
  expect(seen).toMatchObject([same, same, same]);
});

it('says why nothing answers', async () => {
  const away = async () => Promise.reject(new TypeError('away'));
  expect(await problemOf(identify('https://stats.example', { fetch: away }))).toEqual({ kind: 'network' });
  expect(await problemOf(identify('http://stats.example'))).toEqual({ kind: 'setup', code: 'bad-address' });
  const signal = AbortSignal.abort();
  expect(await problemOf(identify('https://stats.example', { signal }))).toEqual({ kind: 'cancelled' });
});

/** Services that refuse without saying how, behind a server that answers other requests in its own way. */
test.each([
  ['takes no such request', 405, 'analyticsV1'],
  ['knows no such method', 501, 'analyticsV1'],
  ['knows no such page', 404, 'analyticsV1'],
  ['is down', 502, { kind: 'server', status: 502 }],
] as const)('asks a service as the first kind where its server %s of another', async (_what, status, asked) => {
  const fetch: typeof globalThis.fetch = async (input) =>
    String(input).endsWith('/api/v1/websites') ? Response.json({}, { status: 401 }) : new Response('', { status });
  const kind = kindToAsk('https://stats.example', 'analytics', { fetch });
  if (typeof asked === 'string') expect(await kind).toBe(asked);
  else expect(await problemOf(kind)).toEqual(asked);
});
