import { describe, expect, it } from 'vitest';
import { siteOfText } from '../../../lib/hosts/parse.ts';
import { sitesOf } from '../../../lib/sites.ts';

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
    ['"example.com"', 'example.com'],
    ['<https://example.com>', 'example.com'],
    ['example.com,', 'example.com'],
    ['example.com:8080/path', 'example.com port'],
    ['example.com:443', 'example.com'],
    ['localhost:3000', 'localhost local port'],
    ['localhost:8/x', 'localhost local port'],
    ['intranet', 'intranet single-label'],
    ['https://a.com,b.com', '! several'],
    ['a.com b://c.d', '! bad-host'],
    [` ${'a'.repeat(5000)}`, '! bad-host'],
    ['example.com/a:b', 'example.com'],
    ['example.com?x=1', 'example.com'],
    ['example.com.', 'example.com'],
    ['//example.com/x', 'example.com'],
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
    ['me@example.com', 'example.com'],
    ['view-source:https://example.com', 'example.com unwrapped'],
    ['münchen.de', 'xn--mnchen-3ya.de idn'],
    ['[::1]:8080', '[::1] local ip port'],
    ['1.2.3.4', '1.2.3.4 ip'],
    ['', '! empty'],
    [' \r\n\t ', '! empty'],
    ['","', '! empty'],
    ['\ufeff', '! empty'],
    ['*.example.com', '! wildcard'],
    ['https://*.example.com/', '! wildcard'],
    ['*', '! wildcard'],
    ['my site.com', '! bad-host'],
    ['example.com:port', '! bad-host'],
    ['example.com..', '! bad-host'],
    ['...', '! bad-host'],
    ['https://', '! bad-host'],
    ['a'.repeat(5000), '! bad-host'],
    ['mailto:me@example.com', '! not-web'],
    ['javascript:alert(1)', '! not-web'],
    ['ftp://example.com', '! not-web'],
    ['file:///a', '! file'],
    ['chrome://settings', '! browser-page'],
    ['a.com, b.com', '! several'],
    ['a.com;b.com', '! several'],
    ['a.com b.com', '! several'],
    ['a.com\nb.com', '! several'],
    ['a.com\r\nb.com\r\n', '! several'],
    ['https://a.com/ https://b.com/', '! several'],
    ['https://a.com/,https://b.com/', '! several'],
    ['a.com\n'.repeat(1000), '! several'],
  ])('%j is %s', (text, expected) => expect(seen(text)).toBe(expected));
});

describe('a pasted list', () => {
  const verdicts = (text: string) =>
    sitesOf(text).map(({ line, site, repeats }) =>
      [line, 'refused' in site ? `! ${site.refused}` : site.host, ...(repeats ? [`= ${repeats}`] : [])].join(' '),
    );

  it.each([
    ['', []],
    ['\n\r\n  \n', []],
    ['a.com', ['1 a.com']],
    ['\ufeffa.com\r\nb.com\r\n\r\nc.com', ['1 a.com', '2 b.com', '4 c.com']],
    ['a.com\rb.com', ['1 a.com', '2 b.com']],
    ['a.com, b.com;c.com d.com', ['1 a.com', '1 b.com', '1 c.com', '1 d.com']],
    ['a.com\nHTTPS://A.com/x\n b.com', ['1 a.com', '2 a.com = 1', '3 b.com']],
    ['a.com\nmy site.com\n*.b.com\nfile:///x', ['1 a.com', '2 ! bad-host', '3 ! wildcard', '4 ! file']],
    ['a.com,a.com', ['1 a.com', '1 a.com = 1']],
    ['https://a.com/x, https://b.com/y', ['1 a.com', '1 b.com']],
  ])('%j gives %j', (text, expected) => expect(verdicts(text)).toEqual(expected));

  it('takes a thousand lines', () => {
    const text = Array.from({ length: 1000 }, (_, index) => `site${index % 900}.com`).join('\r\n');
    const entries = sitesOf(text);
    expect(entries).toHaveLength(1000);
    expect(entries.filter(({ repeats }) => repeats)).toHaveLength(100);
    expect(entries[999]).toMatchObject({ line: 1000, text: 'site99.com', repeats: 100 });
  });
});
