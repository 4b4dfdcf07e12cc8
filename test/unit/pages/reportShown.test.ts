import { h } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AuditTab } from '@/entrypoints/manage/audit/AuditTab.tsx';
import { deletableSites, type ReportRow } from '@/entrypoints/manage/audit/report.ts';
import { useReport, useReportFiles } from '@/entrypoints/manage/audit/useReport.ts';
import { PageProvider } from '@/entrypoints/manage/usePage.ts';
import type { SiteLook } from '@/lib/audit/look.ts';
import type { Item, Job } from '@/lib/jobs/types.ts';
import { draw } from './drawn.ts';
import { hooked, loaded, openPage, openTablePage, settled } from './hooked.ts';

const stored = vi.hoisted(() => ({
  items: [] as unknown,
  audits: [] as unknown[],
  /** Of which audit and account something was read. */
  read: [] as string[],
  isBroken: false,
  /** What readings of the list have proved, and the records that it has. */
  facts: undefined as object | undefined,
  rows: [] as object[],
}));
vi.mock('@/lib/messages/records.ts', () => ({
  listFacts: async () => stored.facts,
  readRows: async (_list: string, _account: string, take: (rows: object[]) => void) => take(stored.rows),
}));
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
vi.mock('@/lib/jobs/store.ts', () => ({
  itemsOf: async (id: string) => {
    stored.read.push(id);
    if (stored.isBroken) throw new Error('the disk is full');
    return stored.items;
  },
}));
vi.mock('@/lib/storage/audits.ts', () => ({
  pastAudits: async (account: string) => {
    stored.read.push(account);
    return stored.audits;
  },
}));
const shown = vi.hoisted(() => ({ jobs: [] as unknown[] }));
vi.mock('@/entrypoints/manage/jobs/useJobs.ts', () => ({ useJobs: () => ({ jobs: shown.jobs }), useWork: () => ({}) }));
vi.mock('@/entrypoints/manage/audit/useRepeat.ts', () => ({ useRepeat: () => ({}) }));
const saveFile = vi.hoisted(() => vi.fn());
vi.mock('@/lib/util/saveFile.ts', () => ({ saveFile }));

