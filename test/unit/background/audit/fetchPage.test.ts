import { beforeEach, expect, test, vi } from 'vitest';
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

let events: EventTarget;

beforeEach(() => {
  events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('navigator', { onLine: true });
});

const answer = (give: (init: RequestInit) => Response | Promise<Response>) => {
  const asked = vi.fn(async (_url: string, init: RequestInit) => give(init));
  vi.stubGlobal('fetch', asked);
  return asked;
};

test('asks once, without cookies or referrer, and follows nothing', async () => {
  const asked = answer(() => new Response('<p>Hello', { headers: html }));
  const page = { url, html: '<p>Hello', policies: [], cut: false, isXml: false };
  expect(await fetchPage(url)).toEqual({ is: 'page', page });
  expect(asked).toHaveBeenCalledOnce();
  expect(asked.mock.calls[0]?.[1]).toMatchObject({
    credentials: 'omit',
    redirect: 'manual',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    headers: { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' },
  });
});

const by = (status: number, headers: object, text: string) => () =>
  new Response(text, { status, headers: { ...html, ...headers } });
test.each<[string, () => Response, object]>([
  ['a redirect', opaque, { is: 'redirect' }],
  ['404', by(404, {}, 'no'), { is: 'status', status: 404 }],
  ['403', by(403, {}, 'Are you human?'), { is: 'status', status: 403 }],
  ...(
    [
      ['Cloudflare', 403, { 'cf-mitigated': 'challenge' }, ''],
      ['Vercel', 429, { 'x-vercel-mitigated': 'challenge' }, ''],
      ['AWS', 202, { 'x-amzn-waf-action': 'captcha' }, ''],
      ['Hostinger', 403, {}, '/hcdn-cgi/jschallenge'],
      ['Bunny', 403, {}, '/.bunny-shield/assets/shield-challenge.js'],
      ['DataDome', 403, {}, 'https://ct.captcha-delivery.com/c.js'],
      ['DDoS-Guard', 403, {}, '/.well-known/ddos-guard/js-challenge/index.js'],
    ] as const
  ).map(([name, status, headers, src]): [string, () => Response, object] => [
    `the page of a protection service: ${name}`,
    by(status, headers, `<script src="${src}"></script>`),
    { is: 'guard' },
  ]),
  ['a refusal by one', by(403, { 'x-vercel-mitigated': 'deny' }, ''), { status: 403 }],
  ['JSON', () => Response.json({}), { is: 'file', type: 'application/json' }],
  ['no content', () => new Response(null, { status: 204, headers: html }), { is: 'file', type: '' }],
  ['no type, and no page', () => new Response(new Uint8Array([1, 2, 3])), { is: 'file', type: '' }],
  ['no type, a page', () => new Response(new TextEncoder().encode('<!DOCTYPE html>')), { is: 'page' }],
  ['a refresh', by(200, { refresh: '0; url=/a' }, ''), { page: { refresh: '0; url=/a' } }],
  ['a policy', by(200, { 'content-security-policy': 'a b' }, ''), { page: { policies: ['a b'] } }],
])('%s', async (_name, give, expected) => {
  answer(give);
  expect(await fetchPage(url)).toMatchObject(expected);
});

const typed = (type: string) => () => new Response('<p>', { headers: { 'content-type': type } });
const untyped = (text: string) => () => new Response(new TextEncoder().encode(text));
type Row = [string, () => Response, is: string, isXml?: boolean];
test.each<Row>([
  ['a type in capitals', typed('TEXT/HTML'), 'page', false],
  ['XHTML in capitals', typed('Application/XHTML+XML; charset=utf-8'), 'page', true],
  ['a type that holds it', typed('x-text/html'), 'file'],
  ['an empty page', () => new Response(null, { headers: html }), 'page', false],
  ['a bad request', () => new Response('', { status: 400, headers: html }), 'status'],
  ...['<!doctype html>', '<HTML>', '<head>', '<body>', '<!-- a -->', '<title>', '<meta>', '<script>'].map(
    (text): Row => [`${text} without a type`, untyped(`\n ${text}`), 'page', false],
  ),
  ['a page after something else, without a type', untyped('x <html>'), 'file'],
  ['another element, without a type', untyped('<svg>'), 'file'],
])('%s', async (_name, give, is, isXml) => {
  answer(give);
  const answered = await fetchPage(url);
  const told = answered.is === 'page' ? [answered.page.isXml, answered.page.cut] : undefined;
  expect([answered.is, told]).toEqual([is, is === 'page' ? [isXml, false] : undefined]);
});

test.each<[string, init: ResponseInit, size: number, isCancelled: boolean]>([
  ['a page to its end', { headers: html }, 1000, false],
  ['of a long page only the beginning', { headers: html }, 1_500_000, true],
  ['nothing of a file', { headers: { 'content-type': 'image/png' } }, 1000, true],
  ['nothing of an error', { headers: html, status: 500 }, 1000, true],
])('reads %s, and lets the rest go', async (_name, init, size, isCancelled) => {
  const cancel = vi.fn();
  let left = 2;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) =>
        left-- > 0 ? controller.enqueue(new Uint8Array(size).fill(120)) : isCancelled ? undefined : controller.close(),
      cancel,
    },
    { highWaterMark: 0 },
  );
  answer(() => new Response(stream, init));
  await fetchPage(url);
  expect(cancel).toHaveBeenCalledTimes(isCancelled ? 1 : 0);
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

const never = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

test.each<[string, (init: RequestInit) => Promise<Response>, string]>([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ['nothing for too long', never, 'timeout'],
])('%s', async (_name, give, is) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => soon());
  answer(give);
  expect([await fetchPage(url), timeout.mock.calls]).toEqual([{ is }, [[15_000]]]);
});

test.each(['<title>Begun', '<title>Begun</title><script src="/js/script.js"></script>'])(
  'what came of an unfinished answer is read: %j',
  async (begun) => {
    let isFirst = true;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (!isFirst || !begun) return controller.error(new TypeError('network'));
      isFirst = false;
      controller.enqueue(new TextEncoder().encode(begun));
    };
    answer(() => new Response(new ReadableStream({ pull }), { headers: html }));
    expect(await fetchPage(url)).toMatchObject({ is: 'page', page: { html: begun, cut: true, isBroken: true } });
  },
);

const unfinished = ({ signal }: RequestInit) => {
  const start = (to: ReadableStreamController<unknown>) =>
    signal?.addEventListener('abort', () => to.error(signal.reason));
  return new Response(new ReadableStream({ start }), { headers: html });
};

const broken = () => new ReadableStream({ pull: (one) => one.error(new TypeError('network')) });
test.each<[string, () => Promise<Response>]>([
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['breaks off', async () => new Response(broken(), { headers: html })],
])('while this computer is offline, what %s is a lost network', async (_name, give) => {
  vi.stubGlobal('navigator', { onLine: false });
  answer(give);
  await expect(fetchPage(url)).rejects.toMatchObject({ problem: { kind: 'network' } });
});

test.each<[string, (init: RequestInit) => Response | Promise<Response>]>([
  ['before an answer', never],
  ['before its end', unfinished],
])('this computer going offline %s is a lost network at once, also if it is online again', async (_when, give) => {
  answer(give);
  const answered = fetchPage(url);
  const told = expect(answered).rejects.toMatchObject({ problem: { kind: 'network' } });
  await new Promise((resolve) => setTimeout(resolve));
  events.dispatchEvent(new Event('offline'));
  await told;
});

function soon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 20);
  return controller.signal;
}
