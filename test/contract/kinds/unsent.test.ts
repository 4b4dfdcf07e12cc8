import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { callWithin } from '../../../lib/services/call.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { limits, problemOf, serve } from '../../unit/services/helpers.ts';
import { connectionTo, shared } from '../services.ts';

const [matomo, umami] = await Promise.all([shared(startMatomo()), shared(startUmami())]);
const connections = { matomo: connectionTo('matomo', matomo), umami: connectionTo('umami', umami) };

describe('requests that wait for their turn', () => {
  const create = (call: ReturnType<typeof callWithin>, n: number, options: object) =>
    call('websites.create', { domain: `${n}.example` }, connections.matomo, options);

  test('have their whole time from when they are sent', async () => {
    onTestFinished(() => void vi.restoreAllMocks());
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
    const call = callWithin({ ...limits, time: 1_500, wait: 20_000 });
    const slowFetch: typeof fetch = async (...given) => {
      const answer = await fetch(...given);
      now += 500;
      return answer;
    };
    const made = await Promise.all([1, 2, 3, 4, 5].map((n) => create(call, n, { fetch: slowFetch })));
    expect(made.map((one) => one?.domain)).toEqual([1, 2, 3, 4, 5].map((n) => `${n}.example`));
    const times = limit.mock.calls.map(([time]) => time).filter((time) => time !== 20_000);
    expect(times).toEqual(Array(5).fill(1_500));
  });

  test.each<[string, kind: string, wait: number, cancel: number]>([
    ['too long', 'timeout', 200, 60_000],
    ['for a caller who cancels', 'cancelled', 60_000, 200],
  ])('%s are certainly not sent, then or later', async (_what, kind, wait, cancel) => {
    const call = callWithin({ ...limits, time: 60_000, wait });
    const { promise: delay, resolve: answer } = Promise.withResolvers<void>();
    matomo.fail({ delay });
    const first = create(callWithin({ ...limits, time: 60_000, wait: 60_000 }), 1, {});
    const second = create(call, 2, { signal: AbortSignal.timeout(cancel) });
    expect(await problemOf(second)).toEqual({ kind, unsent: true });
    answer();
    await first;
    expect(await create(call, 3, {})).toMatchObject({ domain: '3.example' });
    expect([matomo.log.length, matomo.rows.map(({ name }) => name)]).toEqual([2, ['1.example', '3.example']]);
  });
});

describe('a write of several requests', () => {
  const call = callWithin({ ...limits, time: 2_000, wait: 5_000 });
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
