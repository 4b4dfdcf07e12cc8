import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridEvent, GridFocus } from '@/entrypoints/manage/list/grid.ts';
import { gridReduce, head, keptFocus, leadsToRow, noFocus } from '@/entrypoints/manage/list/grid.ts';
import { useGridKeys } from '@/entrypoints/manage/list/useGridKeys.ts';
import { useSight } from '@/entrypoints/manage/list/useSight.ts';
import { keptTop, offsetsOf, rowsInSight } from '@/entrypoints/manage/list/window.ts';
import { hooked, openPage } from './hooked.ts';

const rowsOf = (keys: readonly string[]) => keys.map((key) => ({ key }));
const many = Array.from({ length: 40 }, (_, index) => `r${index}`);
const at = (index: number, more: Partial<GridFocus> = {}): GridFocus => ({
  ...noFocus,
  key: index === head ? undefined : `r${index}`,
  index,
  isWithin: true,
  ...more,
});
const moved = (by: string): GridEvent => ({ type: 'moved', by, page: 10 });

test.each<[string, GridFocus, GridEvent, to: number | undefined]>([
  ['down from the last', at(39), moved('ArrowDown'), undefined],
  ['up from the first, to the heads', at(0), moved('ArrowUp'), head],
  ['a page down', at(3), moved('PageDown'), 13],
  ['a page up', at(13), moved('PageUp'), 3],
  ['to the last, however many there are between', at(0), moved('End'), 39],
  ['by a letter', at(3), moved('a'), undefined],
  ['from before the table', { ...noFocus }, { type: 'entered' }, 0],
])('a key leads %s', (_what, focus, event, to) => {
  const after = gridReduce(focus, event, rowsOf(many));
  if (to === undefined) return expect(after).toBe(focus);
  expect(after).toMatchObject({ index: to, key: to === head ? undefined : `r${to}`, wish: focus.wish + 1 });
});

test.each([
  ['End', true],
  ['ArrowLeft', false],
])('%s leads to another row: %s', (key, expected) => {
  expect(leadsToRow(key)).toBe(expected);
});

test('the control stays the same from row to row, and is the one that has the focus', () => {
  const focused = gridReduce(noFocus, { type: 'focused', key: 'r3', index: 3, at: 2, of: 5 }, rowsOf(many));
  expect(focused).toMatchObject({ key: 'r3', index: 3, at: 2, of: 5, isWithin: true, wish: 0 });
  expect(gridReduce(focused, moved('ArrowDown'), rowsOf(many))).toMatchObject({ key: 'r4', at: 2, of: 5 });
  expect(gridReduce(focused, { type: 'turned', at: 3 }, rowsOf(many))).toMatchObject({ key: 'r3', at: 3, wish: 1 });
  expect(gridReduce({ ...focused, wish: 4 }, { type: 'left' }, rowsOf(many))).toMatchObject({
    isWithin: false,
    wish: 0,
  });
});

test('a table that is removed is left, since not every browser says so', async () => {
  openPage();
  const events: GridEvent[] = [];
  const { end } = await hooked(() => useGridKeys({ focus: at(1), send: (event) => events.push(event) }, 10));
  expect(events).toEqual([]);
  await end();
  expect(events).toEqual([{ type: 'left' }]);
});

describe('once there are other rows', () => {
  const [a] = [at(1, { at: 2 }), at(39)];
  test.each<[string, GridFocus, string[], Partial<GridFocus>]>([
    ['it is where it was', a, many, a],
    ['it is further down', a, ['x', 'y', ...many], { key: 'r1', index: 3, wish: 0 }],
    ['it is gone: the one in its place is focused', a, ['r0', 'r2', 'r3'], { key: 'r2', index: 1, at: 0, wish: 1 }],
    ['it is gone while the focus is elsewhere', { ...a, isWithin: false }, ['r0'], { key: 'r0', index: 0, wish: 0 }],
    ['all are gone', a, [], { key: undefined, index: 0, isWithin: true, wish: 0 }],
  ])('%s', (_what, focus, keys, expected) => {
    expect(keptFocus(focus, rowsOf(keys))).toMatchObject(expected);
  });

  test.each<[string, GridEvent[], Partial<GridFocus>]>([
    ['goes to one that is awaited', [], { key: 'r3', index: 3, at: 0, wish: 1, sought: undefined }],
    ['also where the person has just left the table', [{ type: 'left' }], { key: 'r3', wish: 1 }],
    ['not where the person is there by then', [{ type: 'focused', key: 'r1', index: 1, at: 0, of: 4 }], { wish: 0 }],
    ['not where another search was typed', [{ type: 'sought' }], { wish: 0 }],
  ])('it %s', (_what, meanwhile, expected) => {
    const few = rowsOf(many.slice(0, 3));
    const events: GridEvent[] = [{ type: 'sought', key: 'r3' }, ...meanwhile];
    const focus = events.reduce((before, event) => gridReduce(keptFocus(before, few), event, few), noFocus);
    expect(keptFocus(focus, rowsOf(many))).toMatchObject(expected);
  });
});

