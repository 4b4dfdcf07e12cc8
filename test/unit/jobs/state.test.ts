import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { retried } from '@/lib/jobs/again.ts';
import { fieldsLeft, itemOverridden } from '@/lib/jobs/overridden.ts';
import { isFinal } from '@/lib/jobs/retryPolicy.ts';
import type { JobStep } from '@/lib/jobs/state.ts';
import * as jobs from '@/lib/jobs/state.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { Problem } from '@/lib/services/index.ts';
import { forMany } from '../util/forAny.ts';
import { at as atPlace, lost, begin as made } from './made.ts';

/** What a service and a runner may do to one attempt. `late` and `later` commit 30 s and 3 min after the client has given up. */
const fates = ['ok', 'lost', 'drop', 'late', 'later', 'die-unsent', 'die-sent', 'die-answered'] as const;
const delays: Partial<Record<Act, number>> = { late: 30_000, later: 180_000 };
const refusals = ['rejected', 'busy', 'auth', 'server', 'forbidden'] as const;
const commands = ['pause', 'resume', 'cancel', 'retry', 'look', 'send', 'wait', 'offline', 'online'] as const;
type Act = (typeof fates)[number] | (typeof refusals)[number] | (typeof commands)[number];

/**
 * Stored job and items, a clock, and a service that makes a record for every create it gets, unless it refuses doubles: then what
 * was not answered may be repeated.
 */
function world(size: number, refusesDoubles: boolean) {
  let { job, items: stored } = made(size);
  const records = new Map<string, number>();
  const late: { key: string; at: number }[] = [];
  let now = 0;
  let offline = false;

  const keep = ({ job: next, item }: JobStep) => {
    job = next;
    stored = stored.with(item.at, item);
  };
  const keepAll = (change: { job: Job; items: Item[] }) => {
    job = change.job;
    for (const item of change.items) stored = stored.with(item.at, item);
  };
  const make = (key: string) => {
    if (!refusesDoubles || !records.has(key)) records.set(key, (records.get(key) ?? 0) + 1);
  };
  const pass = (to: number) => {
    now = Math.max(now, to);
    for (const one of late.splice(0)) one.at <= now ? make(one.key) : late.push(one);
  };
  const inState = (state: Item['state']) => stored.filter((item) => item.state === state);

  const lookUp = (item: Item) => {
    if (offline) return keep(jobs.itemRefused(job, item, { kind: 'network' }, now, true));
    if (records.has(item.key)) return keep(jobs.itemSettled(job, item, { outcome: 'confirmed' }, now));
    return keep(jobs.itemUnfound(job, item, now, refusesDoubles));
  };
  const claim = (item: Item, fate: Act) => {
    const taken = jobs.claimItem(job, item, now);
    keep(taken);
    if (fate === 'die-unsent') return;
    // As every create does.
    if (!offline && records.has(item.key))
      return keep(jobs.itemSettled(taken.job, taken.item, { outcome: 'already' }, now));
    return send({ job: taken.job, item: jobs.sentItem(taken.item) }, fate);
  };
  const send = (claimed: JobStep, fate: Act) => {
    const { item } = claimed;
    keep(claimed);
    if (offline) return keep(jobs.itemRefused(claimed.job, claimed.item, lost, now));
    if (refusals.includes(fate as never))
      return keep(jobs.itemRefused(claimed.job, claimed.item, { kind: fate as Problem['kind'] }, now));
    const delay = delays[fate];
    if (delay) late.push({ key: item.key, at: now + delay });
    else if (fate !== 'drop') make(item.key);
    if (fate === 'ok') return keep(jobs.itemSettled(claimed.job, claimed.item, { outcome: 'created' }, now));
    if (['lost', 'drop', 'late', 'later'].includes(fate)) keep(jobs.itemRefused(claimed.job, claimed.item, lost, now));
  };
  const step = (fate: Act): boolean => {
    const found = jobs.next(job, inState('sending'), inState('waiting')[0], now);
    if ('idle' in found) return false;
    if ('wait' in found) pass(found.wait);
    else if (found.item.state === 'sending') lookUp(found.item);
    else claim(found.item, fate);
    return true;
  };
  const does: Record<(typeof commands)[number], () => void> = {
    pause: () => {
      job = jobs.paused(job);
    },
    resume: () => {
      job = jobs.resumed(job, now);
    },
    cancel: () => keepAll(jobs.cancelled(job, inState('waiting'), now)),
    retry: () => keepAll(retried(job, stored, now)),
    look: () => keepAll(retried(job, stored, now, 'look')),
    send: () => keepAll(retried(job, stored, now, 'send')),
    wait: () => pass(now + 7_000),
    offline: () => {
      offline = true;
    },
    online: () => {
      offline = false;
    },
  };
  return {
    act: (act: Act) => (act in does ? does[act as keyof typeof does]() : step(act)),
    finish: () => {
      offline = false;
      job = jobs.resumed(job, now);
      for (let count = 0; step('ok'); count++) if (count > 1000) throw new Error('it never ends');
      pass(now + 60_000);
    },
    look: () => ({ job, items: stored, records }),
  };
}

