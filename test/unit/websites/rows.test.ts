import { describe, expect, test } from 'vitest';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { passes, privacyCounts } from '@/lib/websites/privacyCounts.ts';
import { defaultQuery } from '@/lib/websites/query.ts';
import {
  changedProjects,
  changedWebsites,
  changeElsewhere,
  confirms,
  projectRows,
  websiteRows,
} from '@/lib/websites/rows.ts';
import { range, select, selectedOf } from '@/lib/websites/selection.ts';

const website = (id: string, more: Partial<Website> = {}): Website => ({ id, domain: `${id}.example`, ...more });
const query = defaultQuery('websites');

describe('names', () => {
  const ascii = 'xn--bcher-kva.example';
  const bucher = { name: 'bücher.example', ascii, host: ascii };
  test.each([
    ['example.com', { name: 'example.com', host: 'example.com' }],
    [ascii, bucher],
    ['bücher.example', bucher],
    ['EXAMPLE.com', { name: 'EXAMPLE.com', ascii: 'example.com', host: 'example.com' }],
    ['moc.\u202eelpmaxe', { name: 'moc.elpmaxe' }],
    ['my site.com/a', { name: 'my site.com/a' }],
  ])('%s', (domain, expected) => {
    expect(websiteRows([{ id: '1', domain }])[0]).toMatchObject(expected);
  });

  test('rows without an id, and two of one name, are told apart', () => {
    const items = [website('1'), { id: '', domain: 'a.example' }, { id: '', domain: 'a.example' }];
    expect(websiteRows(items).map(({ key }) => key)).toEqual(['1', 'a.example', 'a.example 1']);
    expect(projectRows([{ project: 'a' }, { project: 'a' }]).map(({ key }) => key)).toEqual(['a', 'a 1']);
  });

  test.each([
    ['bücher.example', true],
    ['xn--bcher-kva.example', true],
    [' BÜCHER.example ', true],
    ['bucher.example', false],
    ['', false],
  ])('%s confirms: %s', (typed, expected) => {
    expect(confirms(typed, { name: 'bücher.example', ascii: 'xn--bcher-kva.example' })).toBe(expected);
  });
});

describe('a change elsewhere', () => {
  const items = [website('2', { privacy: 1 }), website('1', { privacy: 0, locked: 'inexact-id' })];
  const [two, one] = items;
  const changed = (site: Website) => ({ kind: 'website', website: site }) as const;
  const made = (site: Website) => ({ ...changed(site), created: true });
  const nine = website('9');
  test.each<[string, ChangeKind, (Website | undefined)[], Partial<typeof query>?]>([
    ['gone', { kind: 'website-gone', id: '2' }, [one]],
    ['of another page', { kind: 'website-gone', id: '9' }, items],
    ['of a project', { kind: 'project-gone', project: '2.example' }, items],
    ['changed', { kind: 'website', website: { id: '2', privacy: 0 } }, [website('2', { privacy: 0 }), one]],
    ['a read-only row is left alone', { kind: 'website', website: { id: '1', privacy: 2 } }, items],
    ['changed, on another page', changed(nine), items],
    ['new', made(nine), [nine, two, one]],
    ['new, known already', made(website('2')), items],
    ['new, in another order', made(nine), items, { sort: 'asc' }],
    ['new, on a later page', made(nine), items, { cursor: 'page=2' }],
    ['new, not searched for', made(nine), items, { search: 'zzz' }],
    ['new, searched for', made(nine), [nine, two, one], { search: '9.EX' }],
  ])('%s', (_what, change, expected, part) => {
    expect(changedWebsites(items, change, { ...query, ...part })).toEqual(expected);
  });

  test('made private: its public link, which is dead, is shown no longer', () => {
    const shared = website('3', { privacy: 0, share_url: 'https://stats.example/share/a' });
    const change = { kind: 'website', website: { id: '3', privacy: 1, share_url: null } } as const;
    expect(changedWebsites([shared], change, query)).toEqual([website('3', { privacy: 1, share_url: null })]);
  });

  test('projects', () => {
    const projects = [{ project: 'a' }, { project: 'b' }];
    expect(changedProjects(projects, { kind: 'project-gone', project: 'a' })).toEqual([{ project: 'b' }]);
    expect(changedProjects(projects, { kind: 'website-gone', id: 'a' })).toBe(projects);
  });
});

