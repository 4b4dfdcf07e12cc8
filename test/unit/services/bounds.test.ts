import { describe, expect, it, test, vi } from 'vitest';
import { callWithin } from '../../../lib/services/call.ts';
import { call, type OperationName, operations } from '../../../lib/services/index.ts';
import { connection, json, least, names, problemOf, replying, serve } from './helpers.ts';

const limits = { time: 15_000, wait: 5_000, pause: 10, list: 20_000, record: 5_000 };
const quick = callWithin(limits);
const at = (url: string) => ({ url, key: 'made-up-key-0001' });
const capOf = (name: OperationName) => (name.endsWith('.list') ? limits.list : limits.record);

describe('time', () => {
  const brief = callWithin({ ...limits, time: 100 });
  it('is up even where fetch, or the body, does not heed it', async () => {
    const never = new Promise<never>(() => {});
    const fetches = [() => never, async () => new Response(new ReadableStream({ pull: () => never }))];
    const problems = fetches.map((fetch) => problemOf(brief('websites.list', {}, connection, { fetch })));
    expect(await Promise.all(problems)).toEqual([{ kind: 'timeout' }, { kind: 'timeout' }]);
  });

  it('is 15 seconds, for both tries of a read together', async () => {
    const statuses = [503, 200];
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const fetch = async () => Response.json([], { status: statuses.shift() ?? 500 });
    await call('websites.list', {}, connection, { fetch });
    expect(statuses).toEqual([]);
    const [first = 0, pause = 0, second = 0] = timeout.mock.calls.flat();
    // On a busy machine, some milliseconds pass before the first try.
    expect(Math.ceil(first / 1000)).toBe(15);
    // What the first try and the pause took is no longer left.
    expect([pause <= 15_000, second < pause, second > 0]).toEqual([true, true, true]);
  });
});

describe('size', () => {
  it('ends the transfer of the rest', async () => {
    const cancel = vi.fn();
    const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(1000));
    const fetch = async () => new Response(new ReadableStream({ pull, cancel }));
    expect(await problemOf(quick('websites.list', {}, connection, { fetch }))).toMatchObject({ kind: 'shape' });
    expect(cancel).toHaveBeenCalledOnce();
  });

  test.each(names)('%s reads an answer as large as allowed', async (name) => {
    const item = { id: 5, domain: 'example.com', project: 'example.com' };
    const answer = name.endsWith('.delete') ? {} : item;
    const text = JSON.stringify(name.endsWith('.list') ? [answer] : answer);
    const asked = (bytes: number) => quick(name, least[name], connection, replying(text.padEnd(bytes)));
    await asked(capOf(name));
    expect(await problemOf(asked(capOf(name) + 1))).toMatchObject({ kind: 'shape' });
  });

  it('does not stop at depth', async () => {
    const body = `{"data":${'['.repeat(200_000)}${']'.repeat(200_000)},"id":9007199254740993}`;
    expect(await problemOf(call('websites.list', {}, connection, replying(body)))).toMatchObject({ kind: 'shape' });
  });

  it('does not stop at a text of megabytes beside large numbers', async () => {
    const body = `[{"id":9007199254740993,"domain":"a.example","note":"${'x\\"'.repeat(2_000_000)}"}]`;
    const { items } = await call('websites.list', {}, connection, replying(body));
    expect(items).toEqual([{ id: '9007199254740993', domain: 'a.example', locked: 'inexact-id' }]);
  });
});

describe('a caller who cancels', () => {
  it('before: nothing is sent', async () => {
    await using server = await serve((_sent, response) => json(response, 200, []));
    const signal = AbortSignal.abort(new Error('of the caller'));
    for (const name of names) {
      const problem = await problemOf(call(name, least[name], at(server.url), { signal }));
      expect(problem).toEqual({ kind: 'cancelled', ...(operations[name].reads ? {} : { unsent: true }) });
    }
    expect(server.log).toEqual([]);
  });

  test.each(['before an answer', 'in the midst of one', 'in a refusal'])('%s', async (when) => {
    const controller = new AbortController();
    await using server = await serve((_sent, response) => {
      if (when !== 'before an answer') response.writeHead(when === 'in a refusal' ? 500 : 200).write('{"data":[');
      setTimeout(() => controller.abort(), 50);
    });
    const cancelled = call('websites.list', {}, at(server.url), { signal: controller.signal });
    expect(await problemOf(cancelled)).toEqual({ kind: 'cancelled' });
    expect(server.log).toHaveLength(1);
  });

  it('after a fetch that throws at once: nothing comes of it', async () => {
    const late = vi.fn();
    process.on('unhandledRejection', late);
    const controller = new AbortController();
    const { signal } = controller;
    const fetch = () => {
      throw new TypeError('at once');
    };
    const create = call('websites.create', { domain: 'a.example' }, connection, { fetch, signal });
    expect(await problemOf(create)).toEqual({ kind: 'network' });
    controller.abort();
    await new Promise(setImmediate);
    process.off('unhandledRejection', late);
    expect(late).not.toHaveBeenCalled();
  });
});

