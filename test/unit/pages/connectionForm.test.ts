import 'fake-indexeddb/auto';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ConnectionFormState } from '@/entrypoints/options/connectionFields.ts';
import type { ConnectionStart } from '@/entrypoints/options/load.ts';
import { useConnection } from '@/entrypoints/options/useConnection.ts';
import type { Finding } from '@/entrypoints/options/useFound.ts';
import type { Answer, Input } from '@/lib/messages/ask.ts';
import { addedConnections } from '@/lib/storage/addedConnections.ts';
import { connections, draftOf, get, set } from '@/lib/storage/settings.ts';
import { accessEvents, asked, failed, held, hooked, later, ok, openPage, settled, tell, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const url = 'https://stats.example';
const seoUrl = 'https://seo.example';
const stored = { key: 'stored', url, lastFour: '1234' };
const none = { key: 'none' };
const empty = { reason: 'empty' };
const apiKey = 'made-up-key-0001';
const good = { ok: true, count: 3, more: false };
const noFinding: Finding = { page: undefined, found: undefined, last: undefined, onConnect: () => {} };
const keys = (analytics: object = none, seo: object = none) => ({ analytics, seo });

const savedIn = (input: object) => (input as Input<'connection.save'>).services;

/** What the browser was asked for, and whether it agreed. */
const access = { asked: [] as string[], given: [] as string[], isGranted: true };

beforeEach(() => {
  openPage();
  Object.assign(access, { asked: [], given: [], isGranted: true });
  Object.assign(fakeBrowser, {
    permissions: {
      ...accessEvents,
      contains: async () => access.isGranted,
      request: async ({ origins = [] }: { origins?: string[] }) => {
        access.asked.push(...origins);
        return access.isGranted;
      },
      getAll: async () => ({ origins: ['https://stats.example/*', 'https://seo.example/*', 'https://old.example/*'] }),
      remove: async ({ origins = [] }: { origins?: string[] }) => access.given.push(...origins),
    },
  });
  vi.stubGlobal('history', { replaceState: (_state: null, _title: string, to: string) => places.push(to) });
  vi.stubGlobal('location', { pathname: '/options.html' });
  worker.answers['connection.status'] = () => ok(keys(stored));
  worker.answers['connection.save'] = () => ok({ analytics: good });
  places.length = 0;
});
/** The addresses that this page took. */
const places: string[] = [];

const startOf = (more: object = {}): ConnectionStart =>
  ({ id: 'main', connection: undefined, draft: {}, status: keys(), barred: [], last: undefined, ...more }) as never;
const connected = { connection: { id: 'main', account: 'a', analyticsUrl: url }, status: keys(stored) };

async function open(more: object = {}, finding = noFinding) {
  const { connection } = startOf(more);
  await set(connections, { list: connection ? [connection] : [] });
  const hook = await hooked(() => useConnection(startOf(more), '{base_url}/account', finding));
  return {
    view: () => hook.now().view,
    does: (what: (actions: ReturnType<typeof useConnection>['actions']) => unknown) =>
      hook.does(({ actions }) => what(actions)),
    types: async (texts: Partial<ConnectionFormState>) => {
      for (const [field, text] of Object.entries(texts))
        await hook.does(({ actions }) => actions.onInput(field as keyof ConnectionFormState, text));
    },
  };
}

describe('saving a connection', () => {
  test('what is missing is said, and nothing is asked', async () => {
    const { view, does, types } = await open();
    await does(({ onSave }) => onSave());
    expect(view()).toMatchObject({ refusals: 1, problems: { analyticsUrl: empty, apiKey: empty } });
    await types({ apiKey });
    expect(view().problems).toEqual({ analyticsUrl: empty });
    await does(({ onSave }) => onSave());
    // An address may have a key that is stored.
    await types({ analyticsUrl: 'stats.example/api/v1' });
    expect([view().problems, view().refusals]).toEqual([{}, 2]);
    expect([access.asked, asked('connection.save')]).toEqual([[], []]);
  });

  test('what was typed is mended, saved with the access it needs, and forgotten here', async () => {
    worker.answers['connection.save'] = async () => {
      await set(connections, { list: [connected.connection, { id: 'other', account: 'b', analyticsUrl: seoUrl }] });
      return ok({ analytics: good });
    };
    const { view, does, types } = await open();
    await types({ analyticsUrl: ' stats.example/api/v1 ', apiKey });
    expect(await get(draftOf('main'))).toMatchObject({ analyticsUrl: ' stats.example/api/v1 ' });
    await does(({ onReplacing }) => onReplacing('analytics', true));
    await does(({ onSave }) => onSave());
    expect(asked('connection.save')).toMatchObject([
      { connection: 'main', services: { analytics: { url, key: apiKey } }, keep: 'always' },
    ]);
    expect(view()).toMatchObject({
      form: { analyticsUrl: url, apiKey: '' },
      corrected: { analyticsUrl: ' stats.example/api/v1 ' },
      outcomes: { analytics: good },
      replacing: { analytics: false },
      failure: undefined,
      status: keys(stored),
    });
    expect([access.asked, access.given]).toEqual([['https://stats.example/*'], ['https://old.example/*']]);
  });

  test('while it is tested, that is said of what is tested', async () => {
    const answer = held('connection.save');
    const { view, does } = await open(connected);
    await does(({ onSave }) => onSave());
    expect(view().outcomes).toEqual({ analytics: 'testing' });
    await answer.settle(ok({ analytics: good }));
    expect(view().outcomes).toEqual({ analytics: good });
  });

  test.each<[string, again: string[]]>([
    ['the same is saved once', []],
    ['what was typed since is saved after it', [`${url}/seo`]],
    ['of several, the last', [`${url}/s`, `${url}/seo`]],
  ])('pressed again while it is saved: %s', async (_what, again) => {
    const answers = [later(), later()];
    let under = 0;
    worker.answers['connection.save'] = async () => {
      under += 1;
      expect(under).toBe(1);
      const answer = await answers[asked('connection.save').length - 1]?.promise;
      under -= 1;
      return answer ?? failed('server');
    };
    const { view, does, types } = await open(connected);
    for (const _ of [1, 2, 3]) await does(({ onSave }) => onSave());
    for (const seoUrl of again) {
      await types({ seoUrl, seoApiKey: apiKey });
      await does(({ onSave }) => onSave());
    }
    await answers[0]?.settle(ok({ analytics: good }));
    await answers[1]?.settle(ok({ analytics: good, seo: good }));
    expect(asked('connection.save').map((input) => savedIn(input).seo?.url)).toEqual([undefined, ...again.slice(-1)]);
    const outcomes = again.length ? { analytics: good, seo: good } : { analytics: good };
    expect(view()).toMatchObject({ failure: undefined, outcomes });
  });

  const required = { kind: 'rejected', code: 'required', fields: { 'analytics.key': [] } };
  const told = { problems: {}, failure: 'options_save_failed' };
  const unneeded = ['https://seo.example/*', 'https://old.example/*'];
  test.each<[string, problem: object, shown: object, given: string[]]>([
    ['a key is missing after all', required, { problems: { apiKey: empty }, failure: undefined }, []],
    ['it cannot be stored', { kind: 'setup', code: 'fault' }, told, []],
    ['it was removed meanwhile', { kind: 'setup', code: 'other-service' }, told, unneeded],
  ])('where %s, what was typed stays, and it is said', async (_what, problem, shown, given) => {
    worker.answers['connection.save'] = () => failed('missing', problem);
    const { view, does, types } = await open(connected);
    const typed = { seoUrl, seoApiKey: 'made-up-key-0002' };
    await types(typed);
    await does(({ onSave }) => onSave());
    expect(view()).toMatchObject({ ...shown, refusals: 1, outcomes: {}, form: typed });
    expect(access.given).toEqual(given);
  });

  test('what does not answer is kept as typed; tried again, it is saved; and anyway where that is meant', async () => {
    worker.answers['connection.save'] = () => ok({ analytics: failed('network'), unsaved: ['analytics'] });
    const { view, does, types } = await open();
    await types({ analyticsUrl: url, apiKey });
    for (const way of ['onSave', 'onRetry', 'onSaveAnyway', 'onAccess'] as const) await does((now) => now[way]());
    expect(asked('connection.save').map(({ anyway }) => anyway)).toEqual([undefined, undefined, true, undefined]);
    expect(asked('connection.test')).toEqual([]);
    expect(view()).toMatchObject({ unsaved: ['analytics'], form: { apiKey } });
    expect([access.given, (await get(draftOf('main'))).analyticsUrl]).toEqual([[], url]);
  });

  test('what is typed while it is saved stays typed, and what another window typed stays stored', async () => {
    const answer = held('connection.save');
    const { view, does, types } = await open(connected);
    await act(() => set(draftOf('main'), { analyticsUrl: `${url}/elsewhere` }));
    await does(({ onSave }) => onSave());
    await types({ seoUrl });
    await answer.settle(ok({ analytics: good }));
    expect(view().form).toMatchObject({ analyticsUrl: url, seoUrl });
    await does(({ onForgetKeys }) => onForgetKeys(true));
    expect(await get(draftOf('main'))).toEqual({ analyticsUrl: `${url}/elsewhere`, seoUrl, forgetKeys: true });
  });

  test('a page of a service is saved as the service above it, once', async () => {
    const found = `${url}/umami`;
    const above = { analytics: { ...failed('missing'), found }, unsaved: ['analytics'] };
    worker.answers['connection.save'] = (input) =>
      ok(savedIn(input).analytics.url === found ? { analytics: good } : above);
    const page = `${found}/websites/7`;
    const { does, types } = await open({ draft: { analyticsUrl: page } }, { ...noFinding, page });
    await types({ apiKey });
    await does(({ onSave }) => onSave());
    expect(asked('connection.save').map((input) => savedIn(input).analytics.url)).toEqual([page, found]);
  });

  test.each([
    ['that was discarded meanwhile', [], 'options_save_failed', 0],
    ['that is still to be saved', ['main'], undefined, 1],
  ])('beside others, a connection %s', async (_what, added, failure, saves) => {
    const { view, does, types } = await open();
    await set(connections, { list: [{ ...connected.connection, id: 'other' }] });
    await set(addedConnections, added);
    await types({ analyticsUrl: url, apiKey });
    await does(({ onSave }) => onSave());
    expect([view().failure, asked('connection.save').length]).toEqual([failure, saves]);
  });

  test('the address that was found is saved in place of the one typed', async () => {
    const { does } = await open(connected);
    await does(({ onUseFound }) => onUseFound(`${url}/other`));
    expect(asked('connection.save')).toMatchObject([{ services: { analytics: { url: `${url}/other` } } }]);
  });
});

describe('a stored connection', () => {
  const withSeo = {
    ...connected,
    connection: { ...connected.connection, seoUrl },
    status: keys(stored, { ...stored, url: seoUrl }),
  };
  test.each([
    ['one service', connected, { analytics: 'testing' }],
    ['both', withSeo, { analytics: 'testing', seo: 'testing' }],
  ])('is tested again: %s', async (_what, start, testing) => {
    held('connection.test');
    const { view, does } = await open(start);
    await does(({ onRetry }) => onRetry());
    expect([asked('connection.test'), view().outcomes]).toEqual([[{ connection: 'main' }], testing]);
  });

  test('access that is taken away is told, until it is given back; where it is tested meanwhile, afterwards', async () => {
    const { view, does } = await open(connected);
    const answer = held('connection.test');
    const change = async (isGranted: boolean) => {
      access.isGranted = isGranted;
      await tell('access');
      await settled();
      return view().outcomes.analytics;
    };
    expect(await change(false)).toEqual(failed('access', { url }));
    expect(await change(true)).toBeUndefined();
    await does(({ onRetry }) => onRetry());
    expect(await change(false)).toBe('testing');
    await answer.settle(ok({ analytics: good }));
    expect(view().outcomes.analytics).toEqual(failed('access', { url }));
  });

  test('access that is missing is asked for, and then it is tested', async () => {
    worker.answers['connection.test'] = () => ok({ analytics: good });
    const { view, does } = await open({ ...withSeo, barred: [seoUrl] });
    expect(view().outcomes.seo).toMatchObject({ problem: { kind: 'access', url: seoUrl } });
    access.isGranted = false;
    await does(({ onAccess }) => onAccess());
    expect([access.asked, asked('connection.test').length]).toEqual([['https://seo.example/*'], 1]);
    expect(view().outcomes).toEqual({ analytics: good });
  });

  test.each<[string, Answer<unknown>, boolean]>([
    ['forgotten', ok(keys()), true],
    ['not forgotten, which is said', failed('server'), false],
  ])('its key is %s', async (_what, answer, isGone) => {
    worker.answers['keys.forget'] = () => answer;
    const { view, does } = await open(connected);
    await does(({ onForget }) => onForget('analytics'));
    expect(asked('keys.forget')).toEqual([{ connection: 'main', service: 'analytics' }]);
    const { replacing, failure, status } = view();
    expect([replacing.analytics, failure, status.analytics.key]).toEqual(
      isGone ? [true, undefined, 'none'] : [undefined, 'options_save_failed', 'stored'],
    );
  });

  test('another key is typed, and the stored one kept after all', async () => {
    const { view, does, types } = await open(connected);
    await does(({ onReplacing }) => onReplacing('analytics', true));
    await types({ apiKey: 'made-up-key-0003' });
    expect(view()).toMatchObject({ replacing: { analytics: true }, form: { apiKey: 'made-up-key-0003' } });
    await does(({ onReplacing }) => onReplacing('analytics', false));
    expect(view()).toMatchObject({ replacing: { analytics: false }, form: { apiKey: '' } });
  });

  test.each([
    ['for good', stored, [], 'always'],
    ['for this session', { ...stored, key: 'session' }, [], 'session'],
    ['for this session, as is chosen', stored, [true], 'session'],
    ['for good, as is chosen', { ...stored, key: 'session' }, [false], 'always'],
  ])('its keys are kept %s', async (_what, analytics, chosen, keep) => {
    const { view, does } = await open({ ...connected, status: keys(analytics) });
    for (const one of chosen) await does(({ onForgetKeys }) => onForgetKeys(one));
    expect(view().forgetKeys).toBe(keep === 'session');
    await does(({ onSave }) => onSave());
    expect(asked('connection.save')).toMatchObject([{ keep }]);
  });

  test('where keys are made is told once an address was typed to its end', async () => {
    const { view, does, types } = await open(connected);
    expect(view()).toMatchObject({ accountUrl: `${url}/account`, isFirst: false, isOffered: false });
    await types({ analyticsUrl: 'https://new.example' });
    expect(view().accountUrl).toBeUndefined();
    await does(({ onLeave }) => onLeave());
    expect(view().accountUrl).toBe('https://new.example/account');
    await types({ analyticsUrl: '' });
    await does(({ onLeave }) => onLeave());
    expect(view().accountUrl).toBeUndefined();
  });
});