test('whatever is pressed and whatever comes and goes, the focus is at a row that is there, or at the heads', () => {
  const event = fc.constantFrom(
    ...['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].map(moved),
    { type: 'entered' } as const,
    { type: 'left' } as const,
  );
  const keys = fc.uniqueArray(fc.constantFrom(...many), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.oneof(event, keys), { maxLength: 30 }), keys, (steps, first) => {
      let rows = rowsOf(first);
      let focus: GridFocus = noFocus;
      for (const step of steps) {
        if (Array.isArray(step)) rows = rowsOf(step);
        focus = Array.isArray(step) ? keptFocus(focus, rows) : gridReduce(focus, step, rows);
        if (focus.key !== undefined) expect(rows[focus.index]?.key).toBe(focus.key);
      }
    }),
  );
});

describe('the rows that are rendered', () => {
  const even = offsetsOf(1000, () => 36);
  test.each<[string, number, number, number | undefined, first: number, last: number, more: number[]]>([
    ['in the middle', 3600, 720, undefined, 92, 129, []],
    ['at the end', 36_000, 720, undefined, 992, 1000, []],
    ['with the focus above', 3600, 720, 3, 92, 129, [3]],
    ['with the focus below', 0, 720, 900, 0, 29, [900]],
    ['with the focus among them', 3600, 720, 100, 92, 129, []],
    ['with the focus at the heads', 3600, 720, head, 92, 129, []],
    ['with the focus at one that is gone', 3600, 720, 1000, 92, 129, []],
  ])('%s', (_what, top, height, focused, first, last, more) => {
    const found = rowsInSight(even, top, height, undefined, focused);
    expect([found.first, found.last]).toEqual([first, last]);
    expect(found.rows.filter((row) => row < first || row >= last)).toEqual(more);
    expect(found.rows).toEqual(found.rows.toSorted((a, b) => a - b));
  });

  test('are those in sight, whatever their heights', () => {
    const heights = fc.array(fc.constantFrom(36, 48), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(heights, fc.nat(3000), fc.integer({ min: 1, max: 800 }), (all, top, height) => {
        const tops = offsetsOf(all.length, (index) => all[index] ?? 0);
        const { rows } = rowsInSight(tops, top, height, 2);
        for (const [index, own] of all.entries()) {
          const begin = tops[index] ?? 0;
          if (begin < top + height && begin + own > top) expect(rows).toContain(index);
        }
      }),
    );
  });

  test.each([
    ['at first to the middle of what is in sight', 1, 0, 11],
    ['then all in sight', 2, 0, 21],
    ['at last some more', 3, 0, 29],
  ])('are drawn in parts: %s', (_what, parts, first, last) => {
    expect(rowsInSight(even, -20, 740, parts)).toMatchObject({ first, last });
  });
});

test('each part of the rows follows once the one before is painted', async () => {
  openPage();
  const drawn: number[] = [];
  const tops = offsetsOf(3, () => 36);
  const { show } = await hooked((asked: string) => {
    drawn.push(useSight(tops, { asked, rows: rowsOf(['a', 'b', 'c']) }).parts);
  }, 'q' as string);
  expect(drawn).toEqual([1, 2, 3]);
  await show('other');
  expect(drawn.slice(3)).toEqual([1, 2, 3]);
});

describe('what is in sight, once others have come', () => {
  const start = { key: 'r100', by: 10, asked: 'q' };
  const keys = Array.from({ length: 1000 }, (_, index) => `r${index}`);
  test.each<[string, before: number, asked: string, now: string[], top: number]>([
    ['stays where nothing has come before it', 3610, 'q', [...keys, 'x'], 3610],
    ['goes with its first row where others have come above', 3610, 'q', ['x', 'y', ...keys], 3610 + 72],
    ['is at the top for another question', 3610, 'other', keys, 0],
    ['stays at the top', -5, 'q', ['x', ...keys], -5],
  ])('%s', (_what, before, asked, now, top) => {
    expect(
      keptTop(
        { top: before, height: 720 },
        start,
        asked,
        rowsOf(now),
        offsetsOf(now.length, () => 36),
      ),
    ).toBe(top);
  });
});
