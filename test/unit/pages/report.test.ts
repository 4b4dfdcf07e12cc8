import { act } from 'preact/test-utils';
import { expect, test, vi } from 'vitest';
import { reportJson, reportRows } from '@/entrypoints/manage/audit/report.ts';
import { useReport } from '@/entrypoints/manage/audit/useReport.ts';
import type { Item } from '@/lib/jobs/types.ts';
import { hooked, openPage } from './hooked.ts';

const stored = vi.hoisted(() => ({ items: [] as unknown[], audits: [] as unknown[] }));
vi.mock('@/lib/jobs/store.ts', () => ({ itemsOf: async () => stored.items }));
vi.mock('@/lib/storage/audits.ts', () => ({ pastAudits: async () => stored.audits }));

test('a report leaves out what was not looked at, and no site where looking failed', () => {
  const items: Item[] = [
    { job: 'a', at: 0, key: 'skipped.example', state: 'skipped' },
    { job: 'a', at: 1, key: 'failed.example', state: 'failed', problem: { kind: 'cancelled', code: 'unconfirmed' } },
    { job: 'a', at: 2, key: 'lost.example', state: 'done', look: { state: 'missing', trackers: [] } },
    { job: 'a', at: 3, key: 'unheard.example', state: 'skipped', problem: { kind: 'setup', code: 'no-answers' } },
    { job: 'a', at: 4, key: 'known.example', state: 'skipped', problem: { kind: 'network' } },
    { job: 'a', at: 5, key: 'known.example', state: 'done', look: { state: 'tracking', trackers: [] } },
  ];
  const rows = reportRows({ total: 5, ended: 9 }, items, []);
  expect(rows.map(({ host, look }) => [host, look.state, look.why])).toEqual([
    ['lost.example', 'missing', undefined],
    ['failed.example', 'unsure', undefined],
    ['unheard.example', 'unsure', 'unreachable'],
    ['known.example', 'tracking', undefined],
  ]);
});

test('a site that an earlier audit found has the date of that one, and the dots of those before it', () => {
  const look = (state: 'tracking' | 'missing') => ({ state, trackers: [] });
  const items: Item[] = [
    { job: 'c', at: 0, key: 'now.example', state: 'done', sent: 31, look: look('tracking') },
    { job: 'c', at: 1, key: 'skipped.example', state: 'skipped' },
    { job: 'c', at: 2, key: 'skipped.example', state: 'done', sent: 21, look: look('tracking') },
    { job: 'c', at: 3, key: 'rest.example', state: 'done', sent: 11, look: look('missing') },
    { job: 'c', at: 4, key: 'opened.example', state: 'done', sent: 35, look: look('tracking') },
  ];
  const hosts = ['now.example', 'skipped.example', 'rest.example', 'opened.example'];
  const before = [
    { id: 'a', account: 'one', at: 15, sites: hosts.map((host): [string, number] => [host, 0]) },
    { id: 'b', account: 'one', at: 25, sites: [['skipped.example', 7] as const] },
  ];
  const rows = reportRows({ total: 2, ended: 33 }, items, before);
  expect(rows.map((row) => [row.host, row.checked, row.isEarlier, row.line.map(({ at }) => at)])).toEqual([
    ['rest.example', 11, true, []],
    ['now.example', 31, false, [15]],
    ['opened.example', 35, false, [15]],
    ['skipped.example', 21, true, [15]],
  ]);
  expect(JSON.parse(reportJson(rows))[1]).toEqual({
    domain: 'now.example',
    ...look('tracking'),
    checked: '1970-01-01T00:00:00.031Z',
    before: 'missing',
  });
});

test('the clock set back: a report says what changed all the same', async () => {
  openPage();
  const key = 'lost.example';
  stored.items = [{ job: 'b', at: 0, key, state: 'done', sent: 50, look: { state: 'missing', trackers: [] } }];
  stored.audits = [
    { id: 'b', account: 'one', at: 60, sites: [[key, 0]] },
    { id: 'a', account: 'one', at: 900, sites: [[key, 7]] },
  ];
  const job = { id: 'b', account: 'one', total: 1, ended: 60, outcomes: {} } as never;
  const hook = await hooked(() => useReport(job), undefined);
  await act(() => vi.waitFor(() => expect(hook.now()).toBeDefined()));
  expect(hook.now()?.changes).toEqual({ lost: [key], back: [], gone: [] });
  expect(hook.now()?.rows[0]?.line).toEqual([{ at: 900, state: 'tracking' }]);
});
