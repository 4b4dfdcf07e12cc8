import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListOutput } from '@/lib/services/index.ts';
import { toCsv } from '@/lib/util/csv.ts';
import { exportName, exportText } from '@/lib/websites/export.ts';
import { walk } from '@/lib/websites/readAllPages.ts';

describe('CSV', () => {
  test.each([
    ['plain', 'plain'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@sum', `"'@sum"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    [-5, '-5'],
    [undefined, ''],
  ])('%j is written %s', (value, text) => {
    expect(toCsv(['h'], [[value]])).toBe(`\ufeffh\r\n${text}\r\n`);
  });

  test('no text begins a formula, and none breaks out of its cell', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', 'a', "'") }),
        (text) => {
          const written = toCsv(['h'], [[text]]).slice(4, -2);
          const inner = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
          expect(inner).not.toMatch(/^[=+\-@\t\r\n]/);
          expect([text, `'${text}`]).toContain(inner);
          if (!written.startsWith('"')) expect(written).not.toMatch(/[",\r\n]/);
        },
      ),
    );
  });
});

describe('files', () => {
  test('websites: what is not reported is empty', () => {
    const records = [
      { id: '1', domain: 'a.example', privacy: 2 as const, has_password: true, exclude_ips: ['10.0.0.1', '::1'] },
      { id: '2', domain: 'b.example', privacy_raw: '3' },
    ];
    expect(exportText('websites', 'csv', records).split('\r\n').slice(1, 3)).toEqual([
      'a.example,password,yes,,,,"10.0.0.1\n::1",,,1',
      'b.example,3,,,,,,,,2',
    ]);
    expect(JSON.parse(exportText('websites', 'json', records))).toEqual(records);
  });

  test('projects', () => {
    const text = exportText('projects', 'csv', [{ project: 'a.example', reports: 3, result: 87.5 }]);
    expect(text).toBe('\ufeffproject,reports,result,created_at\r\na.example,3,87.5,\r\n');
    expect(exportName('projects', 'csv', new Date(2026, 10, 21, 23, 59))).toBe('waymark-projects-2026-11-21.csv');
  });
});

describe('reading a whole list', () => {
  type Page = ListOutput<number>;
  const busy = { ok: false as const, problem: { kind: 'busy' as const, retryAfter: 7 } };
  const run = async (answers: (Page | typeof busy | { ok: false; problem: { kind: 'server' } })[]) => {
    const asked: (string | undefined)[] = [];
    const waited: number[] = [];
    const read: number[] = [];
    const ended = await walk<number>({
      list: async (cursor) => {
        asked.push(cursor);
        const answer = answers.shift();
        if (!answer) throw new Error('Asked once too often.');
        return 'ok' in answer ? answer : { ok: true, value: answer };
      },
      wait: async (seconds) => void waited.push(seconds),
      signal: new AbortController().signal,
      onPage: (items) => read.push(...items),
    });
    return { ended, asked, waited, read };
  };

  test.each([
    ['one page', [{ items: [1], more: false }], true, [1]],
    [
      'three pages',
      [
        { items: [1], more: true, next: 'b' },
        { items: [2], more: true, next: 'c' },
        { items: [3], more: false },
      ],
      true,
      [1, 2, 3],
    ],
    ['a full page and no way on', [{ items: [1], more: true }], false, [1]],
    [
      'a page that comes again',
      [
        { items: [1], more: true, next: 'b' },
        { items: [1], more: true, next: 'c' },
      ],
      false,
      [1],
    ],
    [
      'an empty page with a next one',
      [
        { items: [1], more: true, next: 'b' },
        { items: [], more: true, next: 'c' },
      ],
      false,
      [1],
    ],
    ['nothing at all', [{ items: [], more: false }], true, []],
  ])('%s', async (_what, pages, complete, expected) => {
    const { ended, read } = await run(pages as Page[]);
    expect(ended).toEqual({ ok: true, complete });
    expect(read).toEqual(expected);
  });

  test('waits as long as the service asks, then asks for the same page', async () => {
    const { asked, waited, read } = await run([
      { items: [1], more: true, next: 'b' },
      busy,
      { items: [2], more: false },
    ]);
    expect(asked).toEqual([undefined, 'b', 'b']);
    expect(waited).toEqual([7]);
    expect(read).toEqual([1, 2]);
  });

  test('a failure ends it', async () => {
    const { ended } = await run([
      { items: [1], more: true, next: 'b' },
      { ok: false, problem: { kind: 'server' } },
    ]);
    expect(ended).toEqual({ ok: false, problem: { kind: 'server' } });
  });
});
