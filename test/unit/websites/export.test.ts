import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCsv } from '@/lib/util/csv.ts';
import { exportName, exportText } from '@/lib/websites/export.ts';
import { forAny } from '../util/forAny.ts';

describe('CSV', () => {
  test.each([
    ['plain', 'plain'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@sum', `"'@sum"`],
    ['＝1+1', `"'＝1+1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠sum', `"'＠sum"`],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['\nx', `"'\nx"`],
    ['Shop;=1+1;x', `"Shop;'=1+1;x"`],
    ['x;"=1', `"x;""'=1"`],
    ['a\n-1', `"a\n'-1"`],
    ['a-1=2', 'a-1=2'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    [-5, '-5'],
    [undefined, ''],
  ])('%j is written %s', (value, text) => {
    expect(toCsv(['h'], [[value]])).toBe(`\ufeffh\r\n${text}\r\n`);
  });

  test('many quotes take no time', () => {
    const quotes = '"'.repeat(200_000);
    expect(toCsv(['h'], [[quotes]])).toHaveLength(2 * quotes.length + 8);
  });

  const unit = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', 'a', "'");
  test('no text begins a formula, and none breaks out of its cell', () =>
    forAny([fc.string({ unit })], (text) => {
      const written = toCsv(['h'], [[text]]).slice(4, -2);
      const inner = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      // Also where Excel separates cells by semicolons, so that quotes within a line are none.
      const begin = /^[\t\r\n]|(?:^|[;\r\n]"*)[=+\-@]/;
      expect(inner).not.toMatch(begin);
      if (!begin.test(text)) expect(inner).toBe(text);
      expect(inner.replaceAll("'", '')).toBe(text.replaceAll("'", ''));
      if (!written.startsWith('"')) expect(written).not.toMatch(/[",\r\n]/);
    }));
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

  test('what few services have is there where a record has it', () => {
    const records = [
      { id: '1', domain: 'a.example', hosts: ['a.example', 'b.example'], connection: 'Client' },
      { id: '2', domain: 'c.example', name: 'Shop', share_url: null },
    ];
    const lines = exportText('websites', 'csv', records).split('\r\n');
    expect(lines[0]).toMatch(/,id,connection,name,hosts$/);
    expect(lines.slice(1, 3)).toEqual([
      'a.example,,,,,,,,,1,Client,,"a.example\nb.example"',
      'c.example,,,,,,,,,2,,Shop,',
    ]);
  });

  test('visits have columns where they are known of any', () => {
    const records = [
      { id: '1', domain: 'a.example', last_visit: 'never', visits_7_days: 0 },
      { id: '2', domain: 'c.example' },
    ];
    const lines = exportText('websites', 'csv', records).split('\r\n');
    expect(lines[0]).toMatch(/,id,last_visit,visits_7_days$/);
    expect(lines.slice(1, 3)).toEqual(['a.example,,,,,,,,,1,never,0', 'c.example,,,,,,,,,2,,']);
  });

  test('a record that may be gone says since when', () => {
    const not_listed_since = '2026-11-21T10:00:00.000Z';
    const gone = exportText('projects', 'csv', [{ project: 'a.example', not_listed_since }, { project: 'b.example' }]);
    expect(gone.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffproject,reports,result,created_at,not_listed_since',
      `a.example,,,,${not_listed_since}`,
      'b.example,,,,',
    ]);
  });

  test('projects', () => {
    const text = exportText('projects', 'csv', [{ project: 'a.example', reports: 3, result: 87.5 }]);
    expect(text).toBe('\ufeffproject,reports,result,created_at\r\na.example,3,87.5,\r\n');
    expect(exportName('projects', 'csv', new Date(2026, 10, 21, 23, 59))).toBe('waymark-projects-2026-11-21.csv');
  });
});
