import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFinal } from '@/lib/jobs/retryPolicy.ts';
import type { JobStep } from '@/lib/jobs/state.ts';
import * as jobs from '@/lib/jobs/state.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import type { Problem } from '@/lib/services/index.ts';

const base = 'https://stats.example';
const lost: Problem = { kind: 'network', code: 'unconfirmed' };

/** What a service and a runner may do to one attempt. `late` commits up to 20 s after the client has given up. */
const fates = ['ok', 'lost', 'drop', 'late', 'die-unsent', 'die-sent', 'die-answered'] as const;
const refusals = ['rejected', 'busy', 'auth', 'server', 'forbidden'] as const;
const commands = ['pause', 'resume', 'cancel', 'retry', 'wait', 'offline', 'online'] as const;
type Act = (typeof fates)[number] | (typeof refusals)[number] | (typeof commands)[number];

/** Stored job and items, a service that makes a record for every create it gets, and a clock. */
function world(size: number) {
  const items = Array.from({ length: size }, (_, at) => ({ key: `site${at}.example` }));
  let { job, items: stored } = jobs.newJob(
    { id: 'j', kind: 'create', items, fields: {}, speed: 'fast' },
    { url: base, account: base },
    0,
  );
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
  const make = (key: string) => records.set(key, (records.get(key) ?? 0) + 1);
  const pass = (to: number) => {
    now = Math.max(now, to);
    for (const one of late.splice(0)) one.at <= now ? make(one.key) : late.push(one);
  };
  const inState = (state: Item['state']) => stored.filter((item) => item.state === state);

  const lookUp = (item: Item) => {
    if (offline) return keep(jobs.itemRefused(job, item, { kind: 'network' }, now, true));
    if (records.has(item.key)) return keep(jobs.itemSettled(job, item, { outcome: 'confirmed' }, now));
    return keep(jobs.itemUnfound(job, item, now, Math.max(0, (item.sent ?? 0) + 21_000 - now)));
  };
  const send = (item: Item, fate: Act) => {
    const claimed = jobs.claimItem(job, item, now);
    keep(claimed);
    if (fate === 'die-unsent') return;
    if (offline) return keep(jobs.itemRefused(claimed.job, claimed.item, lost, now));
    if (refusals.includes(fate as never))
      return keep(jobs.itemRefused(claimed.job, claimed.item, { kind: fate as Problem['kind'] }, now));
    if (fate === 'late') late.push({ key: item.key, at: now + 20_000 });
    else if (fate !== 'drop') make(item.key);
    if (fate === 'ok') return keep(jobs.itemSettled(claimed.job, claimed.item, { outcome: 'created' }, now));
    if (fate === 'lost' || fate === 'drop' || fate === 'late')
      keep(jobs.itemRefused(claimed.job, claimed.item, lost, now));
  };
  const step = (fate: Act): boolean => {
    const found = jobs.next(job, inState('sending'), inState('waiting')[0], now);
    if ('idle' in found) return false;
    if ('wait' in found) pass(found.wait);
    else if (found.item.state === 'sending') lookUp(found.item);
    else send(found.item, fate);
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
    retry: () => keepAll(jobs.retried(job, stored, now)),
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

const acts = fc.array(fc.constantFrom<Act>(...fates, ...refusals, ...commands), { maxLength: 120 });
const many = { numRuns: 2000 };

function sound({ job, items, records }: ReturnType<ReturnType<typeof world>['look']>): void {
  // One expectation for all: it is looked more than a hundred thousand times.
  expect([
    ...Object.entries(job.counts).filter(
      ([state, count]) => count !== items.filter((one) => one.state === state).length,
    ),
    ...[...records].filter(([, count]) => count !== 1),
    ...items.filter(({ key, state }) => state === 'done' && records.get(key) !== 1),
  ]).toEqual([]);
}

describe('any order of answers, failures, deaths, pauses', () => {
  test('at every moment the counts are true, no record is made twice, and what is done is there', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), acts, (size, list) => {
        const { act, look } = world(size);
        for (const one of list) {
          act(one);
          sound(look());
        }
      }),
      many,
    );
  });

  test('once left alone every item ends: done exactly once, refused or skipped without a record', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), acts, (size, list) => {
        const { act, finish, look } = world(size);
        for (const one of list) act(one);
        finish();
        const end = look();
        sound(end);
        expect(end.job.ended).toBeDefined();
        for (const { key, state, problem } of end.items) {
          expect(['done', 'failed', 'skipped']).toContain(state);
          if (state === 'skipped' || (state === 'failed' && problem?.code !== 'unconfirmed'))
            expect(end.records.get(key)).toBeUndefined();
        }
      }),
      many,
    );
  });

  test('failures tried again without faults are all done, each once, but for what was refused for good', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), acts, (size, list) => {
        const { act, finish, look } = world(size);
        for (const one of list) act(one);
        finish();
        act('retry');
        finish();
        const { job, items, records } = look();
        const failed = items.filter(({ state }) => state !== 'done');
        expect(failed.filter((item) => item.state !== 'failed' || !isFinal(job, item))).toEqual([]);
        expect(job.refused ?? 0).toBe(failed.length);
        expect([...records.values()]).toEqual(items.slice(failed.length).map(() => 1));
      }),
      many,
    );
  });
});

