import { describe, expect, test, vi } from 'vitest';
import { deletableSites, reportJson, reportRows } from '@/entrypoints/manage/audit/report.ts';
import { useReport } from '@/entrypoints/manage/audit/useReport.ts';
import type { SiteLook } from '@/lib/audit/look.ts';
import type { Item } from '@/lib/jobs/types.ts';
import { hooked, openPage, settled } from './hooked.ts';

const stored = vi.hoisted(() => ({ items: [] as unknown[], audits: [] as unknown[] }));
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
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
    { job: 'a', at: 6, key: 'heavy.example', state: 'failed', problem: { kind: 'cancelled', code: 'stopped' } },
  ];
  const rows = reportRows({ total: 7, ended: 9 }, items, []);
  expect(rows.map(({ host, look }) => [host, look.state, look.why])).toEqual([
    ['lost.example', 'missing', undefined],
    ['failed.example', 'unsure', undefined],
    ['heavy.example', 'unsure', 'stopped'],
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

describe('sites that do not answer may be deleted', () => {
  const silent: SiteLook = { state: 'silent', why: 'unreachable', trackers: [] };
  const later = 20 + 3_600_000;
  const gone = { at: 0, key: 'gone.example', id: '1', sent: 11, look: silent };
  const other = {
    at: 1,
    key: 'other.example',
    id: '2',
    sent: 12,
    look: { state: 'missing', trackers: [] } as SiteLook,
  };
  test.each<[string, Partial<Item>, Partial<Item>, string[]]>([
    ['where another one answered', {}, {}, ['gone.example']],
    ['where it answered with an error', {}, { look: { ...silent, why: 'server' } }, ['gone.example']],
    ['not where none answered: the network may have failed', {}, { look: { ...silent, why: 'timeout' } }, []],
    ['not where none could be asked', {}, { look: { ...silent, state: 'unsure', why: 'access' } }, []],
    ['not where an earlier check found it', { at: 9 }, {}, []],
    ['not where only an earlier check had an answer', {}, { at: 9 }, []],
    ['not where the look at the other failed', {}, { look: undefined, problem: { kind: 'cancelled' } }, []],
    ['not where it was opened later, when the network may have failed', { sent: later }, {}, []],
    ['not where it was opened long after another', { sent: later }, { sent: 31 }, []],
    ['where both were opened later', { sent: later }, { sent: later + 1 }, ['gone.example']],
    ['not where it is only slow', { look: { ...silent, why: 'timeout' } }, {}, []],
    ['not without a record', { id: '' }, {}, []],
  ])('%s', (_name, one, two, hosts) => {
    const items = [gone, other].map(
      (item, index) => ({ job: 'a', state: 'done', ...item, ...[one, two][index] }) as Item,
    );
    const job = { total: 2, ended: 20 };
    expect(deletableSites(reportRows(job, items, [])).map(({ host }) => host)).toEqual(hosts);
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
  const job = { id: 'b', account: 'one', total: 1, ended: 60, run: { ended: 1 } } as never;
  const hook = await hooked(() => useReport(job), undefined);
  await settled();
  expect(hook.now()?.changes).toEqual({ lost: [key], back: [], gone: [] });
  expect(hook.now()?.rows[0]?.line).toEqual([{ at: 900, state: 'tracking' }]);
});

test('a site that was opened is told anew, though its state stays', async () => {
  openPage();
  const look = (why: SiteLook['why']): SiteLook => ({ state: 'unsure', why, trackers: [] });
  const item = { job: 'b', at: 0, key: 'shop.example', state: 'done', outcome: 'unsure' };
  const job = (ended: number) => ({
    id: 'b',
    account: 'one',
    total: 1,
    ended: 60,
    outcomes: { unsure: 1 },
    run: { ended },
  });
  stored.items = [{ ...item, sent: 50, look: look('manager') }];
  const hook = await hooked((given) => useReport(given as never), job(1));
  const why = () => hook.now()?.rows[0]?.look.why;
  await settled();
  expect(why()).toBe('manager');
  stored.items = [{ ...item, sent: 70, look: look('consent') }];
  await hook.show(job(2));
  await settled();
  expect(why()).toBe('consent');
});
