import { describe, expect, test, vi } from 'vitest';
import type { Name } from '@/lib/messages/ask.ts';
import { storedWebsites } from '../../records/seed.ts';
import { a, ask, host, many, setUp, worker } from '../websites/twoServices.ts';

setUp();

/** What is stored of each website: its id and domain, and its privacy. */
const stored = async () =>
  (await storedWebsites(a.origin)).map(({ record: { id, domain, privacy } }) => [id, domain, privacy]);

const other = 'other.example.com';
const one = ['1', host, 1];

describe('each answer is stored in its own place', () => {
  const two = ['2', other, 1];
  const answers: [Name, object, unknown[]][] = [
    ['websites.list', {}, [one, two]],
    ['websites.show', { id: '2' }, [two]],
    ['websites.find', { host }, [one]],
    ['site.check', { host }, [one, two]],
    ['websites.update', { id: '1', privacy: 0 }, [['1', host, 0]]],
    ['websites.create', { domain: 'new.example.com', privacy: 0 }, [one, two, ['3', 'new.example.com', 0]]],
  ];
  test.each(answers)('%s', async (name, input, expected) => {
    a.has(host, other);
    expect(await ask(name, input)).toMatchObject({ ok: true });
    expect(await stored()).toEqual(expected);
  });

  test.each(answers)('%s from a private window leaves nothing', async (name, input) => {
    a.has(host, other);
    expect(await ask(name, input, { private: true })).toMatchObject({ ok: true });
    expect(await stored()).toEqual([]);
  });
});

test.each<[string, object, object, reads: boolean]>([
  ['a page of the list', {}, {}, true],
  ['a search', { search: 'shop' }, {}, false],
  ['a page in a private window', {}, { private: true }, false],
])('what a page sees of the list begins a reading of the whole: %s', async (_what, input, more, reads) => {
  a.has(...Array.from({ length: 30 }, (_, at) => `shop${at}.example.org`));
  await ask('websites.list', { per_page: 10, ...input }, more);
  const { refreshesNow } = await import('@/lib/storage/refresh.ts');
  const readings = async () => Object.entries(await worker.get(refreshesNow)).map(([name, { state }]) => [name, state]);
  if (reads) await vi.waitFor(async () => expect(await readings()).toEqual([[a.origin, 'done']]));
  else expect(await readings()).toEqual([]);
});

test.each<[string, rows: number, input: object, isWhole: boolean]>([
  ['all of it', 3, {}, true],
  ['none', 0, {}, true],
  ['a page of several', 30, { per_page: 10, search: '' }, false],
  ['what a search finds', 3, { search: 'shop' }, false],
])('an answer shows the whole list: %s', async (_what, rows, input, isWhole) => {
  a.has(...Array.from({ length: rows }, (_, at) => `shop${at}.example.org`));
  const { siteStatus } = await import('@/lib/background/records/records.ts');
  await ask('websites.list', input);
  expect(await siteStatus(a.origin, 'shop7.example.org')).toMatchObject({ isWhole });
  // Nothing is left to read.
  if (isWhole) await worker.refreshIfDue('websites', a.origin, undefined);
  if (isWhole) expect(a.log).toEqual(['GET']);
});

test('what a search in a private window shows of its service is not stored', async () => {
  a.has(...many(150));
  const { provedFacts } = await import('@/lib/background/records/records.ts');
  await ask('site.check', { host }, { private: true });
  expect(await provedFacts('websites', a.origin)).toBeUndefined();
  await ask('site.check', { host });
  expect(await provedFacts('websites', a.origin)).toMatchObject({ ignoresCase: true });
});

test.each<[Name, object]>([
  ['websites.list', {}],
  ['site.check', { host }],
  ['site.check', { host: 'none.example.com' }],
])('no question is left open: %s %o', async (name, input) => {
  a.has(host);
  const { asked } = await import('@/lib/background/records/records.ts');
  const open = new Set<object>();
  const begin = asked.ask;
  vi.spyOn(asked, 'ask').mockImplementation((account) => {
    const question = begin(account);
    open.add(question);
    const { end } = question;
    question.end = () => {
      end();
      open.delete(question);
    };
    return question;
  });
  await ask(name, input);
  expect(open.size).toBe(0);
});

test.each<[what: string, answer: (row: object) => Response]>([
  ['nothing', () => new Response(null, { status: 204 })],
  ['the record without them', () => Response.json({ data: { id: '1', domain: host } })],
])('what was changed is stored, though the service answers %s', async (_what, answer) => {
  a.has(host);
  Object.assign(a.rows[0] as object, { exclude_ips: '192.0.2.1', email: 1 });
  await ask('websites.show', { id: '1' });
  a.instead.push(() => {
    Object.assign(a.rows[0] as object, { exclude_ips: null, email: 0 });
    return answer({});
  });
  expect(await ask('websites.update', { id: '1', exclude_ips: [], email: 0 })).toMatchObject({ ok: true });
  expect((await storedWebsites(a.origin))[0]?.record).toMatchObject({ exclude_ips: [], email: 0, privacy: 1 });
});

test('an answer that comes after a later write does not take back what was changed', async () => {
  a.has(host, other);
  await ask('websites.list', {});
  const before = a.list();
  const answer = a.holds();
  const list = ask('websites.list', {});
  await vi.waitFor(() => expect(a.log).toHaveLength(2));
  await ask('websites.update', { id: '1', privacy: 0 });
  answer(before);
  await list;
  expect(await stored()).toEqual([
    ['1', host, 0],
    ['2', other, 1],
  ]);
});

test('that no record stands for a host any more is stored, too', async () => {
  a.has(host, other);
  await ask('websites.list', {});
  a.rows = a.rows.filter(({ id }) => id !== '1');
  await ask('site.check', { host });
  expect(await stored()).toEqual([['2', other, 1]]);
});

test.each<[string, input: object, mayHave: boolean]>([
  ['of the list', {}, true],
  ['of a search', { search: 'p' }, false],
])('how many projects a service says that it has is known, %s', async (_what, input, mayHave) => {
  const { keepAnswer } = await import('@/lib/background/records/keepAnswer.ts');
  const { asked, records } = await import('@/lib/background/records/records.ts');
  const { mayHaveMore } = await import('@/lib/records/known.ts');
  const account = 'seo';
  await records.change(async (store) => store.putFacts({ account, list: 'projects', whole: 5, total: 1, counted: 1 }));
  const items = [{ project: 'p.example' }];
  await keepAnswer('projects.list', account, input as never, { items, total: 300, more: true }, asked.ask(account));
  expect(mayHaveMore(await records.read((reads) => reads.facts('projects', account)))).toBe(mayHave);
});
