import { describe, expect, it, test, vi } from 'vitest';
import type { ListOutput, Problem, Website } from '../../../lib/services/index.ts';
import { type PageAnswer, type PageReader, type ReadPosition, readPages } from '../../../lib/services/readPages.ts';

type Page = ListOutput<Website>;

const sites = (from: number, to: number): Website[] =>
  Array.from({ length: to - from }, (_, n) => ({ id: `${from + n}`, domain: `${from + n}.example` }));
const page = (items: Website[], more?: Partial<Page>): Page => ({ items, more: !!more?.next, ...more });
/** A page of the websites from one number to another, the way on, and how many there are in all. */
const part = (from: number, to: number, next?: string, total?: number): Page =>
  page(sites(from, to), { ...(next ? { next } : {}), ...(total === undefined ? {} : { total }) });
const busy = (retryAfter?: number): Problem => ({ kind: 'busy', status: 429, ...(retryAfter ? { retryAfter } : {}) });

/** Gives these answers one after another, and notes which cursors were asked for. */
function service(answers: (Page | Problem)[]) {
  const asked: (string | undefined)[] = [];
  const list = async (cursor: string | undefined): Promise<PageAnswer<Website>> => {
    asked.push(cursor);
    const answer = answers[asked.length - 1];
    if (!answer) throw new Error(`asked ${asked.length} times`);
    return 'items' in answer ? { ok: true, value: answer } : { ok: false, problem: answer };
  };
  return { asked, list };
}

async function read(answers: (Page | Problem)[], more: Partial<PageReader<Website>> = {}) {
  const { asked, list } = service(answers);
  const outcome = await readPages<Website>({ list, ...more });
  return { asked, outcome };
}

const ids = (items: readonly Website[]) => items.map(({ id }) => id);
const locked: Website = { id: '7', domain: '', locked: 'no-name' };

describe('what was read', () => {
  const all = sites(0, 4);
  const rows: [name: string, pages: Page[], seen: number, verdict: true | string, most?: number][] = [
    ['one page that is the last', [page(all)], 4, true],
    ['nothing', [page([])], 0, true],
    ['two pages', [part(0, 2, 'a'), part(2, 4)], 4, true],
    ['as many as the service counts', [part(0, 2, 'a', 4), part(2, 4, '', 4)], 4, true],
    ['a page after which there may be more', [page(all, { more: true })], 4, 'no-way-on'],
    ['a later page of that kind', [part(0, 2, 'a'), page(sites(2, 4), { more: true })], 4, 'no-way-on'],
    ['an empty page with a way on', [part(0, 2, 'a'), page([], { next: 'b' })], 2, 'no-way-on'],
    ['a page again and again', [part(0, 4, 'a'), part(0, 4, 'b')], 4, 'repeats'],
    ['a page again, as the last', [part(0, 4, 'a'), page(all)], 4, 'repeats'],
    ['a way that leads in a circle', [part(0, 2, 'a'), part(2, 4, 'a')], 4, 'repeats'],
    ['a larger circle', [part(0, 1, 'a'), part(1, 2, 'b'), part(2, 3, 'a')], 3, 'repeats'],
    ['a row that comes again on the next page', [part(0, 3, 'a'), part(2, 4)], 4, 'repeats'],
    ['a row that comes again, and the count is right', [part(0, 3, 'a', 4), part(2, 4, '', 4)], 4, true],
    ['a row that comes again in place of another', [part(0, 2, 'a', 4), part(1, 3, '', 4)], 3, 'changed'],
    ['a row that comes again, and too small a count', [part(0, 3, 'a', 3), part(2, 4, '', 3)], 4, 'repeats'],
    ['fewer than are counted', [part(0, 2, 'a', 4), part(2, 3, '', 4)], 3, 'changed'],
    ['a count that shrinks on the way', [part(0, 2, 'a', 5), part(2, 4, '', 4)], 4, 'changed'],
    ['a count that grows, at the end of the list', [part(0, 2, 'a', 3), part(2, 4, '', 4)], 4, true],
    ['a count of the page alone, which is smaller on the last', [part(0, 3, 'a', 3), part(3, 4, '', 1)], 4, true],
    ['a row without a name', [page([...all, locked])], 5, 'unreadable-row'],
    ['a row without a name, on the way', [page([locked], { next: 'a' }), page(all)], 5, 'unreadable-row'],
    ['a row that is no record', [page(all, { unread: 1 })], 4, 'unreadable-row'],
    ['a bound', [part(0, 2, 'a'), part(2, 4, 'b')], 4, 'too-many', 2],
    ['an end at the bound', [part(0, 2, 'a'), part(2, 4)], 4, true, 2],
  ];
  test.each(rows)('%s', async (_name, pages, seen, verdict, most) => {
    const { outcome, asked } = await read(pages, most === undefined ? {} : { maxPages: most });
    const items = expect.objectContaining({ length: seen });
    expect(outcome).toEqual({
      ok: true,
      value: verdict === true ? { items, complete: true } : { items, complete: false, why: verdict },
    });
    expect(asked).toHaveLength(pages.length);
    const { items: given } = (outcome as { value: { items: Website[] } }).value;
    expect(new Set(ids(given)).size).toBe(seen);
  });

  it('tells records of one id apart by their names, and projects by theirs', async () => {
    const two = [
      { id: '1', domain: 'a.example' },
      { id: '1', domain: 'b.example' },
    ];
    expect((await read([page(two), page([])])).outcome).toMatchObject({ value: { items: two, complete: true } });
    const projects = [{ project: 'a.example' }, { project: 'b.example' }];
    const outcome = await readPages({ list: async () => ({ ok: true, value: { items: projects, more: false } }) });
    expect(outcome).toEqual({ ok: true, value: { items: projects, complete: true } });
  });

  it.each([
    ['is read whole', 2500, 25_000, true],
    ['ends ten pages after it should have', 2511, 25_000, false],
    ['ends after 2,000 pages where no total is said', 2001, undefined, false],
  ])('a list at ten a page %s', async (_what, pages, total, complete) => {
    const list = async (cursor = '0'): Promise<PageAnswer<Website>> => {
      const at = Number(cursor);
      return { ok: true, value: part(10 * at, 10 * at + 10, at + 1 < pages ? `${at + 1}` : undefined, total) };
    };
    const read = await readPages<Website>({ list });
    expect(read).toMatchObject({ value: complete ? { complete } : { complete, why: 'too-many' } });
    expect(read.ok && read.value.items.length).toBe(10 * (complete ? pages : pages - 1));
  });

  it('asks for each page by the way the one before gave', async () => {
    const { asked } = await read([part(0, 1, 'a'), part(1, 2, 'b'), part(2, 3)]);
    expect(asked).toEqual([undefined, 'a', 'b']);
  });
});

