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
  test.each([
    ['example.com', { name: 'example.com', host: 'example.com' }],
    [
      'xn--bcher-kva.example',
      { name: 'bücher.example', ascii: 'xn--bcher-kva.example', host: 'xn--bcher-kva.example' },
    ],
    ['bücher.example', { name: 'bücher.example', ascii: 'xn--bcher-kva.example', host: 'xn--bcher-kva.example' }],
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
  const rows: [string, ChangeKind, Partial<typeof query>, Website[]][] = [
    ['gone', { kind: 'website-gone', id: '2' }, {}, items.slice(1)],
    ['of another page', { kind: 'website-gone', id: '9' }, {}, items],
    ['of a project', { kind: 'project-gone', project: '2.example' }, {}, items],
    [
      'changed',
      { kind: 'website', website: { id: '2', privacy: 0 } },
      {},
      [{ ...website('2'), privacy: 0 }, ...items.slice(1)],
    ],
    ['a read-only row is left alone', { kind: 'website', website: { id: '1', privacy: 2 } }, {}, items],
    ['changed, on another page', { kind: 'website', website: website('9') }, {}, items],
    ['new', { kind: 'website', created: true, website: website('9') }, {}, [website('9'), ...items]],
    ['new, known already', { kind: 'website', created: true, website: website('2') }, {}, items],
    ['new, in another order', { kind: 'website', created: true, website: website('9') }, { sort: 'asc' }, items],
    ['new, on a later page', { kind: 'website', created: true, website: website('9') }, { cursor: 'page=2' }, items],
    ['new, not searched for', { kind: 'website', created: true, website: website('9') }, { search: 'zzz' }, items],
    [
      'new, searched for',
      { kind: 'website', created: true, website: website('9') },
      { search: '9.EX' },
      [website('9'), ...items],
    ],
  ];
  test.each(rows)('%s', (_what, change, part, expected) => {
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
  const made = (domain?: string) => ({
    kind: 'website' as const,
    created: true,
    website: { id: '9', ...(domain ? { domain } : {}) },
  });
  const gone = { kind: 'website-gone' as const, id: '9' };
  test.each<[string, 'websites' | 'projects', ChangeKind, Partial<typeof query>, object | undefined]>([
    ['a new one', 'websites', made('a.example'), {}, { key: 'created 9', by: 1 }],
    ['a new one, in any order', 'websites', made('a.example'), { sort: 'asc', cursor: '2' }, { by: 1 }],
    ['a new one, searched for', 'websites', made('xn--bcher-kva.example'), { search: 'bücher.example' }, { by: 1 }],
    ['a new one, not searched for', 'websites', made('a.example'), { search: 'b' }, undefined],
    ['a new one without a name', 'websites', made(), {}, { by: 1 }],
    ['a new one without a name, in a search', 'websites', made(), { search: 'b' }, { by: undefined }],
    ['one that is changed', 'websites', { ...made('a.example'), created: false }, {}, undefined],
    ['one that is gone', 'websites', gone, {}, { key: 'gone 9', by: -1, movesUp: false }],
    ['one that is gone, on a later page', 'websites', gone, { cursor: '2' }, { by: -1, movesUp: true }],
    ['one that is gone, in a search', 'websites', gone, { search: 'a' }, { by: undefined, movesUp: false }],
    ['a project that is gone', 'projects', { kind: 'project-gone', project: 'a' }, {}, { key: 'gone a', by: -1 }],
    ['a website, for projects', 'projects', gone, {}, undefined],
    ['a new website, for projects', 'projects', made('a.example'), {}, undefined],
    ['a project, for websites', 'websites', { kind: 'project-gone', project: 'a' }, {}, undefined],
  ])('%s', (_what, kind, change, part, expected) => {
    const means = changeElsewhere(kind, change, { ...query, ...part });
    if (expected) expect(means).toMatchObject(expected);
    else expect(means).toBeUndefined();
  });
});

test('privacy is counted, and filtered by', () => {
  const websites = [
    website('1', { privacy: 0 }),
    website('2', { privacy: 2 }),
    website('3'),
    website('4', { privacy_raw: '3' }),
  ];
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
