import { afterEach, expect, test, vi } from 'vitest';
import { followChecks } from '@/entrypoints/manage/list/followChecks.ts';

const audit = { id: 'j', kind: 'audit', account: 'a', ended: 1, run: { ended: 1, from: 1 } };
const reads = vi.hoisted(() => ({ count: 0, failing: 0 }));
const look: { jobs: (jobs: unknown[]) => void } = { jobs: () => {} };

vi.mock('@/lib/jobs/watch.ts', () => ({
  watchJobs: (callback: typeof look.jobs) => {
    look.jobs = callback;
    return () => {};
  },
}));
vi.mock('@/lib/messages/stored.ts', () => ({
  stored: async () => {
    reads.count += 1;
    if (reads.count <= reads.failing) throw new Error('The worker was stopped.');
    return [{ job: 'j', at: 0, key: 'site1.example', state: 'done', look: { state: 'missing', trackers: [] } }];
  },
}));
afterEach(() => Object.assign(reads, { count: 0, failing: 0 }));

const found = new Map([['site1.example', expect.objectContaining({ state: 'missing' })]]);
test.each<[string, jobs: unknown[][], failing: number, told: unknown[]]>([
  ['there is none', [[]], 0, [undefined]],
  ['it is there', [[audit]], 0, [found]],
  ['it has not changed', [[audit], [audit]], 0, [found]],
  ['it could not be read once', [[audit], [audit]], 1, [undefined, found]],
  ['it is dismissed', [[audit], []], 0, [found, undefined]],
])('what the last audit says is told once for each change: %s', async (_what, jobs, failing, told) => {
  reads.failing = failing;
  const heard: unknown[] = [];
  const stop = followChecks('a', (checks) => heard.push(checks));
  for (const now of jobs) {
    look.jobs(now);
    await new Promise((resolve) => setTimeout(resolve));
  }
  stop();
  expect(heard).toEqual(told);
});