describe('the pause before the second try', () => {
  it.each(['cancelled', 'timeout'] as const)('ends at the signal: %s', async (kind) => {
    const end = new AbortController();
    const { signal } = end;
    if (kind === 'timeout') vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal);
    let sent = 0;
    const fetch = async () => {
      sent++;
      setTimeout(() => end.abort(), 50);
      return new Response('', { status: 502 });
    };
    const patient = callWithin({ ...limits, time: 3_600_000, pause: 3_600_000 });
    const given = kind === 'cancelled' ? { fetch, signal } : { fetch };
    expect(await problemOf(patient('websites.list', {}, connection, given))).toEqual({ kind });
    expect(sent).toBe(1);
  });
});

describe('a body in pieces', () => {
  const bytes = new TextEncoder().encode('[{"id":1,"domain":"bücher.example"}]');
  const inPieces = (...pieces: Uint8Array[]) => {
    const start = (controller: ReadableStreamDefaultController) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    };
    return { fetch: async () => new Response(new ReadableStream({ start })) };
  };

  it('may be cut within a letter', async () => {
    const pieces = inPieces(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const { items } = await quick('websites.list', {}, connection, pieces);
    expect(items).toEqual([{ id: '1', domain: 'bücher.example' }]);
  });

  it('does not end within one', async () => {
    const list = quick('websites.list', {}, connection, inPieces(bytes, Uint8Array.of(0xc3)));
    expect(await problemOf(list)).toEqual({ kind: 'shape', status: 200, code: 'not-json' });
  });
});

describe('a body that breaks off', () => {
  test.each(names)('%s', async (name) => {
    await using server = await serve((_sent, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"data":[', () => response.destroy());
    });
    expect(await problemOf(quick(name, least[name], at(server.url)))).toEqual({ kind: 'network' });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%d leads nowhere', async (status) => {
    const record = { id: 5, domain: 'example.com' };
    await using foreignOrigin = await serve((_sent, response) => json(response, 200, record));
    await using server = await serve(({ url }, response) => {
      const location = url.includes('x=1') ? `${foreignOrigin.url}/landed` : '/landed';
      if (url === '/landed') json(response, 200, record);
      else response.writeHead(status, { location }).end();
    });
    for (const name of names)
      expect(await problemOf(call(name, least[name], at(server.url)))).toEqual({ kind: 'redirect', status });
    const elsewhere = call('websites.list', { cursor: 'x=1' }, at(server.url));
    expect(await problemOf(elsewhere)).toEqual({ kind: 'redirect', status });
    expect(server.log.filter(({ url }) => url === '/landed')).toEqual([]);
    expect(foreignOrigin.log).toEqual([]);
  });

  it('is not read', async () => {
    const cancel = vi.fn();
    const fetch = async () => new Response(new ReadableStream({ cancel }), { status: 302 });
    const list = quick('websites.list', {}, connection, { fetch });
    expect(await problemOf(list)).toEqual({ kind: 'redirect', status: 302 });
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('is told in a browser, whose fetch hides it', async () => {
    const hidden = { type: { value: 'opaqueredirect' }, status: { value: 0 } };
    const fetch = async () => Object.defineProperties(new Response(null), hidden);
    const create = call('websites.create', { domain: 'example.com' }, connection, { fetch });
    expect(await problemOf(create)).toEqual({ kind: 'redirect' });
  });

  it('is told where a fetch followed it all the same', async () => {
    const followed = Object.defineProperty(Response.json([]), 'redirected', { value: true });
    const list = call('websites.list', {}, connection, { fetch: async () => followed });
    expect(await problemOf(list)).toMatchObject({ kind: 'redirect' });
  });
});
