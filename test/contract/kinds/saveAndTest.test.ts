import { describe, expect, onTestFinished, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { testCandidates } from '../../../lib/background/connectionTest.ts';
import { call } from '../../../lib/services/index.ts';
import { startMatomo } from '../../sandbox/kinds/matomo.ts';
import { startUmami } from '../../sandbox/kinds/umami.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { type Sent, serve } from '../../unit/services/helpers.ts';
import { own, type Service } from '../services.ts';

interface Heard {
  what: string;
  /** The part of the request that had the key; empty if none had. */
  key: '' | 'bearer' | 'form' | 'elsewhere';
  gate: string;
}

/** Returns where a request has the key. */
function keyIn(key: string, { headers, url, body }: Sent): Heard['key'] {
  if (headers.authorization === `Bearer ${key}`) return 'bearer';
  if (new URLSearchParams(body).get('token_auth') === key) return 'form';
  return [JSON.stringify(headers), url, body].some((text) => text.includes(key)) ? 'elsewhere' : '';
}

async function serving(answer: Parameters<typeof serve>[0]) {
  const server = await serve(answer);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

const passedOn = ['content-type', 'x-matomo-request-id', 'www-authenticate'];

/** Starts a proxy that logs every request to a service. `wants`: the `Authorization` header that it requires. */
async function listening(target: string, key: string, wants?: string) {
  const log: Heard[] = [];
  const { url } = await serving(async (request, response) => {
    const { method, url, headers, body } = request;
    if (wants && headers.authorization !== wants)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
    log.push({ what: `${method} ${url.split('?')[0]}`, key: keyIn(key, request), gate: String(headers['x-gate']) });
    const { host: _, connection: __, 'content-length': ___, ...sent } = headers as Record<string, string>;
    const given = { method, headers: sent, ...(body ? { body } : {}), redirect: 'manual' } as const;
    const answer = await fetch(target + url, given);
    const kept = [...answer.headers].filter(([name]) => passedOn.includes(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(await answer.text());
  });
  return { url, log };
}

/** Starts a server that gives the same answer to every request. */
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  serving((_sent, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  );

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
    const service = await own<Service>(starts[kind]());
    const { url, log } = await listening(service.url, key);
    const headers = { 'x-gate': 'open' };
    const { analytics } = await testCandidates({ analytics: { url, key, headers } }, {});
    expect(analytics).toMatchObject({ ok: true, kind });
    const [unkeyed, keyed] = [log.slice(0, 3), log.slice(3)];
    expect(unkeyed.map(({ what }) => what).toSorted()).toEqual(questions);
    expect(unkeyed.map((heard) => heard.key)).toEqual(['', '', '']);
    expect(new Set(keyed.map((heard) => heard.key))).toEqual(new Set([form]));
    // A proxy in front of the service refuses requests without its header.
    for (const { gate } of log) expect(gate).toBe('open');
  });

  const user = `Basic ${btoa('anna:made-up-password')}`;
  test.each<[kind: keyof typeof starts, form: Heard['key'] | undefined]>([
    ['analyticsV1', undefined],
    ['umami', undefined],
    ['matomo', 'form'],
  ])('%s behind a proxy that wants a user and a password: only as its %s', async (kind, form) => {
    const service = await own<Service>(starts[kind]());
    const { url, log } = await listening(service.url, key, user);
    const headers = { Authorization: user };
    const { analytics } = await testCandidates({ analytics: { url, key, headers } }, {});
    const problem = { kind: 'setup', code: 'key-header' };
    expect(analytics).toMatchObject(form ? { ok: true, kind } : { ok: false, kind, problem });
    expect(new Set(log.map((heard) => heard.key))).toEqual(new Set(form ? ['', form] : ['']));
  });

  test.each([undefined, 'matomo'] as const)(
    'with a wrong password, the proxy refuses it, not the service: %s',
    async (known) => {
      const service = await own<Service>(starts.matomo());
      const { url } = await listening(service.url, key, user);
      const candidate = { url, key, headers: { Authorization: `Basic ${btoa('anna:mistyped')}` } };
      const { analytics } = await testCandidates(
        { analytics: { ...candidate, ...(known ? { kind: known } : {}) } },
        {},
      );
      expect(analytics).toMatchObject({ ok: false, problem: { kind: 'auth', status: 401, code: 'proxy-login' } });
    },
  );

  test.each([
    ['short', 'anna:pw-1', 'pw-1'],
    ['with signs of HTML', 'anna:a&<b"\'c', 'a&amp;&lt;b&quot;&#039;c'],
    ['that looks like markup', 'anna:a<b>c', 'a<b>c'],
    ['stored as it was typed', '', 'made-up'],
  ])('a password is hidden: %s', async (_what, typed, said) => {
    const headers = { Authorization: typed ? `Basic ${btoa(typed)}` : 'Basic anna:made-up' };
    const { url } = await answering(200, `<b>Warning</b>: No [${said}] in x on line <b>1</b>\n[]`);
    const heard: string[] = [];
    const options = { onPhpMessage: (message: string) => void heard.push(message) };
    await call('websites.list', {}, { kind: 'matomo', url, key, headers }, options).catch(() => {});
    expect(new Set(heard)).toEqual(new Set(['Warning: No […] in x on line 1']));
  });

  test('what a server says of its user and password is said without them', async () => {
    const text = `Warning: made-up-password in ${user.slice(6)} on line 1\n`;
    const said = JSON.stringify({ result: 'error', message: 'No: anna:made-up-password' });
    const connection = { kind: 'matomo', url: (await answering(200, text + said)).url, key } as const;
    const heard: string[] = [];
    const options = { onPhpMessage: (message: string) => void heard.push(message) };
    const error = call('websites.list', {}, { ...connection, headers: { Authorization: user } }, options);
    await expect(error).rejects.toMatchObject({ problem: { message: 'No: …' } });
    expect(new Set(heard)).toEqual(new Set(['Warning: … in … on line 1']));
  });

  type Row = [what: string, status: number, body: string, headers: Record<string, string>, keyed: number, object?];
  test.each<Row>([
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
    const { url, log } = await listening((await answering(status, body, headers)).url, key);
    const { analytics } = await testCandidates({ analytics: { url, key } }, {});
    expect(log.filter((heard) => heard.key).map(({ what }) => what)).toEqual(Array(keyed).fill(list));
    if (problem) expect(analytics).toMatchObject({ ok: false, problem });
  });

  test.each<[kind: keyof typeof starts, isAsked: boolean]>([
    ['analyticsV1', true],
    ['umami', false],
    ['matomo', false],
  ])('an SEO address where %s answers: asked with the key %s', async (kind, isAsked) => {
    const service = await own<Service>(starts[kind]());
    const { url, log } = await listening(service.url, key);
    const nowhere = await answering(404, '{}');
    const { seo } = await testCandidates({ analytics: { url: nowhere.url, key }, seo: { url, key } }, {});
    expect(seo).toMatchObject(isAsked ? { ok: true } : { ok: false, problem: { kind: 'missing' } });
    expect(log.filter((heard) => heard.key).map((heard) => `${heard.what} ${heard.key}`)).toEqual(
      isAsked ? ['GET /api/v1/projects bearer'] : [],
    );
  });
});
