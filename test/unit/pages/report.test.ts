import { describe, expect, test } from 'vitest';
import { groups } from '@/entrypoints/manage/audit/ReportTable.tsx';
import type { ReportRow } from '@/entrypoints/manage/audit/report.ts';
import { deletableSites, pastOf, reportJson, reportRows } from '@/entrypoints/manage/audit/report.ts';
import { grouped } from '@/entrypoints/manage/list/useGroups.ts';
import type { SiteLook, SiteState } from '@/lib/audit/look.ts';
import type { Item } from '@/lib/jobs/types.ts';
import { lookIn } from '../audit/looks.ts';

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
  const now = { domain: 'now.example', ...look('tracking'), checked: '1970-01-01T00:00:00.031Z', before: 'missing' };
  expect(JSON.parse(reportJson(rows))[1]).toEqual(now);
});

describe('sites that do not answer may be deleted', () => {
  const silent: SiteLook = { state: 'silent', why: 'unreachable', trackers: [] };
  const visited: SiteLook = { ...silent, visits: { at: 20, last: 19, week: 0 } };
  const later = 20 + 3_600_000;
  const gone = { at: 0, key: 'gone.example', id: '1', sent: 11, look: silent };
  const look = { state: 'missing', trackers: [] } as SiteLook;
  const other = { at: 1, key: 'other.example', id: '2', sent: 12, look };
  test.each<[string, Partial<Item>, Partial<Item>, string[], isAsked?: boolean]>([
    ['where it answered with an error', {}, { look: { ...silent, why: 'server' } }, ['gone.example']],
    ['not where none answered: the network may have failed', {}, { look: { ...silent, why: 'timeout' } }, []],
    ['not where an earlier check found it', { at: 9 }, {}, []],
    ['not where only an earlier check had an answer', {}, { at: 9 }, []],
    ['not where it was opened later, when the network may have failed', { sent: later }, {}, []],
    ['where both were opened later', { sent: later }, { sent: later + 1 }, ['gone.example']],
    ['not while its visits are requested', {}, {}, [], true],
    ['not where a visit came, though not one of the week', { look: visited }, {}, []],
  ])('%s', (_name, one, two, hosts, isAsked) => {
    const items = [gone, other].map((item, at) => ({ job: 'a', state: 'done', ...item, ...[one, two][at] }) as Item);
    const job = { total: 2, ended: 20, ...(isAsked ? { asksVisits: true as const } : {}) };
    expect(deletableSites(reportRows(job, items, []), job).map(({ host }) => host)).toEqual(hosts);
  });
});

const rowOf = (host: string, state: SiteState, ...before: SiteState[]): ReportRow => ({
  at: 0,
  host,
  id: undefined,
  look: lookIn(state),
  checked: 90,
  isEarlier: false,
  line: before.map((past, at) => ({ at: at + 1, state: past })),
});

test.each<[SiteState, before: SiteState[], past: [string, number] | undefined]>([
  ['missing', ['tracking', 'tracking'], ['until', 2]],
  ['missing', ['unsure', 'silent', 'missing'], ['never', 2]],
  ['tracking', ['tracking', 'missing', 'tracking', 'unsure', 'tracking'], ['since', 3]],
  // Only now again.
  ['tracking', ['tracking', 'missing'], ['since', 90]],
  // Whether its visits arrive again is not known.
  ['tracking', ['tracking', 'quiet', 'silent'], undefined],
  ['unsure', ['tracking', 'missing'], ['on', 1]],
  ['unsure', ['missing'], undefined],
  // That proves nothing.
  ['missing', ['unsure'], undefined],
  // Its visits are counted, whatever its page has shown.
  ['counted', ['missing'], undefined],
  ['missing', ['missing', 'counted'], undefined],
])('%s now, and before %j', (state, before, past) => {
  const [is, at] = past ?? [];
  expect(pastOf(rowOf('a.example', state, ...before))).toEqual(past && { is, at });
});

test.each<[string, ReportRow[], turned: SiteState[], lines: string[]]>([
  [
    'those that track are closed',
    [rowOf('a.example', 'missing'), rowOf('b.example', 'missing'), rowOf('c.example', 'tracking')],
    [],
    ['group missing', 'a.example', 'b.example', 'group tracking'],
  ],
  ['unless there are no others', [rowOf('c.example', 'tracking')], [], ['group tracking', 'c.example']],
  ['nothing', [], [], []],
])('the sites in groups: %s', (_what, rows, turned, lines) => {
  expect(grouped(rows, groups, new Set(turned)).map(({ key }) => key)).toEqual(lines);
});