const begin = (size = 2) => {
  const items = Array.from({ length: size }, (_, at) => ({ key: `site${at}.example`, absentAt: 5 }));
  return jobs.newJob(
    { id: 'j', kind: 'create', items, fields: {}, speed: 'careful' },
    { url: base, account: base },
    10,
  );
};
const first = (items: Item[]) => items[0] as Item;
const failing = (problem: Problem, asked = false) => {
  const { job, items } = begin();
  const claimed = jobs.claimItem(job, first(items), 100);
  return jobs.itemRefused(claimed.job, claimed.item, problem, 200, asked);
};

describe('one attempt', () => {
  test.each<{ problem: Problem; item: Item['state']; job: Job['state']; wait?: number }>([
    { problem: { kind: 'rejected', fields: { domain: ['taken'] } }, item: 'failed', job: 'running' },
    { problem: { kind: 'conflict' }, item: 'failed', job: 'running' },
    { problem: { kind: 'missing' }, item: 'failed', job: 'running' },
    { problem: { kind: 'forbidden' }, item: 'failed', job: 'running' },
    { problem: { kind: 'busy', retryAfter: 7 }, item: 'waiting', job: 'running', wait: 7_000 },
    { problem: { kind: 'busy' }, item: 'waiting', job: 'running', wait: 30_000 },
    { problem: { kind: 'busy', retryAfter: 9_000 }, item: 'waiting', job: 'running', wait: 900_000 },
    { problem: { kind: 'server', status: 503, retryAfter: 3 }, item: 'waiting', job: 'running', wait: 3_000 },
    { problem: { kind: 'server', code: 'unconfirmed' }, item: 'sending', job: 'running', wait: 1_000 },
    { problem: { kind: 'network', code: 'unconfirmed' }, item: 'sending', job: 'running', wait: 1_000 },
    { problem: { kind: 'redirect', code: 'unconfirmed' }, item: 'sending', job: 'paused' },
    { problem: { kind: 'auth' }, item: 'waiting', job: 'paused' },
    { problem: { kind: 'access' }, item: 'waiting', job: 'paused' },
    { problem: { kind: 'setup' }, item: 'waiting', job: 'paused' },
  ])('$problem.kind $problem.message $problem.retryAfter: the item is $item, the job $job', (row) => {
    const { job, item } = failing(row.problem);
    expect({ item: item.state, job: job.state, wait: job.until && job.until - 200 }).toEqual({
      item: row.item,
      job: row.job,
      wait: row.wait,
    });
    expect(item.problem ?? job.problem).toEqual(row.problem);
  });

  test('the third lost answer fails the item', () => {
    let { job, items } = begin();
    for (const [count, state] of [
      [1, 'sending'],
      [2, 'sending'],
      [3, 'failed'],
    ] as const) {
      const claimed = jobs.claimItem(job, first(items), count);
      const after = jobs.itemRefused(claimed.job, claimed.item, lost, count);
      expect(after.item).toMatchObject({ lost: count, state });
      ({ job } = after);
      items = [after.item];
    }
  });

  test('an item keeps what was known of its absence only until it is sent', () => {
    const { job, items } = begin();
    expect(first(items).absentAt).toBe(5);
    expect(jobs.claimItem(job, first(items), 100).item).toMatchObject({ sent: 100, state: 'sending' });
    expect(jobs.claimItem(job, first(items), 100).item.absentAt).toBeUndefined();
  });

  test.each([
    { kind: 'rejected' as const, stops: 10 },
    { kind: 'forbidden' as const, stops: 3 },
  ])('$stops in a row answered $kind pause the job, with the last reason', ({ kind, stops }) => {
    const started = begin(20);
    let { job } = started;
    let count = 0;
    while (job.state === 'running') {
      const claimed = jobs.claimItem(job, started.items[count++] as Item, 100);
      ({ job } = jobs.itemRefused(claimed.job, claimed.item, { kind }, 200));
    }
    expect({ count, state: job.state, problem: job.problem }).toEqual({
      count: stops,
      state: 'paused',
      problem: { kind },
    });
  });

  test.each([
    ['running', 'paused', 'waiting'],
    ['cancelled', 'cancelled', 'failed'],
  ] as const)('too many requests, 21 times in a row: a %s job is %s then', (before, after, item) => {
    const { job, items } = begin();
    let now = { job: { ...job, state: before } as Job, item: first(items) };
    for (let count = 1; count <= 21; count++) {
      expect([count, now.job.state]).toEqual([count, before]);
      const claimed = jobs.claimItem(now.job, now.item, 100);
      now = jobs.itemRefused(claimed.job, claimed.item, { kind: 'busy' }, 200);
    }
    expect(now).toMatchObject({ job: { state: after }, item: { state: item, problem: { kind: 'busy' } } });
  });

  test('what was sent is asked about before anything else is sent, and not sent again while it may be under way', () => {
    const { job, items } = begin();
    const sent = jobs.claimItem(job, first(items), 1_000);
    expect(jobs.next(sent.job, [sent.item], items[1], 1_500)).toEqual({ item: sent.item });
    const absent = jobs.itemUnfound(sent.job, sent.item, 1_500, 20_500);
    expect(absent.item).toMatchObject({ state: 'sending', again: 22_000 });
    expect(jobs.next(absent.job, [absent.item], items[1], 1_500)).toEqual({ item: items[1] });
    expect(jobs.next(absent.job, [absent.item], undefined, 1_500)).toEqual({ wait: 22_000 });
    expect(jobs.itemUnfound(absent.job, absent.item, 22_000, 0).item.state).toBe('waiting');
  });
});
