import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows, fieldsOf } from '@/lib/addMany/csv.ts';

const field = fc
  .array(fc.constantFrom('a', 'b.com', '"', ',', ';', '\n', ' ', '\u00e9', '\u{1f600}'))
  .map((all) => all.join(''));
const row = fc.array(field, { minLength: 1, maxLength: 4 }).filter((fields) => fields.some((one) => one.trim()));

test('whatever is written as CSV is read as it was, with the line of each row', () => {
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
      const written = rows.map((fields) =>
        fields.map((one) => (/[",;\n]/.test(one) ? `"${one.replaceAll('"', '""')}"` : one)).join(delimiter),
      );
      const line = (at: number) => written.slice(0, at).join('\n').split('\n').length + (at ? 1 : 0);
      const expected = rows.map((fields, at) => ({ line: line(at), fields }));
      expect([...csvRows(written.join('\n'), delimiter)]).toEqual(expected);
    }),
  );
});

const open = { state: 'open' } as const;
const after = { state: 'after' } as const;
test.each<[text: string, ...rows: object[]]>([
  ['a,"b" \n"c"', { line: 1, fields: ['a', 'b'] }, { line: 2, fields: ['c'] }],
  ['a,b"c"\nd', { line: 1, fields: ['a', 'b"c"'] }, { line: 2, fields: ['d'] }],
  ['a,"b"c,d\ne', { line: 1, fields: ['a', ' b c'], ...open }, { line: 2, fields: ['e'], ...after }],
  ['a,"b,c\nd,e', { line: 1, fields: ['a', ' b'], ...open }, { line: 2, fields: ['d', 'e'], ...after }],
  [
    '"a\nb","c\n"d"\ne"f',
    { line: 1, fields: [' a'], ...open },
    { line: 2, fields: ['b '], ...open },
    { line: 3, fields: ['d'], ...after },
    { line: 4, fields: [], ...after },
  ],
])('quotes that CSV does not allow: %j', (text, ...rows) => {
  expect([...csvRows(text, ',')]).toEqual(rows);
});

test.each([
  ['a;"b;c"', ['a', 'b;c'], true],
  ['a;"b', ['a', '"b'], false],
])('the fields of one line: %s', (line, fields, isSound) => {
  expect(fieldsOf(line, ';')).toEqual({ fields, isSound });
});
