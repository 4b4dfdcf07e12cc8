import { expect, it } from 'vitest';
import { lazy, lazyTable } from '../../../lib/services/lazy.ts';

it.each([{ value: 7 }, { value: undefined }])('makes $value once, at the first call', ({ value }) => {
  let calls = 0;
  const made = lazy(() => {
    calls++;
    return value;
  });
  expect(calls).toBe(0);
  expect([made(), made(), calls]).toEqual([value, value, 1]);
});

it('makes a row when it is read, and lists all', () => {
  const made: string[] = [];
  const row = (name: string) => () => {
    made.push(name);
    return `the ${name}`;
  };
  const table = lazyTable({ one: row('one'), two: row('two') });
  expect(Object.keys(table)).toEqual(['one', 'two']);
  expect(made).toEqual([]);
  expect([table.two, table.two]).toEqual(['the two', 'the two']);
  expect(made).toEqual(['two']);
});
