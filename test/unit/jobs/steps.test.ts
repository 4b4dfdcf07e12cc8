import { describe, expect, test } from 'vitest';
import { retried } from '@/lib/jobs/again.ts';
import { keptJob } from '@/lib/jobs/kept.ts';
import { retryDecision, troubleAfter } from '@/lib/jobs/retryPolicy.ts';
import * as jobs from '@/lib/jobs/state.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { Problem } from '@/lib/services/index.ts';
import { at, begin, lost } from './made.ts';

const busy: Problem = { kind: 'busy', retryAfter: 5 };

/** A job whose first item was sent at 100. */
function sent(size = 3) {
  const { job, items } = begin(size);
  const { job: claimed, item } = jobs.claimItem(job, at(items), 100);
  return { job: claimed, item: jobs.sentItem(item), rest: items.slice(1) };
}
const { job, item, rest } = sent();

describe('a job begins', () => {
  test.each([
    [0, 'done', false],
    [1, 'running', true],
  ])('with %i items: %s', (size, state, active) => {
    const { job } = begin(size);
    expect(job).toMatchObject({ state, total: size, started: 10, run: { from: 10, ended: 0 }, secrets: 0 });
    expect(jobs.isJobActive(job)).toBe(active);
  });
});

test.each(['busy', 'server', 'network', 'timeout', 'shape', 'cancelled'] as const)('%s passes', (kind) => {
  expect(retryDecision(job, item, { kind }, false).is).toBe('wait');
});

test('what is only sent, or waits again, has not ended', () => {
  for (const one of [job, jobs.itemRefused(job, item, busy, 200).job]) expect(one.run).toEqual({ from: 10, ended: 0 });
});

describe('whether there is anything to do', () => {
  const { job, item } = sent(1);
  const waiting = at(begin(1).items);
  const again = (moment: number, place = 0): Item => ({ ...item, at: place, again: moment });
  const state = (one: Job['state'], change: Partial<Job> = {}): Job => ({ ...job, state: one, ...change });
  const none = { ...job.counts, sending: 0, waiting: 1 };
  const told = (since: number) => state('running', { since, until: 4_000_000 });
  const back: Item = { ...again(3_621_500), sent: 3_600_500 };

  test.each<[string, Job, Item[], Item | undefined, jobs.Next]>([
    ['paused: nothing, whatever was sent', state('paused'), [item], waiting, { idle: true }],
    ['done: nothing', state('done'), [], waiting, { idle: true }],
    ['cancelled: what was sent is looked up', state('cancelled'), [item], waiting, { item }],
    ['cancelled: what waits is not sent', state('cancelled'), [again(900)], waiting, { wait: 900 }],
    ['cancelled, and nothing was sent', state('cancelled', { counts: none }), [item], waiting, { idle: true }],
    ['running: what waits', state('running'), [], waiting, { item: waiting }],
    ['running: nothing is left', state('running'), [], undefined, { idle: true }],
    ['told to wait', state('running', { until: 501 }), [item], waiting, { wait: 501 }],
    ['the wait is over', state('running', { until: 500 }), [], waiting, { item: waiting }],
    ['what was sent is due to the millisecond', state('running'), [again(500)], waiting, { item: again(500) }],
    ['the soonest of what was sent', state('running'), [again(900), again(700, 1)], undefined, { wait: 700 }],
    ['the clock was set back since it was told to wait', told(3_600_500), [], waiting, { item: waiting }],
    ['the clock corrected itself since', told(600), [], waiting, { wait: 4_000_000 }],
    ['the clock was set back since it was sent', state('running'), [back], waiting, { item: back }],
    ['what was sent is not due: what waits', state('running'), [again(900)], waiting, { item: waiting }],
    ['what was sent, before what waits', state('running'), [item], waiting, { item }],
    ['the soonest, whatever their order', state('running'), [again(700), again(900, 1)], undefined, { wait: 700 }],
  ])('%s', (_name, one, list, first, expected) => {
    expect(jobs.next(one, list, first, 500)).toStrictEqual(expected);
  });

  const refused = { since: 300, until: 900_000, problem: busy, troubles: 1 };
  const server: Problem = { kind: 'server', status: 503 };
  test.each<[string, Partial<Job>, reached: number, waits: boolean]>([
    ['refused, and a request that was sent later succeeded', {}, 301, false],
    ['refused with 503 for a while, and the same', { problem: { ...server, retryAfter: 900 } }, 301, false],
    ['a request that was sent before', {}, 300, true],
    ['refused again after such a success', { troubles: 2 }, 301, true],
    ['a failure that says nothing of a wait', { problem: server }, 301, true],
    ['not reached', { problem: { kind: 'network' } }, 301, true],
  ])('told to wait, %s: it waits on: %#', (_name, change, reached, waits) => {
    const one = state('running', { ...refused, ...change });
    expect(jobs.next(one, [], waiting, 500, reached)).toStrictEqual(waits ? { wait: 900_000 } : { item: waiting });
  });
});