describe('a change to a record of another page', () => {
  const made = (site: Partial<Website>, created = true) =>
    ({ kind: 'website', created, website: { id: '9', ...site } }) as const;
  const [a, bucher] = [{ domain: 'a.example' }, { domain: 'xn--bcher-kva.example' }];
  const gone = { kind: 'website-gone', id: '9' } as const;
  const projectGone = { kind: 'project-gone', project: 'a' } as const;
  test.each<[string, ChangeKind, object | undefined, Partial<typeof query>?]>([
    ['a new one', made(a), { key: 'created 9', by: 1 }],
    ['a new one, in any order', made(a), { by: 1 }, { sort: 'asc', cursor: '2' }],
    ['a new one, searched for', made(bucher), { by: 1 }, { search: 'bücher.example' }],
    ['a new one, not searched for', made(a), undefined, { search: 'b' }],
    ['a new one without a name', made({}), { by: 1 }],
    ['a new one without a name, in a search', made({}), { by: undefined }, { search: 'b' }],
    ['one that is changed', made(a, false), undefined],
    ['one that is gone', gone, { key: 'gone 9', by: -1, movesUp: false }],
    ['one that is gone, on a later page', gone, { by: -1, movesUp: true }, { cursor: '2' }],
    ['one that is gone, in a search', gone, { by: undefined, movesUp: false }, { search: 'a' }],
    ['a project', projectGone, undefined],
  ])('%s', (_what, change, expected, part) => {
    const means = changeElsewhere('websites', change, { ...query, ...part });
    if (expected) expect(means).toMatchObject(expected);
    else expect(means).toBeUndefined();
  });

  test.each<[string, ChangeKind, object | undefined]>([
    ['one that is gone', projectGone, { key: 'gone a', by: -1 }],
    ['a website', gone, undefined],
    ['a new website', made(a), undefined],
  ])('in a list of projects: %s', (_what, change, expected) => {
    const means = changeElsewhere('projects', change, query);
    if (expected) expect(means).toMatchObject(expected);
    else expect(means).toBeUndefined();
  });
});

test('privacy is counted, and filtered by', () => {
  const known = [website('1', { privacy: 0 }), website('2', { privacy: 2 })];
  const websites = [...known, website('3'), website('4', { privacy_raw: '3' })];
  expect(privacyCounts(websites)).toEqual({ all: 4, public: 1, private: 0, password: 1, unknown: 2 });
  expect(websites.filter((one) => passes(one, 'unknown')).map(({ id }) => id)).toEqual(['3', '4']);
  expect(websites.filter((one) => passes(one, 'all'))).toHaveLength(4);
});

describe('selection', () => {
  const rows = ['a', 'b', 'c', 'd'].map((key) => ({ key, record: key }));
  test.each([
    [undefined, 'c', ['c']],
    ['a', 'c', ['a', 'b', 'c']],
    ['d', 'b', ['b', 'c', 'd']],
    ['gone', 'b', ['b']],
    ['a', 'gone', []],
  ])('from %s to %s', (last, key, expected) => {
    expect(range(rows, last, key).map((row) => row.key)).toEqual(expected);
  });

  test('on, off, all, some', () => {
    const two = select(new Map<string, string>(), rows.slice(0, 2), true);
    expect([...two.keys()]).toEqual(['a', 'b']);
    expect(selectedOf(two, rows)).toBe('some');
    expect(selectedOf(two, rows.slice(0, 2))).toBe('all');
    expect(selectedOf(two, [])).toBe('none');
    expect([...select(two, rows.slice(1), false).keys()]).toEqual(['a']);
  });
});
