import { describe, expect, it, test } from 'vitest';
import { inexact, parseJson } from '../../../lib/services/json.ts';
import { titled } from './helpers.ts';

describe('JSON', () => {
  const rows: [source: string, value: unknown][] = [
    ['\ufeff[1]', [1]],
    ['\ufeff\ufeff[1]', [1]],
    ['["a\ufeff"]', ['a\ufeff']],
    // What is no whole number is rounded, as anywhere else.
    ['[0.12345678901234567890]', [Number('0.12345678901234567890')]],
    ['[9007199254740993e1, 9007199254740993E+1]', [Number('9007199254740993e1'), Number('9007199254740993e1')]],
    ['[1e-12345678901234567890]', [0]],
    ['[9007199254740991, -9007199254740991, 0000000000000001]', undefined],
    ['[9007199254740991, -9007199254740991]', [9007199254740991, -9007199254740991]],
    ['{"9007199254740993":"\\"9007199254740993\\\\"}', { '9007199254740993': '"9007199254740993\\' }],
    ['', undefined],
    ['[1', undefined],
  ];
  test.each(titled(rows))('%s', (_title, source, value) => {
    expect(parseJson(source)?.value).toEqual(value);
  });

  it.each(['9007199254740992', '-9007199254740993', '123456789012345678901234567890'])(
    'keeps the digits of %s',
    (id) => {
      expect(inexact(parseJson(id)?.value)).toBe(id);
      expect(inexact(id)).toBeUndefined();
    },
  );
});