describe('an item ends', () => {
  test('well: counted by its outcome, with its password, and in the tempo', () => {
    let { job, items } = begin(3);
    for (const [place, outcome, secret] of [
      [0, 'created', true],
      [1, 'created', false],
      [2, 'confirmed', true],
    ] as const) {
      const claimed = jobs.claimItem(job, at(items, place), 100);
      expect(claimed.job.run).toEqual({ from: 10, ended: place });
      ({ job } = jobs.itemSettled(claimed.job, claimed.item, { outcome, ...(secret ? { secret } : {}) }, 200));
      expect(job.run).toEqual({ from: 10, ended: place + 1 });
    }
    expect(job).toMatchObject({ outcomes: { created: 2, confirmed: 1 }, secrets: 2, state: 'done', ended: 200 });
  });

  test('what troubled the job before is over, and so is its own problem', () => {
    const troubled = jobs.itemRefused(job, item, lost, 150);
    expect(troubled.job).toMatchObject({ troubles: 1, problem: lost });
    const after = jobs.itemSettled({ ...troubled.job, streak: 4 }, troubled.item, { outcome: 'confirmed' }, 200);
    expect(after.job).toMatchObject({ troubles: 0, streak: 0 });
    const { job: now, item: settled } = after;
    expect([now.until, now.problem, settled.problem, settled.again]).toEqual(Array(4).fill(undefined));
  });

  test('the last of a cancelled job: it stays cancelled', () => {
    const { job, item, rest } = sent(2);
    const cancelled = jobs.cancelled(job, rest, 150);
    expect(cancelled).toMatchObject({ job: { state: 'cancelled', counts: { skipped: 1, sending: 1 } } });
    expect(cancelled.job.ended).toBeUndefined();
    expect(jobs.isJobActive(cancelled.job)).toBe(true);
    const { job: closed } = jobs.itemSettled(cancelled.job, item, { outcome: 'confirmed' }, 200);
    expect(closed).toMatchObject({ state: 'cancelled', ended: 200 });
    expect(jobs.isJobActive(closed)).toBe(false);
  });

  test('not found by a clock that was set back: asked again by the new time, then repeated', () => {
    const { job, items } = begin(1);
    const hourAhead = jobs.claimItem(job, at(items), 3_600_000);
    const lostThen = jobs.itemRefused(hourAhead.job, jobs.sentItem(hourAhead.item), lost, 3_600_000);
    const once = jobs.itemUnfound(lostThen.job, lostThen.item, 500, true);
    expect(once.item).toMatchObject({ state: 'sending', sent: 500, lostAt: 500, again: 2_500 });
    expect(jobs.next(once.job, [once.item], undefined, 501)).toEqual({ wait: 2_500 });
    expect(jobs.itemUnfound(once.job, once.item, 20_500, true).item.state).toBe('waiting');
  });

  test.each<[string, Partial<Item>, now: number, Item['state']]>([
    ['never sent: skipped', { unsent: true }, 200, 'skipped'],
    ['sent: looked for', {}, 30_000, 'sending'],
    ['sent, and looked for long enough: unknown', { lostAt: 200 }, 600_200, 'unknown'],
  ])('not found after a cancel, %s', (_what, change, now, state) => {
    const { job, item, rest } = sent(2);
    const after = jobs.itemUnfound(jobs.cancelled(job, rest, 150).job, { ...item, ...change }, now, true);
    expect(after.item.state).toBe(state);
  });
});

