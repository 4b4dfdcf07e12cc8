import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { beginRefresh, refreshesNow } from '@/lib/storage/refresh.ts';
import { set } from '@/lib/storage/settings.ts';
import { jobStore, leaveCreate } from '../jobs/left.ts';

const end = vi.hoisted(() => ({ register: () => {} }));
vi.mock('@/lib/background/websites/register.ts', () => ({
  registerByHand: () =>
    new Promise((resolve) => {
      end.register = () => resolve({ outcome: 'created' });
    }),
}));
vi.mock('@/lib/text/i18n.ts', () => ({ language: () => 'en', numberText: String, t: (key: string) => key }));

type Context = { contextType: string };
let contexts: Context[] | 'unknown';
const worker: Context = { contextType: 'BACKGROUND' };

async function load() {
  vi.resetModules();
  const [update, answer, menu, creates, store, jobs] = await Promise.all([
    import('@/lib/background/deferUpdate.ts'),
    import('./ask.ts'),
    import('@/lib/background/menu.ts'),
    import('@/lib/jobs/openCreates.ts'),
    jobStore(),
    import('@/lib/jobs/state.ts'),
  ]);
  return { ...update, ...answer, ...menu, ...creates, ...store, ...jobs };
}
let loaded: Awaited<ReturnType<typeof load>>;

const base = 'https://stats.example.net';
const start = { kind: 'create', items: [{ key: 'a.example' }], fields: {}, speed: 'fast' } as const;
const connection = { url: base, account: base };

let reload: ReturnType<typeof vi.spyOn>;
beforeEach(async () => {
  contexts = [worker];
  const set = async () => {};
  Object.assign(fakeBrowser, { action: { setBadgeText: set, setTitle: set, setBadgeBackgroundColor: set } });
  Object.assign(fakeBrowser.runtime, {
    getContexts: async ({ contextTypes }: { contextTypes?: string[] }) => {
      if (contexts === 'unknown') throw new Error('no answer');
      return contexts.filter(({ contextType }) => contextTypes?.includes(contextType) ?? true);
    },
  });
  void fakeBrowser.storage.local.set({
    connections: { version: 1, value: { list: [{ id: 'main', analyticsUrl: base, account: base }] } },
  });
  reload = vi.spyOn(fakeBrowser.runtime, 'reload').mockImplementation(() => {});
  loaded = await load();
});

const showing = (now: typeof contexts) => () => {
  contexts = now;
  return () => {
    contexts = [worker];
  };
};
const open = (contextType: string) => showing([worker, { contextType }]);
const answering = () => {
  void loaded.askAsPage('websites.create', { domain: 'a.example' }, { account: base });
  return () => end.register();
};
const tracking = () => {
  void loaded.track('https://a.example/');
  return () => end.register();
};
const creating = async () => {
  await leaveCreate(base, 'a.example', { isLost: true });
  return () => loaded.endCreate(base, 'a.example');
};
const reading = async () => {
  await set(refreshesNow, { [base]: beginRefresh(connection, 1, 1) });
  return () => set(refreshesNow, {});
};
const running = async () => {
  await loaded.addJob(loaded.newJob({ ...start, id: 'j' }, connection, 1).job, []);
  return () => loaded.forgetJob('j');
};

const forSession = async () => {
  const { saveKey } = await import('@/lib/background/keys.ts');
  await saveKey('main', 'analytics', { url: base, key: 'made-up-key-0001', keep: 'session' });
  return () => saveKey('main', 'analytics', { url: base, key: 'made-up-key-0001', keep: 'always' });
};
const pressedInPrivate = async () => {
  const { addPress, forgetPress, idInMemory } = await import('@/lib/jobs/memory.ts');
  const { job } = loaded.newJob({ ...start, press: true, id: idInMemory('p') }, connection, 1);
  await addPress({ ...job, state: 'done', ended: 2 }, { job: job.id, at: 0, key: 'a.example', state: 'unknown' });
  return () => forgetPress(idInMemory('p'));
};

/** What begins, and gives what ends it. */
test.each<[string, begin: () => unknown]>([
  ['a page is open', open('TAB')],
  ['the popup is open', open('POPUP')],
  ['the browser does not tell what is open', showing('unknown')],
  ['a message is being answered', answering],
  ['the menu registers a site', tracking],
  ['what became of a create is not known', creating],
  ['the list of websites is read', reading],
  ['a job runs', running],
  ['a key is kept until the browser closes', forSession],
  ['a create of a private window may have been carried out', pressedInPrivate],
])('an update that waits is not installed while %s, and is after', async (_name, begin) => {
  const over = (await begin()) as () => unknown;
  await loaded.onUpdateAvailable();
  expect(reload).not.toHaveBeenCalled();
  // So long may the last of it take to be over.
  await vi.waitFor(async () => {
    await over();
    await loaded.reloadForUpdate();
    expect(reload).toHaveBeenCalled();
  });
});

test('where no update waits, nothing is reloaded', async () => {
  await loaded.reloadForUpdate();
  expect(reload).not.toHaveBeenCalled();
});

test('an update is installed at once where nothing is open', async () => {
  await loaded.onUpdateAvailable();
  expect(reload).toHaveBeenCalledOnce();
});

test('a browser that cannot tell what is open installs it at its next start', async () => {
  Object.assign(fakeBrowser.runtime, { getContexts: undefined });
  await loaded.onUpdateAvailable();
  expect(reload).not.toHaveBeenCalled();
});

test('work that has failed is over; other work goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const other = loaded.working(() => promise);
  await expect(loaded.working(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await loaded.onUpdateAvailable();
  expect(reload).not.toHaveBeenCalled();
  resolve('done');
  expect(await other).toBe('done');
  await loaded.reloadForUpdate();
  expect(reload).toHaveBeenCalledOnce();
});