/** That a person sends again what is unknown comes where nothing is late any more. */
const act = fc.constantFrom<Act>(...fates, ...refusals, ...commands.filter((one) => one !== 'send'));
const acts = fc.array(act, { maxLength: 120 });

function sound({ job, items, records }: ReturnType<ReturnType<typeof world>['look']>): void {
  // One expectation for all: it is looked more than a hundred thousand times.
  const counted = (state: string) => items.filter((one) => one.state === state).length;
  expect([
    ...Object.entries(job.counts).filter(([state, count]) => count !== counted(state)),
    ...[...records].filter(([, count]) => count !== 1),
    ...items.filter(({ key, state }) => state === 'done' && records.get(key) !== 1),
  ]).toEqual([]);
}

/** Plays any list of acts in a world of its own. */
const inAnyWorld = (play: (made: ReturnType<typeof world>, list: Act[]) => void) =>
  forMany(2000, [fc.integer({ min: 1, max: 6 }), fc.boolean(), acts], (size, refuses, list) =>
    play(world(size, refuses), list),
  );

describe('any order of answers, failures, deaths, pauses', () => {
  test('at every moment the counts are true, no record is made twice, and what is done is there', () =>
    inAnyWorld(({ act, look }, list) => {
      for (const one of list) {
        act(one);
        sound(look());
      }
    }));

  test('once left alone every item ends: done exactly once, refused or skipped without a record', () =>
    inAnyWorld(({ act, finish, look }, list) => {
      for (const one of list) act(one);
      finish();
      const end = look();
      sound(end);
      expect(end.job.ended).toBeDefined();
      for (const { key, state } of end.items) {
        expect(['done', 'failed', 'skipped', 'unknown']).toContain(state);
        // What came within ten minutes was found, but where a person had ended the job before.
        if (state !== 'done' && (state !== 'unknown' || end.job.state !== 'cancelled'))
          expect(end.records.get(key)).toBeUndefined();
      }
    }));

  test('failures tried again without faults, and what is unknown sent again, are all done, each once, but for what was refused for good', () =>
    inAnyWorld(({ act, finish, look }, list) => {
      for (const one of list) act(one);
      finish();
      act('retry');
      finish();
      act('send');
      finish();
      const { job, items, records } = look();
      const failed = items.filter(({ state }) => state !== 'done');
      expect(failed.filter((item) => item.state !== 'failed' || !isFinal(job, item))).toEqual([]);
      expect(job.refused ?? 0).toBe(failed.length);
      expect([...records.values()]).toEqual(items.slice(failed.length).map(() => 1));
    }));
});