describe('the report that is shown', () => {
  const key = 'a.example';
  const done = (at: number, state: SiteLook['state'], sent: number): Item =>
    ({ job: 'b', at, key: at ? `${at}.example` : key, state: 'done', sent, look: { state, trackers: [] } }) as Item;
  const past = (id: string, at: number) => ({ id, account: 'one', at, sites: [[key, 7]] });
  const job = { id: 'b', account: 'one', total: 2, ended: 60, run: { ended: 0 } } as unknown as Job;
  const open = async () => {
    const hook = await hooked((now: Job) => useReport(now), job);
    const shown = () => hook.now()?.rows.map(({ host, look }) => [host, look.state]);
    return { ...hook, shown };
  };
  beforeEach(() => {
    openPage();
    Object.assign(stored, { items: [done(0, 'missing', 50)], audits: [], read: [], isBroken: false });
    Object.assign(stored, { facts: undefined, rows: [] });
  });

  const lost = { ...past('b', 60), sites: [[key, 0]] };
  const both = [done(0, 'missing', 50), done(1, 'missing', 50)];
  const isLost = { lost: [key], back: [], gone: [], stopped: [], arriving: [], changed: [key] };
  const [other, third] = ['1.example', '2.example'];
  const found = (id: string, at: number, ...hosts: string[]) => ({
    ...past(id, at),
    sites: hosts.map((host) => [host, 0]),
  });
  const whole = (id: string, at: number, state: number) => ({
    ...found(id, at, other, third),
    sites: [[key, state], ...found(id, at, other, third).sites],
  });
  const all = [done(0, 'missing', 50), done(1, 'missing', 40), done(2, 'missing', 40)];
  test.each<[string, audits: object[], items: Item[], total: number, last: number, changes?: object]>([
    ['nothing, where none was before', [past('b', 60)], [done(0, 'missing', 50)], 2, 0, undefined],
    ['nothing, where it is not kept', [past('a', 30)], [done(0, 'missing', 50)], 2, 0, undefined],
    ['since the last one', [past('a', 30), past('c', 40), lost], both, 2, 40, isLost],
    // What was found by an earlier audit, and not looked at again.
    ['what all of them found, after few', [past('a', 30), found('c', 40, key, other, third), lost], all, 1, 30, isLost],
    ['what the audit of a few found, after the first of all', [whole('c', 40, 7), lost], all, 1, 40, isLost],
    ['the same, after a second of all', [whole('a', 30, 0), whole('c', 40, 7), lost], all, 1, 30, isLost],
    ['nothing, where only sites are looked at that never were', [found('c', 40, other, third), lost], all, 1, 0],
  ])('says what has changed: %s', async (_what, audits, items, total, last, changes) => {
    Object.assign(stored, { items, audits });
    const hook = await loaded(() => useReport({ ...job, total }));
    expect([hook.now()?.last, hook.now()?.changes]).toEqual([last, changes]);
  });

  const records = (host: string, ...ids: string[]) => ids.map((id) => ({ hosts: [host], record: { id } }));
  test.each<[string, ids: string[], state: SiteLook['state'], id: string | undefined, shown: (string | undefined)[]]>([
    ['that has been registered again', ['9'], 'missing', '0', ['9']],
    ['that has been registered again, without code before its scripts run', ['9'], 'unsure', '0', ['9']],
    ['that has been registered again, with the code of its old record', ['9'], 'tracking', '0', []],
    ['with several records', ['9', '0'], 'tracking', '0', ['0']],
    ['that is not stored', [], 'missing', '0', ['0']],
    ['whose id was not known', ['9'], 'tracking', undefined, ['9']],
  ])('shows the present record of a site %s', async (_what, ids, state, id, shown) => {
    Object.assign(stored, { items: [{ ...done(0, state, 50), id }], rows: records(key, ...ids) });
    expect((await loaded(() => useReport(job))).now()?.rows.map((row) => row.id)).toEqual(shown);
  });

  test('shows no visits of the old record of a site that has been registered again, and offers it to nobody to delete', async () => {
    const visits = { at: 70, last: 60, week: 3, is: 'counted' };
    const item = { ...done(0, 'missing', 50), id: '0', look: { state: 'missing', trackers: [], visits } };
    Object.assign(stored, { items: [item], rows: records(key, '9') });
    const [row] = (await loaded(() => useReport(job))).now()?.rows ?? [];
    expect([row?.look, row?.isEarlier]).toEqual([{ state: 'missing', trackers: [] }, true]);
  });

  test.each<[string, hosts: string[], deletable: string[]]>([
    ['only the host that does not answer', [key], [key]],
    ['that host with and without www.', [key, `www.${key}`], [key]],
    ['another host, which may answer', [key, 'new.example'], []],
  ])('offers to delete a record of a site that does not answer: it has %s', async (_which, hosts, deletable) => {
    const silent = { state: 'silent', why: 'unreachable', trackers: [] };
    const items = [{ ...done(0, 'silent', 50), id: '0', look: silent }, done(1, 'missing', 50)];
    Object.assign(stored, { items, rows: [{ hosts, record: { id: '0' } }, ...records(other, '1')] });
    const { rows = [] } = (await loaded(() => useReport(job))).now() ?? {};
    expect(deletableSites(rows, job).map(({ host }) => host)).toEqual(deletable);
  });

  test('has no id of a former key before the list is read with the new one', async () => {
    Object.assign(stored, { items: [{ ...done(0, 'missing', 50), id: '0' }], facts: { replaced: 1 } });
    expect((await loaded(() => useReport(job))).now()?.rows[0]).toMatchObject({ host: key, id: undefined });
  });

  test.each<[string, facts: object | undefined, hosts: string[], shown: string[]]>([
    ['no site that was deleted since', { whole: 1, total: 1, counted: 1 }, [other], [other]],
    ['all sites, where the list was never read whole', { total: 1 }, [other], [other, key]],
    ['all sites, where the last reading missed some', { whole: 1, why: 'unreadable-row' }, [other], [other, key]],
    ['all sites, where nothing is known of the list', undefined, [], [other, key]],
  ])('shows, and counts, %s', async (_what, facts, hosts, shown) => {
    Object.assign(stored, { items: both, facts, rows: hosts.flatMap((host) => records(host, '0')) });
    expect((await loaded(() => useReport(job))).now()?.rows.map(({ host }) => host)).toEqual(shown);
  });

  test('has its own ids where nobody can read the records', async () => {
    stored.items = [{ ...done(0, 'missing', 50), id: '0' }];
    stored.rows = undefined as never;
    expect((await loaded(() => useReport(job))).now()?.rows[0]?.id).toBe('0');
  });

  test('says what has changed also where the clock was set back', async () => {
    stored.audits = [lost, past('a', 900)];
    const { now } = await open();
    await settled();
    expect([now()?.changes, now()?.rows[0]?.line]).toEqual([isLost, [{ at: 900, state: 'tracking' }]]);
  });

  test('of another audit: what is read late of the one before is not shown', async () => {
    const { promise, resolve: end } = Promise.withResolvers<Item[]>();
    stored.items = promise;
    const { load, shown } = await open();
    stored.items = [done(0, 'tracking', 50)];
    await load({ ...job, id: 'c', account: 'two' });
    end([done(0, 'missing', 50)]);
    await settled();
    expect([shown(), stored.read.slice(2)]).toEqual([[[key, 'tracking']], ['c', 'two']]);
  });
});