describe('a report is kept for 30 days', () => {
  const day = 24 * 3_600_000;
  const old = { ended: 5, oldSince: 29 * day + 5 };
  test.each<[string, Partial<Job>, now: number, oldSince: number | undefined | 'gone']>([
    ['not yet old', { ended: 5 }, 29 * day + 4, undefined],
    ['seen to be old', { ended: 5 }, 29 * day + 5, 29 * day + 5],
    ['not yet', old, 30 * day + 4, old.oldSince],
    ['over', old, 30 * day + 5, 'gone'],
    ['first seen after months: not before a day later', { ended: 5 }, 90 * day, 90 * day],
    ['a day less a moment later', { ended: 5, oldSince: 90 * day }, 91 * day - 1, 90 * day],
    ['a day later', { ended: 5, oldSince: 90 * day }, 91 * day, 'gone'],
    ['by a clock that was set forward and back', { ended: 5, oldSince: 90 * day }, day, 90 * day],
    ['the same, and it is old by then', { ended: 5, oldSince: 90 * day }, 31 * day, 31 * day],
    ['by one that is less far ahead', { ended: 5, oldSince: 90 * day }, 60 * day, 60 * day],
    ['by a clock that was set back', { ended: 60 * day }, 5, undefined],
    ['with passwords that wait to be copied', { ...old, secrets: 1 }, 400 * day, old.oldSince],
    ['of an audit', { ...old, kind: 'audit' }, 400 * day, old.oldSince],
    ['a job that has not ended', {}, 400 * day, undefined],
  ])('%s', (_name, change, now, oldSince) => {
    const before = { ...begin().job, ...change };
    const kept = keptJob(before, now);
    expect(kept).toEqual(oldSince === 'gone' ? undefined : { ...before, oldSince });
    if (oldSince === before.oldSince) expect(kept).toBe(before);
  });
});

describe('trouble', () => {
  test.each<[number, Problem, number]>([
    [1, { kind: 'server' }, 1],
    [2, { kind: 'server' }, 2],
    [9, { kind: 'server' }, 300],
    [50, { kind: 'server' }, 300],
    [1, { kind: 'busy' }, 30],
    [9, { kind: 'busy' }, 300],
    [9, { kind: 'network' }, 30],
    [3, { kind: 'network' }, 4],
    [9, { kind: 'server', retryAfter: 0 }, 1],
    [1, { kind: 'server', retryAfter: 77 }, 77],
    [1, { kind: 'network', retryAfter: 5000 }, 900],
  ])('time %i, %j: %i s', (troubles, problem, seconds) => {
    expect(troubleAfter(troubles, problem)).toBe(seconds * 1000);
  });

  test('each in a row is waited for longer', () => {
    const one = jobs.itemRefused(job, item, { kind: 'server' }, 200);
    const claimed = jobs.claimItem(one.job, one.item, 2000);
    expect(claimed.job.until).toBeUndefined();
    const two = jobs.itemRefused(claimed.job, claimed.item, { kind: 'server' }, 2000);
    expect([one.job, two.job]).toMatchObject([
      { troubles: 1, until: 1200 },
      { troubles: 2, until: 4000 },
    ]);
  });

  test.each<[string, Problem, boolean, Job['state'], Item['state']]>([
    ['a look-up without the key', { kind: 'auth' }, true, 'paused', 'sending'],
    ['a look-up that was not heard', { kind: 'timeout' }, true, 'running', 'sending'],
    ['a look-up whose own answer was lost', lost, true, 'running', 'sending'],
    ['an answer that is no answer', { kind: 'server' }, false, 'running', 'waiting'],
  ])('%s says nothing of the item', (_name, problem, asked, state, itemState) => {
    const after = jobs.itemRefused(job, item, problem, 200, asked);
    expect([after.job.state, after.item.state, after.item.lost]).toEqual([state, itemState, undefined]);
  });

  test.each<Problem['kind']>(['forbidden', 'missing', 'rejected'])(
    'a look-up that is refused each time (%s) holds up nothing, and is unknown in the end',
    (kind) => {
      let after = jobs.itemRefused(job, jobs.sentItem(item), { kind }, 200, true);
      expect(jobs.next(after.job, [after.item], rest[0], 201)).toEqual({ item: rest[0] });
      for (let look = 1; after.item.state === 'sending'; look++) {
        expect(look).toBeLessThan(9);
        after = jobs.itemRefused(after.job, after.item, { kind }, after.item.again ?? 0, true);
      }
      expect(after).toMatchObject({ job: { state: 'running' }, item: { state: 'unknown', problem: { kind } } });
    },
  );

  test.each<[string, Problem, boolean]>([
    ['a look-up that is refused', { kind: 'rejected' }, true],
    ['no key', { kind: 'auth' }, false],
    ['a look-up without the key', { kind: 'access' }, true],
  ])('in a cancelled job there is nobody to wait for: %s', (_name, problem, asked) => {
    const after = jobs.itemRefused(jobs.cancelled(job, rest, 150).job, item, problem, 200, asked);
    const state = asked ? 'unknown' : 'failed';
    expect(after).toMatchObject({ job: { state: 'cancelled', ended: 200 }, item: { state, problem } });
  });

  test.each<Problem['kind']>(['network', 'timeout', 'server', 'shape', 'busy'])(
    'a cancelled job whose service does not come back (%s) ends: what was sent is unknown',
    (kind) => {
      let after = jobs.itemRefused(job, item, lost, 200);
      after = { ...after, job: jobs.cancelled(after.job, rest, 250).job };
      for (let now = 2_200, looks = 0; !after.job.ended; looks++) {
        expect(looks).toBeLessThan(9);
        after = jobs.itemRefused(after.job, after.item, { kind }, now, true);
        const next = jobs.next(after.job, [after.item], undefined, now);
        if ('wait' in next) now = next.wait;
      }
      expect(after).toMatchObject({ job: { state: 'cancelled' }, item: { state: 'unknown', problem: { kind } } });
    },
  );

  test.each<[string, asked: boolean, Item['state']]>([
    ['an attempt', false, 'waiting'],
    ['a look-up', true, 'sending'],
  ])('%s that failed before a person resumed the job neither stops it nor makes it wait', (_name, asked, state) => {
    for (const kind of ['auth', 'timeout'] as const) {
      const after = jobs.itemRefused(jobs.resumed(job, 150), item, { kind }, 200, asked, true);
      expect(after).toMatchObject({ job: { state: 'running', problem: undefined, until: undefined }, item: { state } });
    }
  });

  test('what a job was paused for still stands when another request under way is answered', () => {
    const stopped = jobs.itemRefused(job, { ...item, at: 9 }, { kind: 'auth' }, 200).job;
    const { job: after } = jobs.itemSettled(stopped, item, { outcome: 'created' }, 210);
    expect(after).toMatchObject({ state: 'paused', problem: { kind: 'auth' } });
  });

  test.each<Problem['kind']>(['network', 'access', 'auth', 'busy'])(
    'what a person paused waits for the person, though what was under way then fails: %s',
    (kind) => {
      const { job: after } = jobs.itemRefused(jobs.paused(job), jobs.sentItem(item), { kind }, 200);
      expect(after).toMatchObject({ state: 'paused', problem: undefined, until: undefined });
    },
  );

  test('many refusals stop a job, and name the site of the last one until it goes on', () => {
    const after = jobs.itemRefused({ ...job, streak: 9 }, item, { kind: 'rejected' }, 200).job;
    expect(after).toMatchObject({ state: 'paused', problem: { kind: 'rejected' }, problemSite: item.key });
    for (const on of [jobs.resumed(after, 210), jobs.cancelled(after, [], 210).job])
      expect(on.problemSite).toBeUndefined();
    const service = jobs.itemRefused(jobs.resumed(after, 210), item, { kind: 'auth' }, 220).job;
    expect([service.state, service.problemSite]).toEqual(['paused', undefined]);
  });
  test('the last of many refusals ends a job rather than stops it', () => {
    const { job, item } = sent(1);
    const after = jobs.itemRefused({ ...job, streak: 9 }, item, { kind: 'rejected' }, 200);
    expect(after.job).toMatchObject({ state: 'done', ended: 200, streak: 10 });
  });
});

