import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isCertain, problemOf, requestProblem } from '@/lib/background/problems.ts';
import { onMessage } from '@/lib/background/router.ts';
import { ApiError, type ProblemKind } from '@/lib/services/index.ts';
import { NewerSettings } from '@/lib/storage/settings.ts';
import { askAsPage, ownPage } from './ask.ts';

interface Context {
  signal: AbortSignal;
  private: boolean;
  account: string | undefined;
}

/** What the handlers were given, and what they do. */
const handled = vi.hoisted(() => ({
  given: [] as [name: string, input: unknown, context: object][],
  does: async (): Promise<unknown> => null,
}));
vi.mock('@/lib/background/handlers.ts', () => ({
  handlers: new Proxy(
    {},
    {
      get: (_target, name) => (input: unknown, context: object) => {
        handled.given.push([String(name), input, context]);
        return handled.does();
      },
    },
  ),
}));

const contextOf = (at = 0) => handled.given[at]?.[2] as Context;

beforeEach(() => {
  Object.assign(handled, { given: [], does: async () => null });
});

test('a question is handed on as it was checked, and answered with what comes of it', async () => {
  handled.does = async () => ['the answer'];
  const input = { host: 'a.example' };
  expect(await askAsPage('site.check', input, { account: 'A', id: 'm' })).toEqual({ ok: true, value: ['the answer'] });
  const context = { signal: expect.any(AbortSignal), private: false, account: 'A', message: 'm' };
  expect(handled.given).toEqual([['site.check', input, context]]);
});

test.each<[string, message: object, tab: object | undefined, isPrivate: boolean]>([
  ['the page says so', { private: true }, undefined, true],
  ['its tab is', {}, { incognito: true }, true],
  ['its tab is not', {}, { incognito: false }, false],
  ['it is in no tab', {}, undefined, false],
  ['something else is said', { private: 'yes' }, undefined, false],
])('a question is private: %s', async (_what, message, tab, isPrivate) => {
  const question = { ask: 'connection.status', input: {}, id: '1', ...message };
  await new Promise((resolve) => onMessage(question, { ...ownPage, tab } as never, resolve));
  expect(contextOf().private).toBe(isPrivate);
});

test.each<[name: string, input: unknown, account: unknown, isServed: boolean]>([
  ['websites.list', {}, undefined, false],
  ['websites.list', {}, 7, false],
  ['websites.list', {}, 'A', true],
  ['site.check', { host: 'a.example' }, undefined, false],
  ['audits.repeat', { on: true }, undefined, false],
  ['connection.status', {}, undefined, true],
])('%s %j of the account %s is served: %s', async (name, input, account, isServed) => {
  const answer = await askAsPage(name, input, account === undefined ? {} : { account });
  expect([answer, handled.given.length]).toEqual(
    isServed ? [{ ok: true, value: null }, 1] : [{ ok: false, problem: { kind: 'rejected', code: 'no-service' } }, 0],
  );
});

test.each<[string, input: unknown, field: string]>([
  ['nothing at all', null, 'input'],
  ['a part of a part', { id: 'j', kind: 'create', items: [{ key: 5 }], fields: {}, speed: 'fast' }, 'items.0.key'],
])('what is refused is named: %s', async (_what, input, field) => {
  expect(await askAsPage('jobs.start', input, { account: 'A' })).toEqual({
    ok: false,
    problem: { kind: 'rejected', fields: { [field]: [expect.any(String)] } },
  });
  expect(handled.given).toEqual([]);
});

describe('a question that is given up', () => {
  const cancel = (id: string, sender: object = ownPage) => onMessage({ cancel: id }, sender as never, () => {});
  const begin = (id: string) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    handled.does = () => promise;
    return { asked: askAsPage('connection.status', {}, { id }), resolve };
  };

  test.each<[string, id: string, sender: object, isAborted: boolean]>([
    ['by its page', 'mine', ownPage, true],
    ['by one that is none of ours', 'mine', { ...ownPage, id: 'another' }, false],
    ['which is another', 'other', ownPage, false],
  ])('%s', async (_who, id, sender, isAborted) => {
    const { asked, resolve } = begin('mine');
    expect(cancel(id, sender)).toBeUndefined();
    expect(contextOf().signal.aborted).toBe(isAborted);
    resolve('over');
    expect(await asked).toEqual({ ok: true, value: 'over' });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['answered', async () => null],
    ['refused', async () => Promise.reject(new ApiError({ kind: 'busy' }))],
  ])('once it was %s is over', async (_how, does) => {
    handled.does = does;
    await askAsPage('connection.status', {}, { id: 'mine' });
    cancel('mine');
    expect(contextOf().signal.aborted).toBe(false);
  });
});

describe('what goes wrong', () => {
  const problem = { kind: 'busy', retryAfter: 7 } as const;
  test.each<[string, error: unknown, problem: object]>([
    ['at the service', new ApiError(problem), problem],
    ['with what a newer Waymark wrote', new NewerSettings('keys'), { kind: 'setup', code: 'newer-settings' }],
    ['with us', new TypeError('secret text'), { kind: 'setup', code: 'fault' }],
    ['with what is no error', 'secret text', { kind: 'setup', code: 'fault' }],
  ])('%s is told as plain data', async (_where, error, told) => {
    handled.does = () => Promise.reject(error);
    expect(await askAsPage('connection.status', {})).toEqual({ ok: false, problem: told });
    expect(problemOf(error)).toEqual(told);
  });

  test('at the service is a request’s; anything else is a fault of ours', () => {
    expect(requestProblem(new ApiError(problem))).toEqual(problem);
    const fault = new TypeError('ours');
    expect(() => requestProblem(fault)).toThrow(fault);
  });

  type Row = [ProblemKind, isCertain: boolean];
  const certainly = (kind: ProblemKind): Row => [kind, true];
  const maybe = (kind: ProblemKind): Row => [kind, false];
  test.each<Row>([
    ...(['setup', 'access', 'auth', 'forbidden', 'missing', 'rejected', 'conflict', 'busy'] as const).map(certainly),
    ...(['server', 'redirect', 'network', 'timeout', 'shape', 'cancelled'] as const).map(maybe),
  ])('%s: a write was certainly not carried out: %s', (kind, certain) => {
    expect([isCertain({ kind }), isCertain({ kind, unsent: true })]).toEqual([certain, true]);
  });

  test.each([405, 419, 511])('a write that was answered by %i was certainly not carried out', (status) => {
    expect(isCertain({ kind: 'shape', status })).toBe(true);
  });
});
