import { afterEach, expect, test, vi } from 'vitest';
import { fetchPage } from '@/lib/background/audit/fetchPage.ts';

const url = 'https://shop.example.com/';
const html = { 'content-type': 'text/html; charset=utf-8' };

/** As a worker is given a redirect that it does not follow. */
const opaque = () => Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' });
const body = (pieces: number, size: number) => {
  let left = pieces;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(size).fill(120)) : controller.close()),
  });
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (give: (init: RequestInit) => Response | Promise<Response>) => {
  const asked = vi.fn(async (_url: string, init: RequestInit) => give(init));
  vi.stubGlobal('fetch', asked);
  return asked;
};

test('asks once, without cookies or referrer, and follows nothing', async () => {
  const asked = answer(() => new Response('<p>Hello', { headers: html }));
  expect(await fetchPage(url)).toEqual({
    is: 'page',
    page: { url, html: '<p>Hello', policies: [], cut: false, isXml: false },
  });
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.calls[0]?.[1]).toMatchObject({
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    headers: { accept: expect.stringMatching(/^text\/html,/) },
  });
});

test.each<[string, () => Response, object]>([
  ['a redirect', opaque, { is: 'redirect' }],
  ['404', () => new Response('no', { status: 404, headers: html }), { is: 'status', status: 404 }],
  ['503', () => new Response('no', { status: 503 }), { is: 'status', status: 503 }],
  ['JSON', () => Response.json({}), { is: 'file', type: 'application/json' }],
  ['no content', () => new Response(null, { status: 204, headers: html }), { is: 'file', type: '' }],
  ['no type, and no page', () => new Response(new Uint8Array([1, 2, 3])), { is: 'file', type: '' }],
  ['no type, a page', () => new Response(new TextEncoder().encode('<!DOCTYPE html>')), { is: 'page' }],
  [
    'a refresh',
    () => new Response('', { headers: { ...html, refresh: '0; url=/a' } }),
    { page: { refresh: '0; url=/a' } },
  ],
  [
    'a policy',
    () => new Response('', { headers: { ...html, 'content-security-policy': 'a b' } }),
    { page: { policies: ['a b'] } },
  ],
  [
    'XHTML',
    () => new Response('', { headers: { 'content-type': 'application/xhtml+xml' } }),
    { page: { isXml: true } },
  ],
])('%s', async (_name, give, expected) => {
  answer(give);
  expect(await fetchPage(url)).toMatchObject(expected);
});

test('reads two megabytes at most, in whatever pieces they come', async () => {
  for (const [pieces, size, length, cut] of [
    [10, 1_000_000, 2_000_000, true],
    [100_000, 999, 2_000_000, true],
    [3, 1000, 3000, false],
  ] as const) {
    answer(() => new Response(body(pieces, size), { headers: html }));
    const answered = await fetchPage(url);
    expect(answered.is === 'page' && [answered.page.html.length, answered.page.cut]).toEqual([length, cut]);
  }
});

test.each<[string, (init: RequestInit) => Promise<Response>, string]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  [
    'a connection that ends in the middle',
    async () =>
      new Response(new ReadableStream({ pull: (one) => one.error(new TypeError('network')) }), { headers: html }),
    'unreachable',
  ],
  [
    'nothing for too long',
    ({ signal }) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    'timeout',
  ],
])('%s', async (_name, give, is) => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => soon());
  answer(give);
  expect(await fetchPage(url)).toEqual({ is });
});

function soon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 20);
  return controller.signal;
}
