import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { get, set } from '@/lib/storage/settings.ts';

const [a, b] = ['https://a.example', 'https://b.example'] as const;
const now = 1_000_000;

/** What the service answers, and what was asked of it. */
const service = { answer: async () => new Response(), asked: [] as unknown[][] };
const limited = async () =>
  new Response(null, { headers: { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '41' } });

/** A worker that has just begun, over what is stored. */
let worker: typeof import('@/lib/background/rateLimits.ts');
const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
const stored = () => get(rateLimitsNow);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], now });
  Object.assign(service, { answer: async () => new Response(), asked: [] });
  vi.stubGlobal('fetch', (...given: unknown[]) => {
    service.asked.push(given);
    return service.answer();
  });
  vi.resetModules();
  worker = await import('@/lib/background/rateLimits.ts');
});

describe('a request', () => {
  test('is sent as it is, and counted at its service, whatever its path', async () => {
    service.answer = limited;
    const init = { method: 'POST' };
    const response = await worker.countedFetch(`${a}/stats/api/v1/websites?page=2`, init);
    expect([service.asked, response.status]).toEqual([[[`${a}/stats/api/v1/websites?page=2`, init]], 200]);
    expect(await worker.rateLimitOf(`${a}/other`)).toMatchObject({ sent: [now], limit: 60, remaining: 41, heard: now });
    expect(await worker.rateLimitOf(b)).toEqual({ sent: [] });
  });

  test('is counted before it is answered', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    service.answer = () => promise;
    const asked = worker.countedFetch(a);
    await pass(0);
    expect(service.asked).toHaveLength(1);
    expect((await worker.rateLimitOf(a)).sent).toEqual([now]);
    resolve(new Response(null, { status: 429, headers: { 'retry-after': '7' } }));
    await asked;
    expect((await worker.rateLimitOf(a)).blocked).toBe(now + 7000);
  });

  test('that is refused makes the next ones wait, until one succeeds, or a person wants to try', async () => {
    const busy = async () => new Response(null, { status: 429, headers: { 'retry-after': '900' } });
    const ask = async (answer: typeof service.answer) => {
      Object.assign(service, { answer });
      await pass(1);
      await worker.countedFetch(a);
      return (await worker.rateLimitOf(a)).blocked;
    };
    expect(await ask(busy)).toBe(now + 900_001);
    expect(await ask(async () => new Response())).toBeUndefined();
    expect(await ask(busy)).toBe(now + 900_003);
    await worker.endWait(`${b}/stats`);
    expect((await worker.rateLimitOf(a)).blocked).toBe(now + 900_003);
    await worker.endWait(`${a}/stats`);
    expect((await worker.rateLimitOf(a)).blocked).toBeUndefined();
    await pass(200);
    expect((await stored())[a]).not.toHaveProperty('blocked');
  });

  test('that fails is counted all the same', async () => {
    service.answer = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(worker.countedFetch(a)).rejects.toThrow('Failed to fetch');
    expect(await worker.rateLimitOf(a)).toEqual({ sent: [now] });
  });
});

describe('what is known of the limits', () => {
  test('is stored once for many requests, and again for the next ones', async () => {
    const write = vi.spyOn(fakeBrowser.storage.session, 'set');
    for (const url of [a, b, a]) await worker.countedFetch(url);
    await pass(199);
    expect(write).not.toHaveBeenCalled();
    await pass(1);
    expect(write).toHaveBeenCalledOnce();
    expect(await stored()).toMatchObject({ [a]: { sent: [now, now] }, [b]: { sent: [now] } });
    await worker.countedFetch(b);
    await pass(200);
    expect(write).toHaveBeenCalledTimes(2);
    expect((await stored())[b]?.sent).toHaveLength(2);
  });

  test('is that of the worker before', async () => {
    await set(rateLimitsNow, { [a]: { sent: [now - 1], limit: 30 } });
    expect(await worker.rateLimitOf(a)).toEqual({ sent: [now - 1], limit: 30 });
    await worker.countedFetch(a);
    expect(await worker.rateLimitOf(a)).toMatchObject({ sent: [now - 1, now], limit: 30 });
  });

  test('goes on where it cannot be stored', async () => {
    vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValue(new Error('full'));
    await worker.countedFetch(a);
    await pass(200);
    await worker.dropOtherRateLimits([a]);
    expect((await worker.rateLimitOf(a)).sent).toEqual([now]);
  });

  test('is read as soon as it can be, and no request waits for that', async () => {
    await set(rateLimitsNow, { [a]: { sent: [now - 1], limit: 30 } });
    vi.spyOn(fakeBrowser.storage.session, 'get').mockRejectedValueOnce(new Error('no'));
    expect((await worker.countedFetch(b)).status).toBe(200);
    expect(await worker.rateLimitOf(a)).toEqual({ sent: [now - 1], limit: 30 });
  });

  test('is forgotten of services that are connected no more, at once, also by a worker that has just begun', async () => {
    await set(rateLimitsNow, { [a]: { sent: [now - 1] }, [b]: { sent: [now - 1] } });
    await worker.dropOtherRateLimits([`${b}/stats`]);
    expect(await stored()).toEqual({ [b]: { sent: [now - 1] } });
    expect([await worker.rateLimitOf(a), await worker.rateLimitOf(b)]).toEqual([{ sent: [] }, { sent: [now - 1] }]);
  });
});