describe('what a person says to a job', () => {
  const waits = jobs.itemRefused(job, item, busy, 200).job;
  const paused = jobs.paused(waits);
  const over = jobs.cancelled(begin(2).job, begin(2).items, 300).job;
  const skipped = { ...over.counts, skipped: 2, waiting: 0 };

  test.each<[string, Job, Partial<Job>]>([
    ['pause', paused, { state: 'paused', until: undefined, problem: undefined, streak: 0 }],
    ['pause what has a reason', jobs.paused({ ...paused, problem: busy }), { state: 'paused', problem: busy }],
    ['pause what is over', jobs.paused(over), { state: 'cancelled', ended: 300 }],
    ['go on', jobs.resumed(paused, 900), { state: 'running', run: { from: 900, ended: 0 }, troubles: 0 }],
    ['go on at once', jobs.resumed(waits, 900), { state: 'running', until: undefined, problem: undefined }],
    ['go on with what is over', jobs.resumed(over, 900), { state: 'cancelled', ended: 300, run: over.run }],
    ['cancel before anything was sent', over, { state: 'cancelled', ended: 300, counts: skipped }],
  ])('%s', (_name, after, expected) => {
    expect(after).toMatchObject(expected);
  });

  test('cancel what is over: nothing changes', () => {
    expect(jobs.cancelled(over, rest, 900)).toStrictEqual({ job: over, items: [] });
  });

  const one = { job: 'j', at: 0, key: 'a' };
  const ended = (state: Item['state'], change: Partial<Item> = {}): Item => ({ ...one, state, ...change });
  const record = { id: '7', from: { line: 3 }, sent: 100 };
  const fields = { privacy: 1 } as const;
  const anyway = { despiteUnknown: true } as const;
  test.each<[string, Item, Partial<Item>]>([
    ['failed', ended('failed', { problem: { kind: 'rejected' }, lost: 2 }), { state: 'waiting' }],
    ['with its record, its line and when it was sent', ended('failed', record), { state: 'waiting', ...record }],
    ['skipped', ended('skipped'), { state: 'waiting' }],
    ['with its own settings, copied from another service', ended('failed', { fields }), { state: 'waiting', fields }],
    ['although it may exist, as was wanted', ended('skipped', anyway), { state: 'waiting', ...anyway }],
    ['lost: looked up first', ended('failed', { problem: lost, sent: 100 }), { state: 'sending', sent: 100 }],
    ['lost, then skipped: it was found not to be there', ended('skipped', { problem: lost }), { state: 'waiting' }],
  ])('try again: %s', (_name, before, after) => {
    const counts = { ...job.counts, waiting: 0, sending: 0, [before.state]: 1 };
    const again = retried({ ...job, state: 'done', ended: 300, streak: 5, counts }, [before], 900);
    expect(again.items).toStrictEqual([{ ...one, ...after }]);
    expect(again.job).toMatchObject({ state: 'running', streak: 0, run: { from: 900, ended: 0 } });
    expect(again.job.counts).toEqual({ ...counts, [before.state]: 0, [after.state as string]: 1 });
    expect(again.job).not.toHaveProperty('ended');
  });

  test('what could never be sent is sent when it is tried again, and not looked for', () => {
    let step = { job: begin(1).job, item: at(begin(1).items) };
    for (let now = 1_000; step.item.state === 'waiting'; now += 1_000) {
      step = jobs.claimItem(step.job, step.item, now);
      step = jobs.itemRefused(step.job, step.item, { kind: 'cancelled', code: 'unconfirmed' }, now);
    }
    expect(step.item.state).toBe('failed');
    expect(retried(step.job, [step.item], 900_000).items).toMatchObject([{ state: 'waiting' }]);
  });

  test('looked for again, it is not sent by that, wherever it may be repeated', () => {
    const unknown = ended('unknown', { problem: lost, sent: 100, lostAt: 200, before: { privacy: 1 } });
    const counts = { ...job.counts, waiting: 0, unknown: 1 };
    const again = retried({ ...job, state: 'cancelled', ended: 300, counts }, [unknown], 900_000, 'look');
    const step = jobs.itemUnfound(again.job, at(again.items, 0), 900_000, true);
    expect(step.item.state).toBe('unknown');
    const waiting = ended('waiting', { sent: 100, before: { privacy: 1 }, resend: true });
    expect(retried(step.job, [step.item], 900_100, 'send').items[0]).toStrictEqual(waiting);
  });

  test.each<[string, Item]>([
    ['done', ended('done')],
    ['its domain refused', ended('failed', { problem: { kind: 'rejected', fields: { domain: ['no'] } } })],
    ['there already', ended('failed', { problem: { kind: 'conflict' } })],
  ])('not tried again: %s', (_name, item) => {
    expect(retried(over, [item], 900)).toStrictEqual({ job: over, items: [] });
  });

  test.each<[Job['kind'], Problem, number]>([
    ['create', { kind: 'rejected', fields: { domain: ['no'] } }, 1],
    ['create', { kind: 'conflict' }, 1],
    ['create', { kind: 'rejected', fields: { password: ['no'] } }, 0],
    ['create', { kind: 'rejected' }, 0],
    ['create', { kind: 'forbidden' }, 0],
    ['update', { kind: 'rejected', fields: { domain: ['no'] } }, 0],
  ])('counted as refused for good: %s, %j: %i', (kind, problem, count) => {
    const { job: claimed, item } = sent();
    expect(jobs.itemRefused({ ...claimed, kind }, item, problem, 200).job.refused).toBe(count);
  });
});

test('a cancelled job ends although what it was sending fails for now: nothing of it stays waiting', () => {
  const { job, item } = sent(1);
  const after = jobs.itemRefused(jobs.cancelled(job, [], 150).job, item, { kind: 'network' }, 200);
  const { state, ended, until } = after.job;
  expect([state, ended, until, after.item.state]).toEqual(['cancelled', 200, undefined, 'skipped']);
});
