import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { testCandidates } from '../../../lib/background/connectionTest.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';

interface Heard {
  what: string;
  /** Where the key was found; empty: nowhere. */
  key: '' | 'bearer' | 'form' | 'elsewhere';
  gate: string;
}

/** Where a request carries the key. */
function keyIn(key: string, { headers, url = '' }: IncomingMessage, body: string): Heard['key'] {
  if (headers.authorization === `Bearer ${key}`) return 'bearer';
  if (new URLSearchParams(body).get('token_auth') === key) return 'form';
  return [JSON.stringify(headers), url, body].some((text) => text.includes(key)) ? 'elsewhere' : '';
}

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A proxy that hears every request to a service. */
async function listening(target: string, key: string) {
  const log: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = request;
    log.push({
      what: `${method} ${url.split('?')[0]}`,
      key: keyIn(key, request, body),
      gate: String(headers['x-gate']),
    });
    const { host: _, connection: __, 'content-length': ___, ...sent } = headers;
    const answer = await fetch(target + url, {
      method,
      headers: sent as Record<string, string>,
      ...(body ? { body } : {}),
      redirect: 'manual',
    });
    const type = answer.headers.get('content-type');
    const id = answer.headers.get('x-matomo-request-id');
    const gate = answer.headers.get('www-authenticate');
    const also = {
      ...(type ? { 'content-type': type } : {}),
      ...(id ? { 'x-matomo-request-id': id } : {}),
      ...(gate ? { 'www-authenticate': gate } : {}),
    };
    response.writeHead(answer.status, also).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log };
}

/** A server that answers everything so. */
async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

Object.assign(fakeBrowser, { permissions: { contains: async () => true } });
const key = '0123456789abcdef0123456789abcdef';
const list = 'GET /api/v1/websites';
const questions = ['GET /api/heartbeat', list, 'POST /index.php'];

const starts = {
  analyticsV1: () => startSandbox({ key }),
  umami: () => startUmami({ key }),
  matomo: () => startMatomo({ key }),
};

describe('Save and test sends the key only to a kind that was recognised without it', () => {
  test.each<[kind: keyof typeof starts, form: Heard['key']]>([
    ['analyticsV1', 'bearer'],
    ['umami', 'bearer'],
    ['matomo', 'form'],
  ])('%s: only as its %s', async (kind, form) => {
    const service = await starts[kind]();
    open.push(() => service.close());
    const { url, log } = await listening(service.url, key);
    const headers = { 'x-gate': 'open' };
    const { analytics } = await testCandidates({ analytics: { url, key, headers } }, {});
    expect(analytics).toMatchObject({ ok: true, kind });
    expect(
      log
        .slice(0, 3)
        .map(({ what }) => what)
        .toSorted(),
    ).toEqual(questions);
    expect(log.slice(0, 3).map((heard) => heard.key)).toEqual(['', '', '']);
    expect(log.length).toBeGreaterThan(3);
    for (const heard of log.slice(3)) expect(heard.key).toBe(form);
    // A proxy in front of the service lets nothing through without its header.
    for (const { gate } of log) expect(gate).toBe('open');
  });

  test.each<
    [what: string, status: number, body: string, headers: Record<string, string>, keyed: number, problem?: object]
  >([
    ['refuses without a word', 401, '{}', {}, 1],
    ['refuses with a text', 403, 'No.', {}, 1],
    ['shows its list to anybody', 200, '{"data":[]}', {}, 1],
    ['shows a long list to anybody', 200, JSON.stringify({ data: [{ note: 'x'.repeat(70_000) }] }), {}, 1],
    ['a long page', 200, ' '.repeat(70_000), { 'content-type': 'text/html' }, 0, { kind: 'shape' }],
    ['a page', 200, '<!doctype html>', { 'content-type': 'text/html' }, 0, { kind: 'shape', code: 'html' }],
    ['its own gate in JSON', 401, '{}', { 'www-authenticate': 'Basic realm="api"' }, 1],
    ['a gate', 401, '', { 'www-authenticate': 'Basic realm="x"' }, 0, { kind: 'auth', code: 'html' }],
    ['a gate with a text', 401, 'No.', { 'www-authenticate': 'Digest' }, 0, { kind: 'auth', code: 'html' }],
    ['a login wall', 401, '<!doctype html>', { 'content-type': 'text/html' }, 0, { kind: 'auth', code: 'html' }],
    ['nothing', 200, '', {}, 0, { kind: 'shape', code: 'unreadable' }],
    ['a wrong address', 404, '{}', {}, 0, { kind: 'missing', code: 'wrong-address' }],
    ['a redirect', 302, '', { location: '/login' }, 0, { kind: 'redirect' }],
    ['a proxy whose service is down', 502, '', {}, 0, { kind: 'server', status: 502 }],
    ['a limit that is reached', 429, '{}', {}, 0, { kind: 'busy', status: 429 }],
  ])('what answers like none of them: %s', async (_what, status, body, headers, keyed, problem) => {
    const { url, log } = await listening(await answering(status, body, headers), key);
    const { analytics } = await testCandidates({ analytics: { url, key } }, {});
    expect(log.filter((heard) => heard.key).map(({ what }) => what)).toEqual(Array(keyed).fill(list));
    if (problem) expect(analytics).toMatchObject({ ok: false, problem });
  });

  test.each<[kind: keyof typeof starts, isAsked: boolean]>([
    ['analyticsV1', true],
    ['umami', false],
    ['matomo', false],
  ])('an SEO address where %s answers: asked with the key %s', async (kind, isAsked) => {
    const service = await starts[kind]();
    open.push(() => service.close());
    const { url, log } = await listening(service.url, key);
    const nowhere = await answering(404, '{}');
    const { seo } = await testCandidates({ analytics: { url: nowhere, key }, seo: { url, key } }, {});
    expect(seo).toMatchObject(isAsked ? { ok: true } : { ok: false, problem: { kind: 'missing' } });
    expect(log.filter((heard) => heard.key).map((heard) => `${heard.what} ${heard.key}`)).toEqual(
      isAsked ? ['GET /api/v1/projects bearer'] : [],
    );
  });
});