describe('what is looked for', () => {
  const until = (items: readonly Website[]) => items.some(({ id }) => id === '2');
  it('ends the reading where it is found', async () => {
    const { outcome, asked } = await read([part(0, 2, 'a'), part(2, 4, 'b')], { until });
    expect(outcome).toMatchObject({ ok: true, value: { complete: false, why: 'stopped' } });
    expect(asked).toHaveLength(2);
  });
  it('leaves a list complete whose last page it is on', async () => {
    const { outcome } = await read([part(0, 2, 'a'), part(2, 4)], { until });
    expect(outcome).toMatchObject({ value: { complete: true } });
  });
});

describe('a page that does not come', () => {
  const wait = () => vi.fn<NonNullable<PageReader<Website>['wait']>>(async () => true);
  const last = part(0, 2);
  const server: Problem = { kind: 'server', status: 502 };
  const rows: [name: string, answers: (Page | Problem)[], waits: number[], tries?: number][] = [
    ['a pause that is asked for', [busy(7), last], [7]],
    ['a pause of no length', [busy(), last], [30]],
    ['one pause after another', [busy(7), busy(8), last], [7, 8]],
    ['503 that asks for a pause', [{ ...server, status: 503, retryAfter: 60 }, last], [60]],
    ['a passing failure', [server, last], [3], 2],
    ['passing failures, and a pause', [server, busy(5), { kind: 'network' }, last], [3, 5, 6], 3],
    ['no answer in time', [{ kind: 'timeout' }, last], [3], 2],
  ];
  test.each(rows)('is asked for again: %s', async (_name, answers, waits, tries) => {
    const waited = wait();
    const { outcome, asked } = await read(answers, { wait: waited, ...(tries ? { tries } : {}) });
    expect(outcome).toMatchObject({ ok: true, value: { complete: true } });
    expect(waited.mock.calls.map(([seconds]) => seconds)).toEqual(waits);
    expect(asked).toHaveLength(answers.length);
  });

  const lost: [name: string, answers: Problem[], tries?: number][] = [
    ['no access', [{ kind: 'auth', status: 401 }]],
    ['a passing failure that is not tried again', [server]],
    ['passing failures', [server, server, server], 3],
    ['pauses without end', Array<Problem>(21).fill(busy(1))],
    ['a failure after a pause', [busy(1), { kind: 'forbidden', status: 403 }]],
  ];
  test.each(lost)('ends it with its problem: %s', async (_name, answers, tries) => {
    const { outcome, asked } = await read(answers, { wait: wait(), ...(tries ? { tries } : {}) });
    expect(outcome).toEqual({ ok: false, problem: answers.at(-1) });
    expect(asked).toHaveLength(answers.length);
  });

  it('is not waited for by who cannot wait, or will not', async () => {
    for (const more of [{}, { wait: async () => false }])
      expect((await read([busy(7)], more)).outcome).toEqual({ ok: false, problem: busy(7) });
  });

  it.each(['before', 'during a page', 'during a wait'])('is not asked for by who cancels %s', async (when) => {
    const controller = new AbortController();
    const { signal } = controller;
    const { list: answer, asked } = service(when === 'during a page' ? [last] : [busy(7), last]);
    if (when === 'before') controller.abort();
    const list: typeof answer = (cursor) => {
      if (when === 'during a page') controller.abort();
      return answer(cursor);
    };
    const wait = async () => {
      controller.abort();
      return true;
    };
    const outcome = await readPages<Website>({ list, wait, signal });
    expect(outcome).toEqual({ ok: false, problem: { kind: 'cancelled' } });
    expect(asked).toHaveLength(when === 'before' ? 0 : 1);
  });
});

