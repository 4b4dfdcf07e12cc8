import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Owned, useCommon, useDefaults, useOwn, usePages } from '@/entrypoints/options/usePreferences.ts';
import { failureText, type Kept, useKept, useSaid } from '@/entrypoints/options/useSetting.ts';
import {
  type ConnectionAddress,
  connections,
  defaults,
  get,
  NewerSettings,
  preferences,
  set,
} from '@/lib/storage/settings.ts';
import { asked, failed, hooked, ok, openPage, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(openPage);
afterEach(() => void vi.useRealTimers());

interface Value {
  a: number;
  b?: number;
}

describe('a stored value', () => {
  /** What is stored, and who hears of it: the browser tells of a write when the test says so. */
  const open = async () => {
    const store = { value: { a: 0 } as Value, fails: false, heard: [] as ((value: Value) => void)[] };
    const kept = (): Kept<Value> => ({
      watch: (callback) => {
        store.heard.push(callback);
        return () => void store.heard.splice(store.heard.indexOf(callback), 1);
      },
      update: async (change) => {
        const after = change(store.value);
        if (store.fails) throw new Error('full');
        store.value = after;
      },
    });
    const first = kept();
    const hook = await hooked((now: Kept<Value>) => useKept(now, { a: 0 }), first);
    const said: unknown[] = [];
    const change = (part: Partial<Value>) => hook.does(([, change]) => change(part, (note) => void said.push(note)));
    const tell = (value: Value) => act(() => store.heard.forEach((callback) => void callback(value)));
    return { store, kept, said, change, tell, show: hook.show, end: hook.end, value: () => hook.now()[0] };
  };

  test('only the part that was changed is written, onto what is stored by then', async () => {
    const { store, change, value, said } = await open();
    store.value = { a: 1, b: 7 };
    await change({ a: 2 });
    expect([store.value, value(), said]).toEqual([{ a: 2, b: 7 }, { a: 2 }, ['none', 'saved']]);
  });

  test('what was typed on is not undone by the news of what was written before', async () => {
    const { change, tell, value } = await open();
    await change({ a: 1 });
    await change({ a: 2 });
    await tell({ a: 1 });
    expect(value()).toEqual({ a: 2 });
    await tell({ a: 2 });
    // The same again is another window's.
    await tell({ a: 1 });
    expect(value()).toEqual({ a: 1 });
  });

  test('what is written as it was is not told of: the next news is another window’s', async () => {
    const { change, tell, value } = await open();
    await change({ a: 0 });
    await tell({ a: 5 });
    await tell({ a: 0 });
    expect(value()).toEqual({ a: 0 });
  });

  test('what could not be written stays as typed, and only that is not waited for', async () => {
    const { store, change, tell, value, said } = await open();
    await change({ a: 1 });
    store.fails = true;
    await change({ a: 2 });
    expect([value(), store.value, said.slice(2)]).toEqual([
      { a: 2 },
      { a: 1 },
      ['none', { failed: 'problem_storage' }],
    ]);
    await tell({ a: 1 });
    expect(value()).toEqual({ a: 2 });
    await tell({ a: 3 });
    await tell({ a: 2 });
    expect(value()).toEqual({ a: 2 });
  });

  test('another one is followed in its place, and none that is shown no longer', async () => {
    const { store, kept, show, end, tell, value } = await open();
    const [first] = store.heard;
    await show(kept());
    expect(store.heard).toHaveLength(1);
    expect(store.heard[0]).not.toBe(first);
    await tell({ a: 9 });
    expect(value()).toEqual({ a: 9 });
    await end();
    expect(store.heard).toEqual([]);
  });

  test.each([
    ['what is full', new Error('full'), 'problem_storage'],
    ['what a newer Waymark wrote', new NewerSettings('connections'), 'problem_newer'],
  ])('that cannot be written: %s', (_what, error, text) => {
    expect(failureText(error)).toBe(text);
  });
});

describe('what is said of a change', () => {
  const open = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const hook = await hooked(useSaid);
    const pass = (time: number) => act(() => void vi.advanceTimersByTime(time));
    const tell = (note: Parameters<ReturnType<typeof useSaid>[1]>[0]) => act(() => hook.now()[1](note));
    return { tell, pass, said: () => hook.now()[0] };
  };

  test('a failure is said no longer once the next change is stored, which is said after its pause', async () => {
    const { tell, pass, said } = await open();
    await tell({ failed: 'why' });
    await tell('saved');
    expect(said()).toBe('none');
    await pass(500);
    expect(said()).toBe('saved');
  });

  test.each<[string, 'none' | { failed: string }]>([
    ['another begins', 'none'],
    ['another fails', { failed: 'why' }],
  ])('“Saved” is not said any more as soon as %s', async (_what, next) => {
    const { tell, pass, said } = await open();
    await tell('saved');
    await pass(499);
    await tell(next);
    await pass(10_000);
    expect(said()).toEqual(next);
    await tell('saved');
    await pass(600);
    await tell(next);
    expect(said()).toEqual(next);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('“Saved” is said after a pause in typing, and for a while', async () => {
    const { tell, pass, said } = await open();
    await tell('saved');
    await pass(400);
    await tell('saved');
    await pass(499);
    expect(said()).toBe('none');
    await pass(1);
    expect(said()).toBe('saved');
    await pass(3999);
    expect(said()).toBe('saved');
    await pass(1);
    expect(said()).toBe('none');
  });

  test('“Saved” of the last of two changes stays its whole while', async () => {
    const { tell, pass, said } = await open();
    await tell('saved');
    await pass(1000);
    await tell('saved');
    expect(said()).toBe('none');
    await pass(4000);
    expect(said()).toBe('saved');
  });
});

const at = (id: string): ConnectionAddress => ({ id, account: id, analyticsUrl: `https://${id}.example`, name: id });
const [one, two] = [at('one'), at('two')];
const templates = { statisticsUrl: 'https://own.example', trackingCode: 'own', accountUrl: 'https://own.example/me' };

describe('the settings of one connection', () => {
  const open = async (first: Pick<ConnectionAddress, 'id'>) => {
    await set(connections, { list: [one, two], active: 'two' });
    const said: unknown[] = [];
    const hook = await hooked((now: typeof first) => useOwn(now), first);
    const change = (part: object) => hook.does(([, change]) => change(part, (note) => void said.push(note)));
    return { ...hook, said, change };
  };

  test('are stored in it alone, beside its addresses', async () => {
    const { change, now, said } = await open(one);
    const rules = ['*.a.example'];
    await change({ rules, templates });
    expect(await get(connections)).toEqual({ list: [{ ...one, rules, templates }, two], active: 'two' });
    expect(now()[0]).toEqual({ name: 'one', rules, templates, defaults: undefined });
    expect(said).toEqual(['none', 'saved']);
  });

  test('are those of another one as that is shown, and what another window writes of it', async () => {
    const { show, change, now } = await open(one);
    await show(two);
    await act(() =>
      set(connections, {
        list: [
          { ...one, name: 'other' },
          { ...two, name: 'now' },
        ],
      }),
    );
    expect(now()[0].name).toBe('now');
    await change({ rules: ['b.example'] });
    expect((await get(connections)).list.map(({ rules }) => rules)).toEqual([undefined, ['b.example']]);
    await act(() => set(connections, { list: [one] }));
    expect(now()[0].name).toBe('now');
  });

  test('of one that was removed in another window are not said to be saved', async () => {
    const { change, said } = await open({ id: 'gone' });
    await change({ name: 'Client' });
    expect(said).toEqual(['none', { failed: 'options_connection_gone' }]);
  });
});

describe('the settings of all connections', () => {
  const preferred = { ...preferences.fallback, statisticsUrl: 'https://common.example' };
  const open = async (owned?: Partial<Owned['own']>, kind?: 'umami') => {
    await set(preferences, preferred);
    const changes: object[] = [];
    const one = owned && {
      id: 'one',
      own: { name: '', rules: [], ...owned },
      changeOwn: async (part: object) => void changes.push(part),
    };
    const hook = await hooked(() => {
      const common = useCommon({ defaults: defaults.fallback, preferences: preferred });
      return { common, new: useDefaults(common, one), pages: usePages(common, kind, one) };
    });
    return { ...hook, changes };
  };

  test('are stored as they are changed, each by itself, and shown', async () => {
    const { now, does } = await open();
    await does((page) => page.new.onChange({ privacy: 0 }));
    await does((page) => page.pages.onChange({ trackingCode: 'x' }));
    const stored = { ...preferred, trackingCode: 'x' };
    expect([await get(defaults), await get(preferences)]).toEqual([{ ...defaults.fallback, privacy: 0 }, stored]);
    expect([now().new.value.privacy, now().pages.value.trackingCode, now().common.preferred]).toEqual([0, 'x', stored]);
    await act(() => set(preferences, { ...stored, hostChoice: 'bare' }));
    expect(now().common.preferred).toEqual({ ...stored, hostChoice: 'bare' });
  });

  test('hold no page that is as the kind of service has it', async () => {
    const { now, does } = await open(undefined, 'umami');
    const { statisticsUrl } = now().pages.initial;
    await does((page) => page.pages.onChange({ statisticsUrl, accountUrl: 'https://y.example' }));
    expect(await get(preferences)).toEqual({ ...preferred, statisticsUrl: '', accountUrl: 'https://y.example' });
  });

  test('are what a connection without its own goes by, and what its first own ones begin with', async () => {
    const { now, does, changes } = await open({});
    expect([now().new.value, now().pages.value.statisticsUrl]).toEqual([defaults.fallback, preferred.statisticsUrl]);
    await does((page) => page.pages.onChange({ accountUrl: 'https://x.example' }));
    await does((page) => page.new.onChange({ email: 1 }));
    expect(changes).toEqual([
      { templates: { statisticsUrl: preferred.statisticsUrl, trackingCode: '', accountUrl: 'https://x.example' } },
      { defaults: { ...defaults.fallback, email: 1 } },
    ]);
    expect([await get(defaults), await get(preferences)]).toEqual([defaults.fallback, preferred]);
  });

  test('give way to those of the connection', async () => {
    const { now, does, changes } = await open({ defaults: { ...defaults.fallback, privacy: 2, email: 1 }, templates });
    expect([now().new.value.privacy, now().pages.value]).toMatchObject([2, templates]);
    await does((page) => page.new.onChange({ privacy: 0 }));
    await does((page) => page.pages.onChange({ accountUrl: 'https://z.example' }));
    expect(changes).toEqual([
      { defaults: { ...defaults.fallback, privacy: 0, email: 1 } },
      { templates: { ...templates, accountUrl: 'https://z.example' } },
    ]);
  });

  test.each<[string, owned: object | undefined, connection: string | undefined]>([
    ['for all', undefined, undefined],
    ['for one connection', {}, 'one'],
  ])('a default password is kept %s, and said to be', async (_what, owned, connection) => {
    worker.answers['keys.defaultPassword'] = () => ok(null);
    const { now } = await open(owned);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await act(async () => expect(await now().new.onPassword('made-up')).toBe(true));
    expect(asked('keys.defaultPassword')).toEqual([{ connection, password: 'made-up' }]);
    await act(() => void vi.advanceTimersByTime(500));
    expect(now().new.said).toBe('saved');
    worker.answers['keys.defaultPassword'] = () => failed('server');
    await act(async () => expect(await now().new.onPassword('made-up')).toBe(false));
    expect(now().new.said).toEqual({ failed: 'problem_server_plain' });
  });

  test.each<[string, (page: Awaited<ReturnType<typeof open>>) => Promise<void>, said: string]>([
    ['of new sites', ({ does }) => does((page) => page.new.onChange({ privacy: 0 })), 'new'],
    ['of pages', ({ does }) => does((page) => page.pages.onChange({ trackingCode: 'x' })), 'pages'],
  ])('a change %s that cannot be stored is told there', async (_what, change, place) => {
    const page = await open();
    vi.spyOn(fakeBrowser.storage.local, 'set').mockRejectedValueOnce(new Error('full'));
    await change(page);
    const { new: fields, pages } = page.now();
    const notes = { new: fields.said, pages: pages.said };
    expect(notes).toEqual({ new: 'none', pages: 'none', [place]: { failed: 'problem_storage' } });
  });
});