describe('taking a report along', () => {
  const row = (host: string, state: SiteLook['state']): ReportRow => ({
    at: 0,
    host,
    id: '7',
    look: { state, trackers: [{ name: 'Matomo', is: 'counter', ids: ['GTM-1'] }], why: 'other', about: 'https://b' },
    checked: 0,
    isEarlier: false,
    line: [],
  });
  const rows = [row('a.example', 'missing'), row('b.example', 'tracking')];
  const code = '<script src="https://stats.example/a.example.js"></script>';
  const [writeText, say] = [vi.fn(), vi.fn()];
  const open = (template = '<script src="{base_url}/{domain}.js"></script>') => {
    openPage();
    saveFile.mockClear();
    writeText.mockReset();
    say.mockReset();
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    return hooked(() => useReportFiles(rows, template, 'https://stats.example', say));
  };
  const copy = async (hook: Awaited<ReturnType<typeof open>>) => {
    await hook.does(({ copy }) => copy(rows[0] as ReportRow));
    return say.mock.calls.flat();
  };

  test('the code of a site is copied, and whose it is is shown', async () => {
    const hook = await open();
    expect(hook.now().copied).toBeUndefined();
    writeText.mockResolvedValue(undefined);
    expect([await copy(hook), hook.now().copied]).toEqual([['menu_copied'], 'a.example']);
    expect(writeText.mock.calls).toEqual([[code]]);
  });

  test('where the browser refuses, nothing is called copied', async () => {
    const hook = await open();
    writeText.mockRejectedValue(new Error('not allowed'));
    expect([await copy(hook), hook.now().copied]).toEqual([['audit_not_copied'], undefined]);
  });

  test('the codes of those that lack it, and the whole report, are files', async () => {
    const hook = await open();
    hook.now().codes();
    hook.now().save('csv');
    hook.now().save('json');
    const files = saveFile.mock.calls;
    expect(files.map(([name, type]) => [name, type])).toEqual([
      ['waymark-codes.csv', 'text/csv'],
      ['waymark-tracking.csv', 'text/csv'],
      ['waymark-tracking.json', 'application/json'],
    ]);
    const hosts = (text: string) => text.match(/[ab]\.example(?!\.js)/g);
    expect(hosts(files[0]?.[2])).toEqual(['a.example']);
    expect(files[0]?.[2]).toContain('https://stats.example/a.example.js');
    // Invisible marks around an address would make it another one where it is pasted.
    expect(files[1]?.[2]).not.toMatch(/[\u2066-\u2069]/);
    expect(hosts(files[1]?.[2])).toEqual(['a.example', 'b.example']);
    expect(JSON.parse(files[2]?.[2]).map(({ domain }: { domain: string }) => domain)).toEqual([
      'a.example',
      'b.example',
    ]);
  });
});

test('stays as it is filtered while single sites are checked again, and after that', async () => {
  openTablePage();
  const item = (at: number, state: string) => ({
    at,
    key: `${at}.example`,
    state: 'done',
    look: { state, trackers: [] },
  });
  Object.assign(stored, { items: [item(0, 'missing'), item(1, 'silent')], audits: [], facts: undefined });
  const audit = (id: string, more = {}) => ({ id, kind: 'audit', account: 'one', ended: 60, total: 2, ...more });
  const show = async (...jobs: object[]) => {
    shown.jobs = jobs.map((job) => ({ ...job, run: { ended: 0 }, counts: { done: 2 }, outcomes: {} }));
    const value = { start: { preferences: { trackingCode: '' } } } as never;
    await draw(h(PageProvider, { value, children: h(AuditTab, { account: 'one' }) }));
    await settled();
    return document.querySelector('.overview [aria-pressed=true]')?.className;
  };
  expect(await show(audit('a'))).toBe('part all');
  await act(() => document.querySelector<HTMLElement>('.part.silent')?.click());
  for (const jobs of [[audit('b', { holdsAccess: true }), audit('a')], [audit('b')]])
    expect(await show(...jobs)).toBe('part silent');
  // Its export has what is shown, as that of a list.
  vi.stubGlobal('requestAnimationFrame', () => {});
  saveFile.mockClear();
  for (const label of ['manage_export', 'manage_export_csv'])
    await act(() =>
      [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === label)?.click(),
    );
  expect(saveFile.mock.calls.map(([, , text]) => text.match(/\d\.example/g))).toEqual([['1.example']]);
});

test('that an audit has ended is heard, and seen in its report alone', async () => {
  openTablePage();
  Object.assign(stored, { items: [], audits: [], facts: undefined });
  const show = async (...jobs: object[]) => {
    shown.jobs = jobs;
    const value = { start: { preferences: { trackingCode: '' } } } as never;
    await draw(h(PageProvider, { value, children: h(AuditTab, { account: 'one' }) }));
    return document.querySelector('.audit > [role=status]')?.textContent;
  };
  const ended = { ended: 60, run: { ended: 0 }, total: 2, counts: { done: 2 }, outcomes: {} };
  expect(await show()).toBe('');
  expect(await show({ id: 'a', kind: 'audit', account: 'one', ...ended })).toBe('audit_job. addmany_progress');
  expect(document.querySelector('.job-panel, .earlier-jobs')).toBeNull();
});
