import { describe, expect, it, test } from 'vitest';
import { inexact, parseJson, phpMessageIn } from '../../../lib/services/json.ts';
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
    // What PHP prints before an answer.
    [
      '<br />\n<b>Deprecated</b>:  A\\B::run(): Implicitly marking parameter $done as nullable is deprecated in <b>/var/www/a.php</b> on line <b>132</b><br />\n{"value":"5.3.2"}',
      { value: '5.3.2' },
    ],
    [
      '\nWarning: foreach() argument must be of type array in /a/b.php on line 7\nNotice: x in /c.php on line 8\n\n[1]',
      [1],
    ],
    ['PHP Warning:  x in Unknown on line 0\n[]', []],
    ['<br />\n<b>Fatal error</b>:  Uncaught Error in <b>/a.php</b> on line <b>1</b><br />\n', undefined],
    ['<b>Warning</b>: x in <b>/a.php</b> on line <b>1</b><br /><!doctype html><p>Log in', undefined],
    ['Warning: the site is closed on line 1', undefined],
    [`${'Warning: x in /a.php on line 1\n'.repeat(101)}[1]`, undefined],
    [`Warning: ${'Warning: '.repeat(100_000)}`, undefined],
  ];
  test.each(titled(rows))('%s', (_title, source, value) => {
    expect(parseJson(source)?.value).toEqual(value);
  });

  test.each<[source: string, message: string | undefined]>([
    [
      '\ufeff<br />\n<b>Deprecated</b>:  A\\B::run() is deprecated in <b>/a.php</b> on line <b>132</b><br />\n<b>Notice</b>: x in y on line 1\n{}',
      'Deprecated:  A\\B::run() is deprecated in /a.php on line 132',
    ],
    ['Warning: x in /a.php on line 7\n[]', 'Warning: x in /a.php on line 7'],
    ['{"value":"Warning: x in /a.php on line 7"}', undefined],
    ['<b>Fatal error</b>: x in <b>/a.php</b> on line <b>1</b>', undefined],
    ['', undefined],
  ])('the message of PHP before %j is %j', (source, message) => {
    expect(phpMessageIn(source)?.trim()).toBe(message);
  });

  it.each(['9007199254740992', '-9007199254740993', '123456789012345678901234567890'])(
    'keeps the digits of %s',
    (id) => {
      expect(inexact(parseJson(id)?.value)).toBe(id);
      expect(inexact(id)).toBeUndefined();
    },
  );
});
