import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { followAgain, followed as isFollowed, listenForPolicy } from '@/lib/background/policy/listen.ts';
import { get } from '@/lib/storage/settings.ts';

/** How certain each answer of the browser was taken to be; whether the policy was applied then. */
const followed = vi.hoisted(() => ({ certain: [] as boolean[], isApplied: true as boolean | undefined, failures: 0 }));
vi.mock('@/lib/background/policy/follow.ts', () => ({
  followPolicy: async (isCertain: boolean) => {
    followed.certain.push(isCertain);
    if (followed.failures-- > 0) throw new Error('unreadable');
    return followed.isApplied;
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  Object.assign(followed, { certain: [], isApplied: true, failures: 0 });
});

const started = () => fakeBrowser.runtime.onStartup.trigger();
const installed = () => fakeBrowser.runtime.onInstalled.trigger({ reason: 'update' } as never);
/** The worker's first second. */
const second = async () => {
  await vi.advanceTimersByTimeAsync(1000);
  await vi.dynamicImportSettled();
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

describe.each([
  ['the browser was started', started],
  ['the extension was installed', installed],
  ['the worker began, and nothing else was told', second],
])('as %s', (_what, event) => {
  test.each([
    ['the policy is applied', true, true],
    ['what cannot be trusted yet is to be asked for again', false, 'unsure'],
    ['where no policy is known, no worker is started to ask again', undefined, false],
  ])('%s', async (_then, isApplied, then) => {
    followed.isApplied = isApplied;
    listenForPolicy();
    await event();
    expect([followed.certain, await get(isFollowed)]).toEqual([[false], then]);
  });
});

test.each([
  ['applied', true],
  ['to be asked for again', false],
])('%s, it is asked for once in a session, not by every worker', async (_what, isApplied) => {
  followed.isApplied = isApplied;
  listenForPolicy();
  await started();
  await second();
  listenForPolicy();
  await second();
  expect(followed.certain).toEqual([false]);
});

test('a first reading that fails is tried again by the same worker', async () => {
  followed.failures = 1;
  listenForPolicy();
  await expect(started()).rejects.toThrow('unreadable');
  await second();
  expect(followed.certain).toEqual([false, false]);
});

test('where none is known, each worker asks once, until there is one', async () => {
  followed.isApplied = undefined;
  for (const asked of [1, 2, 3]) {
    listenForPolicy();
    if (asked === 1) await Promise.all([started(), installed()]);
    await second();
    expect(followed.certain).toHaveLength(asked);
  }
  followed.isApplied = true;
  for (const _worker of [1, 2]) {
    listenForPolicy();
    await second();
  }
  expect(followed.certain).toEqual([false, false, false, false]);
});

test.each<[string, string, certain: boolean[]]>([
  ['of policies', 'managed', [true]],
  ['of ours', 'local', []],
])('a change in the storage %s', async (_whose, area, certain) => {
  listenForPolicy();
  await fakeBrowser.storage.onChanged.trigger({}, area);
  expect(followed.certain).toEqual(certain);
});

test('asked for again, the answer is certain', async () => {
  followed.isApplied = false;
  listenForPolicy();
  await started();
  await followAgain();
  expect([followed.certain, await get(isFollowed)]).toEqual([[false, true], true]);
});
