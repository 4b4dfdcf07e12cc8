import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { callWithin } from '../../../lib/services/call.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { problemOf, serve } from '../../unit/services/helpers.ts';
import { connectionTo, shared } from '../services.ts';

const sizes = { pause: 0, list: 2 ** 20, record: 2 ** 20 };
const [matomo, umami] = await Promise.all([shared(startMatomo()), shared(startUmami())]);
const connections = { matomo: connectionTo('matomo', matomo), umami: connectionTo('umami', umami) };

/** A `fetch` each of whose answers takes so long (milliseconds); `log`: when each request was sent. */
function slow(ms: number) {
  const log: number[] = [];
  const slowFetch: typeof fetch = async (...given) => {
    log.push(performance.now());
    const { signal } = given[1] ?? {};
    const [answer] = await Promise.all([fetch(...given), sleep(ms, undefined, signal ? { signal } : {})]);
    return answer;
  };
  return { fetch: slowFetch, log };
}

describe('requests that wait for their turn', () => {
  const create = (call: ReturnType<typeof callWithin>, n: number, options: object) =>
    call('websites.create', { domain: `${n}.example` }, connections.matomo, options);

  test('have their whole time from when they are sent', async () => {
    const call = callWithin({ ...sizes, time: 1_500, wait: 20_000 });
    const { fetch, log } = slow(500);
    const made = await Promise.all([1, 2, 3, 4, 5].map((n) => create(call, n, { fetch })));
    expect(made.map((one) => one?.domain)).toEqual([1, 2, 3, 4, 5].map((n) => `${n}.example`));
    expect(Math.max(...log) - Math.min(...log)).toBeGreaterThan(1_500);
  });

  test.each<[string, kind: string, wait: number, cancel: number]>([
    ['too long', 'timeout', 200, 60_000],
    ['for a caller who cancels', 'cancelled', 60_000, 200],
  ])('%s are certainly not sent, then or later', async (_what, kind, wait, cancel) => {
    const call = callWithin({ ...sizes, time: 10_000, wait });
    const { fetch, log } = slow(1_500);
    const first = create(callWithin({ ...sizes, time: 10_000, wait: 60_000 }), 1, { fetch });
    const since = performance.now();
    const second = create(call, 2, { fetch, signal: AbortSignal.timeout(cancel) });
    expect(await problemOf(second)).toEqual({ kind, unsent: true });
    expect(performance.now() - since).toBeLessThan(1_400);
    await first;
    expect(await create(call, 3, { fetch })).toMatchObject({ domain: '3.example' });
    expect([log.length, matomo.rows.map(({ name }) => name)]).toEqual([2, ['1.example', '3.example']]);
  });
});

describe('a write of several requests', () => {
  const call = callWithin({ ...sizes, time: 2_000, wait: 5_000 });
  const changes = { matomo: { exclude_ips: ['192.0.2.1'] }, umami: { privacy: 0 } } as const;
  const isWrite = { matomo: /updateSite/, umami: /shareId/ };
  type Lost = 'its reading' | 'the write';
  test.each<[keyof typeof connections, Lost, problem: object]>([
    ['matomo', 'its reading', { kind: 'network', unsent: true }],
    ['matomo', 'the write', { kind: 'network' }],
    ['umami', 'its reading', { kind: 'network', unsent: true }],
    ['umami', 'the write', { kind: 'network' }],
  ])('%s, where the answer to %s is lost', async (kind, lost, problem) => {
    const id = kind === 'matomo' ? matomo.put(['https://a.example']) : umami.put('a.example');
    const lossy: typeof fetch = async (...given) => {
      const writes = isWrite[kind].test(String(given[1]?.body));
      if (writes === (lost === 'the write')) throw new TypeError('Failed to fetch');
      return fetch(...given);
    };
    const outcome = call('websites.update', { id, ...(changes[kind] as object) }, connections[kind], { fetch: lossy });
    expect(await problemOf(outcome)).toEqual(problem);
  });

  test('a read is never called unsent', async () => {
    await using server = await serve((_sent, response) => response.destroy());
    const { url } = server;
    expect(await problemOf(call('websites.list', {}, { url, key: umami.key }))).toEqual({ kind: 'network' });
  });
});
