import { describe, expect, it } from 'vitest';
import { toUnicode } from '../../../lib/hosts/punycode.ts';

const ascii = (name: string) => new URL(`http://${name}`).hostname;

describe('toUnicode', () => {
  it.each([
    'münchen.de',
    'straße.de',
    'кто.com',
    'ухо.рф',
    'ελληνικά.gr',
    '食狮.公司.cn',
    '日本語.jp',
    'ドメイン名例.jp',
    'abc日本.jp',
    '한국.kr',
    'ไทย.th',
    'भारत.in',
    'اختبار.com',
    'אבג.com',
  ])('reads %s', (name) => expect(toUnicode(ascii(name))).toBe(name));

  it.each([
    ['Cyrillic а among Latin', ascii('аpple.com')],
    ['Greek ο among Latin', ascii('gοοgle.com')],
    ['Cyrillic that all looks Latin', ascii('аррӏе.com')],
    ['Greek that all looks Latin', ascii('κατα.com')],
    ['an honest label beside a disguised one', ascii('münchen.аррӏе.com')],
    ['Thai among Cyrillic', ascii('приไทย.com')],
    ['an emoji', ascii('💩.la')],
    ['a middle dot', ascii('l·l.cat')],
    ['no punycode', 'xn--a.com'],
    ['nothing after the prefix', 'xn--.com'],
    ['a number too large', 'xn--99999999999999999999999.com'],
    ['ASCII in disguise', 'xn--example-.com'],
    ['capitals, which no parser gives', 'XN--MNCHEN-3YA.de'],
    ['a foreign character', 'xn--mnchen-3ya\u00e9.de'],
    ['a label without an end', `xn--${'a'.repeat(100_000)}`],
    ['no international name', 'example.com'],
    ['an IPv6 address', '[::1]'],
    ['nothing', ''],
  ])('keeps a host with %s', (_what, host) => expect(toUnicode(host)).toBe(host));
});
