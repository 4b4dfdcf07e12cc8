import { expect, test } from 'vitest';
import { hostPart, toCount, toFlag, toNumber, toStringList, toText } from '../../../lib/services/coerce.ts';
import { titled } from './helpers.ts';

const read = { text: toText, number: toNumber, count: toCount, flag: toFlag, lines: toStringList, host: hostPart };
const full = 'x'.repeat(1000);

const rows: [as: keyof typeof read, value: unknown, seen: unknown][] = [
  ['text', `${'x'.repeat(999)}😀`, `${'x'.repeat(999)}\ufffd`],
  // Only so much is looked at for the first letter that is seen.
  ['text', `${'\u200b'.repeat(1999)}x`, 'x'],
  ['text', `${'\u200b'.repeat(2000)}x`, undefined],
  ['number', '-12.75', -12.75],
  ['number', 'x1', undefined],
  ['number', '1x', undefined],
  ['number', '1.', undefined],
  ['count', '0', 0],
  ['count', -1, undefined],
  ['count', '9007199254740993', undefined],
  ['count', null, undefined],
  ['flag', 'true', 1],
  ['flag', 'false', 0],
  ['flag', 'valueOf', undefined],
  ['flag', null, undefined],
  ['lines', 'a\rb\nc\r\nd', ['a', 'b', 'c', 'd']],
  ['lines', ['a', ' ', ''], ['a']],
  ['lines', ['a', null], undefined],
  ['lines', ['a', 1], ['a', '1']],
  ['lines', [full], [full]],
  ['lines', Array(1000).fill('a'), Array(1000).fill('a')],
  ['host', 'HTTPS://A.example/', 'a.example'],
  ['host', 'HTTPS://A.example/x', 'HTTPS://A.example/x'],
  ['host', 'https://user@a.example', 'https://user@a.example'],
  ['host', 'h2://a.example', 'a.example'],
  ['host', 'see https://a.example', 'see https://a.example'],
  ['host', 'a.example:81/x', 'a.example:81/x'],
  ['host', '2https://a.example', '2https://a.example'],
];
test.each(titled(rows))('%s', (_title, as, value, seen) => {
  expect(read[as](value)).toEqual(seen);
});
