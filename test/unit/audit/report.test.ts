import { expect, test } from 'vitest';
import { addChecks, type Check, reportedAudit } from '@/lib/audit/report.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { lookIn } from './looks.ts';

const job = (id: string, more: Partial<Job> = {}) => ({ id, kind: 'audit', account: 'one', ended: 5, ...more }) as Job;

test.each<[string, Job[], string | undefined]>([
  ['the last that has ended', [job('a'), job('b')], 'b'],
  ['not one under way', [job('a'), job('b', { ended: undefined as never })], 'a'],
  ['not one that is still being joined with the report before', [job('a'), job('b', { holdsAccess: true })], 'a'],
  ['not that of another account', [job('a'), job('b', { account: 'two' })], 'a'],
  ['no other job', [job('a', { kind: 'delete' })], undefined],
])('the audit whose report is shown: %s', (_what, jobs, id) => {
  expect(reportedAudit(jobs, 'one')?.id).toBe(id);
});

const item = (at: number, more: Partial<Item>): Item => ({ job: 'a', at, key: 'a.example', state: 'done', ...more });
const look = lookIn;
const failed = (at: number) => item(at, { state: 'failed', problem: { kind: 'network' }, sent: 9 });
const silent = (at: number) => item(at, { look: look('silent'), sent: 2 });

test.each<[string, Item[], object | undefined]>([
  ['as it was found', [item(0, { look: look('missing'), sent: 9, id: '7' })], { state: 'missing', at: 9, id: '7' }],
  ['of no record', [item(0, { look: look('tracking'), sent: 9 })], { state: 'tracking', at: 9 }],
  ['at no moment that is known', [item(0, { look: look('tracking') })], { state: 'tracking', at: 0 }],
  ['where looking failed', [item(0, { state: 'failed', problem: { kind: 'network' } })], { state: 'unsure', at: 0 }],
  ['where it failed and an earlier check has found something', [failed(0), silent(1)], { state: 'silent', at: 2 }],
  ['whichever of the two comes first', [silent(0), failed(1)], { state: 'silent', at: 2 }],
  [
    'with what its service counts',
    [item(0, { look: look('quiet', { at: 7, week: 0 }), sent: 6 })],
    { state: 'quiet', at: 6, visits: { at: 7, week: 0, is: 'quiet' } },
  ],
  ['where it was not looked at', [item(0, { state: 'skipped' })], undefined],
])('how a site stood in its last check: %s', (_what, items, check) => {
  // Read in one go, or one by one.
  for (const batches of [[items], items.map((one) => [one])]) {
    const checks = new Map<string, Check>();
    for (const batch of batches) addChecks(checks, batch);
    expect(checks.get('a.example')).toEqual(check);
  }
});