const begin = (size = 2) => made(size, { absentAt: 5 });
const { job, items } = begin();
const first = atPlace(items);
const sent = (job: Job, item: Item, now = 100): JobStep => {
  const claimed = jobs.claimItem(job, item, now);
  return { job: claimed.job, item: jobs.sentItem(claimed.item) };
};

const ended = (job: Job): Job => ({ ...job, state: 'cancelled' });

describe('one attempt', () => {
  test.each<[Problem, Item['state'], Job['state'], wait?: number]>([
    [{ kind: 'rejected', fields: { domain: ['taken'] } }, 'failed', 'running'],
    [{ kind: 'conflict' }, 'failed', 'running'],
    [{ kind: 'missing' }, 'failed', 'running'],
    [{ kind: 'forbidden' }, 'failed', 'running'],
    [{ kind: 'busy', retryAfter: 7 }, 'waiting', 'running', 7_000],
    [{ kind: 'busy' }, 'waiting', 'running', 30_000],
    [{ kind: 'busy', retryAfter: 9_000 }, 'waiting', 'running', 900_000],
    [{ kind: 'server', status: 503, retryAfter: 3 }, 'waiting', 'running', 3_000],
    [{ kind: 'server', status: 405 }, 'waiting', 'paused'],
    [{ kind: 'shape', status: 511 }, 'waiting', 'running', 1_000],
    [{ kind: 'server', code: 'unconfirmed' }, 'sending', 'running', 2_000],
    [{ kind: 'network', code: 'unconfirmed' }, 'sending', 'running', 2_000],
    [{ kind: 'redirect', code: 'unconfirmed' }, 'sending', 'paused'],
    [{ kind: 'auth' }, 'waiting', 'paused'],
    [{ kind: 'access' }, 'waiting', 'paused'],
    [{ kind: 'setup' }, 'waiting', 'paused'],
  ])('%j: the item is %s, the job %s', (problem, ...after) => {
    const step = sent(job, first);
    const { job: now, item } = jobs.itemRefused(step.job, step.item, problem, 200);
    const wait = now.until === undefined ? [] : [now.until - 200];
    expect([item.state, now.state, ...wait]).toEqual(after);
    expect(item.problem ?? now.problem).toEqual(problem);
  });

  test.each<[string, lost: number, mayRepeat: boolean, Item['state']]>([
    ['may be repeated', 1, true, 'waiting'],
    ['may not', 1, false, 'sending'],
    ['was lost three times', 3, true, 'sending'],
  ])('20 s after its answer was lost, one that %s: %i %j %s', (_what, count, mayRepeat, state) => {
    let step = sent(job, first);
    for (let n = 0; n < count; n++) step = jobs.itemRefused(step.job, step.item, lost, 1_000);
    expect(step.item).toMatchObject({ lost: count, lostAt: 1_000, again: 3_000, state: 'sending' });
    const at = (now: number) => jobs.itemUnfound(step.job, step.item, now, mayRepeat).item;
    expect(at(20_999)).toMatchObject({ state: 'sending', again: 21_000 });
    expect(at(21_000)).toMatchObject({ state });
  });

  test('what may not be repeated is looked for until 10 min after the loss, then its outcome is unknown', () => {
    const { job: claimed, item } = sent(job, first);
    let step = jobs.itemRefused(claimed, item, lost, 0);
    const looks: number[] = [];
    while (step.item.state === 'sending') {
      const now = step.item.again ?? 0;
      looks.push(now / 1_000);
      step = jobs.itemUnfound(step.job, step.item, now, false);
    }
    expect(looks).toEqual([2, 6, 20, 60, 180, 600]);
    expect(step).toMatchObject({
      item: { state: 'unknown', problem: lost },
      job: { state: 'running', counts: { unknown: 1, waiting: 1, sending: 0 } },
    });
  });

  test.each<[string, lostAt: number[], settled: boolean, Job['state']]>([
    ['two', [1, 2], false, 'running'],
    ['three', [1, 2, 3], false, 'paused'],
    ['two, one that was answered, and one', [1, 2, 3], true, 'running'],
  ])('%s answers in a row lost: %j %j %s', (_what, moments, isSettled, state) => {
    const { job, items } = begin(5);
    let now = job;
    moments.forEach((moment, at) => {
      if (isSettled && at === 2) {
        const step = sent(now, items[4] as Item, moment);
        now = jobs.itemSettled(step.job, step.item, { outcome: 'created' }, moment).job;
      }
      const step = sent(now, items[at] as Item, moment);
      now = jobs.itemRefused(step.job, step.item, lost, moment).job;
    });
    expect(now.state).toBe(state);
    if (state === 'paused') expect([now.problem, jobs.resumed(now, 9).unanswered]).toEqual([lost, 0]);
  });

  test.each<[string, (job: Job) => Job, asked: Problem, Item['state']]>([
    ['refused for good, it is looked for', (job) => job, { kind: 'rejected' }, 'sending'],
    ['put off, it waits', (job) => job, { kind: 'busy' }, 'waiting'],
    ['put off in a cancelled job, it is unknown', ended, { kind: 'busy' }, 'unknown'],
  ])('repeated and %s: what was sent before may still be carried out', (_what, change, problem, state) => {
    const step = sent(change(job), { ...first, lost: 1 });
    const { item } = jobs.itemRefused(step.job, step.item, problem, 200);
    expect(item).toMatchObject({ state, problem });
    expect(jobs.cancelled(job, [{ ...first, lost: 1 }], 200).items[0]?.state).toBe('unknown');
  });

  test('a worker that stops after it has sent an item counts as a lost answer: after three it is not sent again', () => {
    let step = { job, item: first };
    for (let now = 1_000, count = 1; count <= 3; count++, now += 30_000) {
      step = sent(step.job, step.item, now);
      step = jobs.itemUnfound(step.job, step.item, now + 1_000, true);
      expect(step.item).toMatchObject({ state: 'sending', lost: count });
      step = jobs.itemUnfound(step.job, step.item, now + 21_000, true);
      expect(step.item.state).toBe(count < 3 ? 'waiting' : 'sending');
      // Of what waits to be repeated nobody can say that it was not sent.
      if (count < 3) expect(jobs.cancelled(step.job, [step.item], now).items[0]?.state).toBe('unknown');
    }
  });

  test('what a person wants sent again stays unknown where the job is cancelled first', () => {
    const again: Item = { ...first, resend: true };
    expect(jobs.cancelled(job, [again], 200).items[0]?.state).toBe('unknown');
    const claimed = jobs.claimItem(job, again, 100);
    const over = { ...claimed.job, state: 'cancelled' } as const;
    expect(jobs.itemUnfound(over, claimed.item, 200, false).item.state).toBe('unknown');
  });

  test('what was claimed and not sent is sent without a wait', () => {
    const claimed = jobs.claimItem(job, first, 1_000);
    expect(jobs.itemUnfound(claimed.job, claimed.item, 1_500, false).item).toMatchObject({ state: 'waiting' });
  });

  test('what an earlier version had under way counts as sent', () => {
    const { unsent: _, ...old } = jobs.claimItem(job, first, 1_000).item;
    expect(jobs.itemUnfound(job, old, 1_500, false).item).toMatchObject({ state: 'sending', lostAt: 1_500 });
  });

  test('a create that was not sent, because an earlier one of its host may still come, is looked for', () => {
    const claimed = jobs.claimItem(job, first, 1_000);
    const problem: Problem = { kind: 'timeout', code: 'still-unconfirmed' };
    const step = jobs.itemRefused(claimed.job, claimed.item, problem, 1_500);
    expect(step.item).toMatchObject({ state: 'sending', problem, awaits: true });
    expect(jobs.itemUnfound(step.job, step.item, 2_000, false).item.state).toBe('sending');
    // Once it is sent itself, what is found may be its own.
    expect(jobs.sentItem(step.item)).not.toHaveProperty('awaits');
    const again = { ...claimed.item, create: { at: 900 } };
    expect(jobs.itemRefused(claimed.job, again, problem, 1_500).item.awaits).toBe(false);
  });

  test('an item keeps what was known of its absence only until it is sent', () => {
    expect(first.absentAt).toBe(5);
    expect(jobs.claimItem(job, first, 100).item).toMatchObject({ sent: 100, state: 'sending' });
    expect(jobs.claimItem(job, first, 100).item.absentAt).toBeUndefined();
  });

  test.each([
    [10, 'rejected'],
    [3, 'forbidden'],
  ] as const)('%i in a row answered %s pause the job, with the last reason', (stops, kind) => {
    const { items, ...started } = begin(20);
    let { job } = started;
    let count = 0;
    while (job.state === 'running') {
      const claimed = jobs.claimItem(job, atPlace(items, count++), 100);
      ({ job } = jobs.itemRefused(claimed.job, claimed.item, { kind }, 200));
    }
    expect([count, job.state, job.problem]).toEqual([stops, 'paused', { kind }]);
  });

  test.each([
    ['running', 'paused', 'waiting'],
    ['cancelled', 'cancelled', 'failed'],
  ] as const)('too many requests, 21 times in a row: a %s job is %s then', (before, after, item) => {
    let now = { job: { ...job, state: before } as Job, item: first };
    for (let count = 1; count <= 21; count++) {
      expect([count, now.job.state]).toEqual([count, before]);
      const claimed = jobs.claimItem(now.job, now.item, 100);
      now = jobs.itemRefused(claimed.job, claimed.item, { kind: 'busy' }, 200);
    }
    expect(now).toMatchObject({ job: { state: after }, item: { state: item, problem: { kind: 'busy' } } });
  });
});