describe('how far it is', () => {
  const pages = [part(0, 3, 'a', 8), part(2, 5, 'b', 8), part(5, 8, '', 8)];

  it('is told after each page, with what is new', async () => {
    const told: unknown[] = [];
    await read(pages, { onPage: (items, { pages, read, total }) => told.push([ids(items), pages, read, total]) });
    expect(told).toEqual([
      [['0', '1', '2'], 1, 3, 8],
      [['3', '4'], 2, 5, 8],
      [['5', '6', '7'], 3, 8, 8],
    ]);
  });

  it('is told without a count of the page alone', async () => {
    const told: unknown[] = [];
    const counted = [part(0, 2, 'a', 2), part(2, 4, 'b', 2), part(4, 5, '', 1)];
    await read(counted, { onPage: (_items, { read, total }) => told.push([read, total]) });
    expect(told).toEqual([
      [2, undefined],
      [4, undefined],
      [5, undefined],
    ]);
  });

  test.each([1, 2])('is where another reader goes on, after %d pages', async (after) => {
    const places: ReadPosition[] = [];
    const onPage = (_items: Website[], place: ReadPosition) => void places.push(JSON.parse(JSON.stringify(place)));
    const { outcome: whole } = await read(pages, { onPage });
    expect(whole).toMatchObject({ value: { complete: true, items: { length: 8 } } });
    const from = places[after - 1] as ReadPosition;
    const { outcome, asked } = await read(pages.slice(after), { from });
    expect(outcome).toEqual({ ok: true, value: { items: sites(from.read, 8), complete: true } });
    expect(asked[0]).toBe(after === 1 ? 'a' : 'b');
  });

  it('carries what spoke against completeness', async () => {
    const place: ReadPosition = { cursor: 'a', pages: 1, read: 2, edge: [] };
    const why = 'unreadable-row';
    const from = { ...place, why } as const;
    expect((await read([part(2, 4)], { from })).outcome).toMatchObject({ value: { why } });
    expect((await read([part(2, 4, 'c')], { from, maxPages: 2 })).outcome).toMatchObject({ value: { why } });
    const again = await read([part(2, 4)], { from: { ...place, repeats: true } });
    expect(again.outcome).toMatchObject({ value: { why: 'repeats' } });
  });

  it('is waited for before the next page is asked for', async () => {
    const order: string[] = [];
    const { list } = service(pages);
    await readPages<Website>({
      list: (cursor) => {
        order.push(`ask ${cursor ?? 'first'}`);
        return list(cursor);
      },
      onPage: async (_items, place) => {
        await Promise.resolve();
        order.push(`kept ${place.pages}`);
      },
    });
    expect(order).toEqual(['ask first', 'kept 1', 'ask a', 'kept 2', 'ask b', 'kept 3']);
  });
});
