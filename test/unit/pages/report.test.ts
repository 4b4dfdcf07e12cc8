import { expect, test } from 'vitest';
import { reportRows } from '@/entrypoints/manage/audit/report.ts';
import type { Item } from '@/lib/jobs/types.ts';

test('a report leaves out what was not looked at, and no site where looking failed', () => {
  const items: Item[] = [
    { job: 'a', at: 0, key: 'skipped.example', state: 'skipped' },
    { job: 'a', at: 1, key: 'failed.example', state: 'failed', problem: { kind: 'cancelled', code: 'unconfirmed' } },
    { job: 'a', at: 2, key: 'lost.example', state: 'done', look: { state: 'missing', trackers: [] } },
  ];
  expect(reportRows(items, []).map(({ host, look }) => [host, look.state])).toEqual([
    ['lost.example', 'missing'],
    ['failed.example', 'unsure'],
  ]);
});
