import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { leaveCreate } from '../jobs/left.ts';

vi.mock('@/lib/text/i18n.ts', () => import('./keyTexts.ts'));

const account = 'https://stats.example.net';
const host = 'shop.example.com';

/** A new worker: nothing in memory, storage as it was. */
async function wake() {
  vi.resetModules();
  const [registering, { wake: run }, cache] = await Promise.all([
    import('@/lib/background/registering.ts'),
    import('@/lib/background/jobs/runner.ts'),
    import('../records/seed.ts'),
  ]);
  return { ...registering, ...cache, run };
}
const button = { text: '', title: '' };
/** What the tab shows. */
const tab = { url: '' };
/** The records that the service has. */
const there: object[] = [];
/** Who asked. */
const contexts: object[] = [];
vi.mock('@/lib/background/websites/lookUp.ts', async (original) => ({
  ...(await original<object>()),
  findQuietly: async (_host: string, context: object) => {
    contexts.push(context);
    return there[0];
  },
}));

beforeEach(() => {
  tab.url = `https://${host}/`;
  there.splice(0);
  contexts.splice(0);
  vi.spyOn(fakeBrowser.tabs, 'get').mockImplementation(async () => tab as never);
  const action = {
    getBadgeText: async () => button.text,
    setBadgeText: async ({ text }: { text: string }) => void Object.assign(button, { text }),
    setTitle: async ({ title }: { title: string }) => void Object.assign(button, { title }),
    setBadgeBackgroundColor: async () => {},
  };
  Object.assign(fakeBrowser, { action });
});

describe('a registration whose worker was stopped', () => {
  const other = { text: '!', title: 'other' };
  const busy = ['…', `popup.tracking ${host}`];
  type Meanwhile = (worker: Awaited<ReturnType<typeof wake>>) => unknown;
  const registered: Meanwhile = ({ putWebsites }) => putWebsites(account, [{ id: '1', domain: host }]);
  const elsewhere: Meanwhile = (worker) => {
    tab.url = 'https://other.example/';
    return registered(worker);
  };
  const confirmed = `registration.confirmed ${host}`;
  test.each<[string, Meanwhile, string[]]>([
    ['that came to its end', registered, ['✓', confirmed]],
    ['that came to its end, while its tab shows another site by now', elsewhere, ['+', confirmed]],
    ['that did not', () => {}, ['!', `problem.unconfirmed ${host}`]],
    ['that is still looked up', () => leaveCreate(account, host), busy],
    ['whose button says something else by then', () => Object.assign(button, other), Object.values(other)],
  ])('%s', async (_what, meanwhile, shown) => {
    const first = await wake();
    await first.beginRegistering(7, { account, host });
    expect(Object.values(button)).toEqual(busy);
    expect(await fakeBrowser.alarms.get('jobs')).toBeTruthy();
    await meanwhile(first);
    await (await wake()).showInterrupted();
    expect(Object.values(button)).toEqual(shown);
  });

  test('keeps its alarm until it is told, and is told by the next run', async () => {
    await (await wake()).beginRegistering(7, { account, host });
    const next = await wake();
    await next.run();
    expect(Object.values(button)).toEqual(['!', `problem.unconfirmed ${host}`]);
    await next.run();
    expect(await fakeBrowser.alarms.get('jobs')).toBeUndefined();
  });

  test.each<[string, isPrivate: boolean, notices: unknown[]]>([
    [
      'that moved on',
      false,
      [[`?connection=b&search=${host}`, { title: host, message: `problem.unconfirmed ${host}` }]],
    ],
    ['of a private window', true, []],
  ])('is notified of, where that is wanted, over a tab %s', async (_which, isPrivate, notices) => {
    const notified: unknown[] = [];
    Object.assign(fakeBrowser, { notifications: { create: async (...given: unknown[]) => void notified.push(given) } });
    const list = ['a', 'b'].map((id) => ({ id, analyticsUrl: account, account: id === 'b' ? account : id }));
    await fakeBrowser.storage.local.set({
      preferences: { version: 1, value: { notifications: true } },
      connections: { version: 1, value: { list } },
    });
    await (await wake()).beginRegistering(7, { account, host, ...(isPrivate ? { private: true } : {}) });
    Object.assign(button, { text: '', title: '' });
    await (await wake()).showInterrupted();
    expect(notified).toMatchObject(notices);
    expect(button.text).toBe('');
  });

  test('of a private window asks in a private window', async () => {
    await (await wake()).beginRegistering(7, { account, host, private: true });
    await (await wake()).showInterrupted();
    expect(contexts).toEqual([{ account, private: true }]);
  });

  test('is told with its connection, and once', async () => {
    await (await wake()).beginRegistering(7, { account, host, name: 'B' });
    const { showInterrupted } = await wake();
    await showInterrupted();
    expect(button.title).toBe(`menu.of_connection B problem.unconfirmed ${host}`);
    Object.assign(button, { text: '…', title: 'another' });
    await showInterrupted();
    expect(button.title).toBe('another');
  });
});

test('where nothing can be kept, it is said all the same that a site is registered', async () => {
  const { beginRegistering, endRegistering } = await wake();
  vi.spyOn(fakeBrowser.storage.session, 'set').mockRejectedValue(new Error('QuotaExceededError'));
  await beginRegistering(7, { account, host });
  expect(button.text).toBe('…');
  await endRegistering(7);
});

test('what this worker registers, and what has been told, is left alone', async () => {
  const { beginRegistering, endRegistering, showInterrupted } = await wake();
  await beginRegistering(7, { account, host });
  await showInterrupted();
  expect(button.text).toBe('…');
  await endRegistering(7);
  await (await wake()).showInterrupted();
  expect(button.text).toBe('…');
});
