import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { AuditRepeat } from '@/lib/audit/repeat.ts';
import { updateWaits } from '@/lib/background/deferUpdate.ts';
import { keepHouse, keepHousekeeping } from '@/lib/background/housekeeping.ts';
import { followed } from '@/lib/background/policy/listen.ts';
import { auditRepeats } from '@/lib/storage/auditRepeats.ts';
import { set } from '@/lib/storage/settings.ts';

/** What was done. */
const did = vi.hoisted(() => ({ names: [] as string[], isPolicyRead: true }));
vi.mock('@/lib/background/policy/follow.ts', () => ({
  followPolicy: async () => {
    did.names.push('policy');
    if (!did.isPolicyRead) throw new Error('unreadable');
    return true;
  },
}));
vi.mock('@/lib/background/audit/runRepeats.ts', () => ({ runRepeats: async () => void did.names.push('repeats') }));

const now = 1_800_000_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  Object.assign(did, { names: [], isPolicyRead: true });
  // A page is open, so no update is installed.
  Object.assign(fakeBrowser.runtime, {
    getContexts: async () => {
      did.names.push('update');
      return [{ contextType: 'TAB' }];
    },
  });
});

const weekly = { every: 'week' as const, sites: [], job: 'j' };
const repeat = (next: number, more: Partial<AuditRepeat> = {}) => ({ account: String(next), ...weekly, next, ...more });
const repeats = (...all: AuditRepeat[]) => set(auditRepeats, all);
const waiting = () => set(updateWaits, true);
const unsure = () => set(followed, 'unsure');
/** The alarms that are set, and in how many minutes each is due. */
const alarms = async () =>
  Object.fromEntries(
    (await fakeBrowser.alarms.getAll()).map(({ name, scheduledTime }) => [name, (scheduledTime - now) / minute]),
  );

/** What is stored; when housekeeping is due (minutes); what is done at once, were the alarm to go off; when it is due then. */
test.each<[string, () => Promise<unknown>, due: number | undefined, done: string[], next: number | undefined]>([
  ['nothing', async () => {}, undefined, [], undefined],
  ['a policy that is not certain', unsure, 0.5, ['policy'], undefined],
  ['one that is', () => set(followed, true), undefined, [], undefined],
  ['an update that waits', waiting, 5, ['update'], 5],
  ['a repeat of later', () => repeats(repeat(now + 2 * day)), 2880, [], 2880],
  ['several', () => repeats(repeat(now + 3 * day), repeat(now + day)), 1440, [], 1440],
  ['one that has stopped', () => repeats(repeat(now, { stopped: true })), undefined, [], undefined],
  ['one that is due, soon after a start', () => repeats(repeat(now - day)), 1, ['repeats'], 30],
  ['one of before the clock was set back', () => repeats(repeat(now + 30 * day)), 1, ['repeats'], 30],
  ['a repeat and an update', () => Promise.all([repeats(repeat(now)), waiting()]), 1, ['repeats', 'update'], 5],
  ['all three', () => Promise.all([repeats(repeat(now + day)), waiting(), unsure()]), 0.5, ['policy', 'update'], 5],
])('with %s', async (_what, store, due, done, next) => {
  await store();
  await keepHousekeeping();
  expect(await alarms()).toEqual(due === undefined ? {} : { housekeeping: due });
  await fakeBrowser.alarms.clear('housekeeping');
  await keepHouse();
  expect([did.names.toSorted(), await alarms()]).toEqual([done, next === undefined ? {} : { housekeeping: next }]);
});

test('what fails is tried again later', async () => {
  did.isPolicyRead = false;
  await unsure();
  await keepHouse();
  expect(await alarms()).toEqual({ housekeeping: 30 });
});

describe('the alarm that is set', () => {
  const { create } = fakeBrowser.alarms;
  test.each<[string, minutes: number, due: number]>([
    ['stays, so that it goes off however often it is kept', 2, 2],
    ['comes sooner for what is due sooner', 60, 5],
  ])('%s', async (_what, minutes, due) => {
    await create('housekeeping', { when: now + minutes * minute });
    await waiting();
    await keepHousekeeping();
    expect(await alarms()).toEqual({ housekeeping: due });
  });

  test('that goes off before anything is due does nothing and is set anew', async () => {
    await repeats(repeat(now + day));
    await fakeBrowser.alarms.clear('housekeeping');
    await keepHouse();
    expect([did.names, await alarms()]).toEqual([[], { housekeeping: 1440 }]);
  });

  test('those of earlier versions are cleared, and that of the queue stays', async () => {
    for (const name of ['auditRepeat', 'creates', 'policy', 'refresh', 'update'])
      await create(name, { periodInMinutes: 0.5 });
    await create('jobs', { periodInMinutes: 0.5 });
    await repeats(repeat(now + day));
    await keepHousekeeping();
    expect(Object.keys(await alarms()).toSorted()).toEqual(['housekeeping', 'jobs']);
  });

  test('is for what was stored last, whichever call is slower', async () => {
    await repeats(repeat(now + day));
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = vi.spyOn(fakeBrowser.alarms, 'getAll').mockImplementationOnce(async () => {
      await promise;
      return [];
    });
    const first = keepHousekeeping();
    await vi.waitFor(() => expect(slow).toHaveBeenCalled());
    await repeats();
    const second = keepHousekeeping();
    await new Promise((end) => setTimeout(end, 20));
    resolve();
    await Promise.all([first, second]);
    expect(await alarms()).toEqual({});
  });
});