describe('a person sets fields of a record that an update is open for', () => {
  const fields = { privacy: 0 as const, email: 1 as const };
  const open = (change: Partial<Job>, state: Item['state'], item: Partial<Item> = {}): JobStep => {
    const { job, items } = made(1);
    const counts = { ...job.counts, waiting: 0, [state]: 1 };
    const update = { ...job, kind: 'update', fields, counts, ...change } as const;
    return { job: update, item: { ...atPlace(items), id: '7', ...item, state } };
  };
  const toPassword = open({ fields: { privacy: 2 }, password: 'each' }, 'waiting');
  const over = { state: 'done', outcome: 'overridden' } as const;
  const both = ['privacy', 'password'] as const;
  test.each<[string, JobStep, set: object, Partial<Item> | undefined]>([
    ['one of its fields', open({}, 'waiting'), { privacy: 1 }, { state: 'waiting', overridden: ['privacy'] }],
    ['all', open({}, 'waiting'), fields, over],
    ['all, of one whose answer was lost', open({}, 'sending', { sent: 5 }), fields, { state: 'done' }],
    ['all, of one whose outcome is unknown', open({ state: 'done', ended: 9 }, 'unknown'), fields, { state: 'done' }],
    ['the rest', open({}, 'waiting', { overridden: ['privacy'] }), { email: 0 }, { state: 'done' }],
    ['others', open({}, 'waiting'), { exclude_bots: 1 }, undefined],
    ['the same again', open({}, 'waiting', { overridden: ['privacy'] }), { privacy: 1 }, undefined],
    ['the privacy, which takes its password along', toPassword, { privacy: 1 }, { ...over, overridden: both }],
  ])('%s', (_what, { job, item }, set, after) => {
    const step = itemOverridden(job, item, { id: '7', ...set }, 200);
    if (!after) return expect(step).toBeUndefined();
    expect(step?.item).toMatchObject(after);
    const isDone = after.state === 'done';
    expect([step?.job.ended, step?.job.counts.done]).toEqual(isDone ? [job.ended ?? 200, 1] : [undefined, 0]);
    return expect(fieldsLeft(job, step?.item as Item)).toEqual(isDone ? {} : { email: 1 });
  });
});
