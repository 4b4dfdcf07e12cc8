import { describe, expect, it } from 'vitest';
import { siteOfText } from '../../../lib/hosts/parse.ts';

const seen = (text: string): string => {
  const site = siteOfText(text);
  return 'refused' in site ? `! ${site.refused}` : [site.host, ...site.notes].join(' ');
};

describe('one typed domain', () => {
  it.each([
    ['example.com', 'example.com'],
    [' HTTPS://Example.com/x ', 'example.com'],
    ['\ufeffexample.com\r\n', 'example.com'],
    ['\u200bexample.com\u200b', 'example.com'],
    ['<https://example.com>', 'example.com'],
    ['example.com,', 'example.com'],
    ['example.com:8080/path', 'example.com port'],
    ['localhost:3000', 'localhost local port'],
    ['localhost:8/x', 'localhost local port'],
    ['intranet', 'intranet single-label'],
    ['https://a.com,b.com', '! several'],
    ['a.com b://c.d', '! bad-host'],
    [` ${'a'.repeat(5000)}`, '! bad-host'],
    ['example.com/a:b', 'example.com'],
    ['example.com.', 'example.com'],
    ['////example.com/x', 'example.com'],
    ['"<example.com>"', 'example.com'],
    [`https://example.com/${'a'.repeat(4076)}`, 'example.com'],
    [`https://example.com/${'a'.repeat(4077)}`, '! bad-host'],
    ['a.com/x http://b.test', '! several'],
    ['\\\\example.com', 'example.com'],
    ['https:example.com', 'example.com'],
    ['example.com/a,b;c d', 'example.com'],
    ['https://example.com/?u=a,https://b.test/', 'example.com'],
    ['https://web.example.com/save/https://b.test/', 'web.example.com'],
    ['user.name:secret@example.com', 'example.com'],
    ['view-source:https://example.com', 'example.com unwrapped'],
    ['münchen.de', 'xn--mnchen-3ya.de idn'],
    ['[::1]:8080', '[::1] local ip port'],
    ['', '! empty'],
    ['","', '! empty'],
    ['\ufeff', '! empty'],
    ['*.example.com', '! wildcard'],
    ['example.com:port', '! bad-host'],
    ['example.com..', '! bad-host'],
    ['mailto:me@example.com', '! not-web'],
    ['ftp://example.com', '! not-web'],
    ['file:///a', '! file'],
    ['chrome://settings', '! browser-page'],
    ['a.com, b.com', '! several'],
    ['a.com;b.com', '! several'],
    ['a.com\nb.com', '! several'],
    ['https://a.com/ https://b.com/', '! several'],
    ['a.com\n'.repeat(1000), '! several'],
  ])('%j is %s', (text, expected) => expect(seen(text)).toBe(expected));
});
