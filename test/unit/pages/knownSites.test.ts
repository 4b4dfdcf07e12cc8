import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { type Known, knownText, readingState, readingText } from '@/entrypoints/options/knownSites.ts';
import { useKnownSites } from '@/entrypoints/options/useKnownSites.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import { beginRefresh, type Refresh, refreshesNow } from '@/lib/storage/refresh.ts';
import { type ConnectionAddress, set } from '@/lib/storage/settings.ts';
import { clearRecords, putHosts, wasRead } from '../records/seed.ts';
import { asked, does, failed, loaded, openPage, settled, showPlaces } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
// The page is in the worker's own store.
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));

const [a, b] = [connectionOf('a'), connectionOf('b')];
const withSeo = { ...a, seoUrl: 'https://seo.example', seoAccount: 'seo of a' };

beforeEach(async () => {
  openPage();
  await clearRecords();
});

const refreshing = (more: Partial<Refresh> = {}): Refresh => ({
  ...beginRefresh({ url: 'https://a.example', account: 'of a' }, 1, 1),
  ...more,
});

describe('the number of known sites', () => {
  const known = (count: number, readAt?: number): Known => ({ count, readAt, isEmpty: !count });
  const unread = { ...known(0), unread: { kind: 'setup', code: 'no-database' } } as const;
  test.each<[string, Known[], text: string]>([
    ['of a whole list', [known(60, 5)], 'tracking_known_other 60 · tracking_known_at'],
    ['of a part', [known(60)], 'tracking_known_other options_at_least 60 · tracking_known_partly'],
    ['of a list that was never read is no number', [known(0)], 'tracking_known_partly'],
    ['of several', [known(60, 5), known(2, 9)], 'tracking_known_other 62 · tracking_known_since'],
    ['that nobody can read', [known(60, 5), unread], 'problem_no_database'],
  ])('%s', (_what, all, text) => {
    showPlaces('{count}');
    expect(knownText(all).replaceAll(' {count}', '')).toBe(text);
  });
});

describe('how far the readings are', () => {
  const reading = (more: Partial<Refresh>, name = 'A') => ({ name, refresh: refreshing(more) });
  const none = { name: 'B', refresh: refreshing({ state: 'none' }) };
  test.each<[string, Parameters<typeof readingText>, text: string]>([
    ['none', [[none], true], ''],
    ['one is running', [[reading({ read: 3 })], false], 'tracking_refreshed_other'],
    ['one had ended before', [[reading({ state: 'done', read: 3 })], false], ''],
    ['one waits', [[reading({ state: 'waiting' })], false], 'tracking_refreshed_other tracking_refresh_waiting'],
    [
      'one was not listed whole',
      [[reading({ state: 'done', why: 'no-pages' as never })], false],
      'tracking_refreshed_other tracking_refresh_bounded',
    ],
    [
      'one of two has failed: it is named',
      [[reading({ state: 'failed', problem: { kind: 'timeout' } }), none], false],
      'tracking_refreshed_other A · problem_timeout',
    ],
  ])('%s', (_what, [readings, isAskedHere], text) => {
    expect(readingText(readings, isAskedHere)).toBe(text);
  });

  test.each<[string, Partial<Refresh>[], object]>([
    ['none', [{ state: 'done' }], { isReading: false, isBusy: false, progress: undefined }],
    ['a list that has told its size', [{ read: 5, total: 20 }], { isReading: true, isBusy: true, progress: 0.25 }],
    ['one of two without a size', [{ read: 5, total: 10 }, {}], { isReading: true, isBusy: true, progress: undefined }],
    ['one that nobody asked for', [{ unasked: true }], { isReading: true, isBusy: false, progress: undefined }],
  ])('%s', (_what, all, state) => {
    expect(readingState(all.map((more) => reading(more)))).toEqual(state);
  });
});

const open = (...list: ConnectionAddress[]) =>
  loaded((all: { list: ConnectionAddress[] }) => useKnownSites(all), { list });
const counts = (hook: Awaited<ReturnType<typeof open>>) => hook.now().known?.map(({ count }) => count);
const tellChange = (account: string, count: number) => does(() => set(recordChanges, { [account]: count }));

describe('what is known of the connections’ sites', () => {
  test('is counted as the worker says that something has changed, until the page is left', async () => {
    const hook = await open(a);
    await putHosts(a.account, ['one.example']);
    expect(counts(hook)).toEqual([0]);
    await tellChange(a.account, 1);
    expect(counts(hook)).toEqual([1]);
    await putHosts(a.account, ['one.example', 'two.example']);
    await act(() => set(refreshesNow, { [a.account]: refreshing({ state: 'done' }) }));
    await settled();
    expect(counts(hook)).toEqual([2]);
    await hook.end();
    expect(fakeBrowser.storage.onChanged.hasListeners()).toBe(false);
  });

  test('is read again, stopped and forgotten for all connections; a refusal is told', async () => {
    const hook = await open(a, b);
    const both = [{ connection: 'a' }, { connection: 'b' }];
    await hook.does(({ onRefresh }) => onRefresh());
    await hook.does(({ onStop }) => onStop());
    await hook.does(({ onForget }) => onForget());
    expect(['records.refresh', 'records.stop', 'records.forget'].map(asked)).toEqual([both, both, both]);
    expect([hook.now().failure, hook.now().isForgotten]).toEqual([undefined, true]);
    const { worker } = await import('./hooked.ts');
    worker.answers['records.refresh'] = () => failed('missing');
    await hook.does(({ onRefresh }) => onRefresh());
    expect([hook.now().failure, hook.now().isForgotten]).toEqual(['problem_missing', false]);
  });

  test('where only some lists were read, only the others are missing', async () => {
    await wasRead(a.account);
    const hook = await open(a, b);
    await hook.does(({ readMissing }) => readMissing());
    expect(asked('records.refresh')).toEqual([{ connection: 'b' }]);
  });

  test.each<[string, fill: () => Promise<unknown>, isEmpty: boolean]>([
    ['only of another account', () => putHosts(b.account, ['one.example']), true],
    ['a website', () => putHosts(a.account, ['one.example']), false],
  ])('can be forgotten where this is stored: %s', async (_what, fill, isEmpty) => {
    await fill();
    expect((await open(withSeo)).now().known?.[0]?.isEmpty).toBe(isEmpty);
  });

  test('is not called forgotten where that fails, or while something is left', async () => {
    await putHosts(a.account, ['one.example']);
    const hook = await open(a);
    await hook.does(({ onForget }) => onForget());
    expect(hook.now().isForgotten).toBe(false);
    await clearRecords();
    await tellChange(a.account, 1);
    expect(hook.now().isForgotten).toBe(true);
    const { worker } = await import('./hooked.ts');
    worker.answers['records.forget'] = () => failed('missing');
    await hook.does(({ onForget }) => onForget());
    expect([hook.now().isForgotten, hook.now().failure]).toEqual([false, 'problem_missing']);
  });
});
