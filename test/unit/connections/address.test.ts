import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originOf, parseAddress, permissionPattern } from '../../../lib/connections/address.ts';
import { anySign } from '../util/anySign.ts';
import { forAny, forMany } from '../util/forAny.ts';
import { webUrl } from '../util/webUrl.ts';

/** What is stored (`=` where that is what was typed), or `!` and the reason. */
const seen = (text: string): string => {
  const address = parseAddress(text);
  if ('refused' in address) return `! ${address.refused}`;
  return address.corrected ? address.url : `= ${address.url}`;
};

const hex = '9f86d081884c7d659a2feaa0c55ad015';
const groups: Record<string, [string, string][]> = {
  'nothing to mend': [
    ['https://stats.example.com', '= https://stats.example.com'],
    ['https://example.com:8443/stats', '= https://example.com:8443/stats'],
    ['https://example.com/a/b', '= https://example.com/a/b'],
    ['https://example.com/@me/~x', '= https://example.com/@me/~x'],
    ['https://[2001:db8::1]:8443', '= https://[2001:db8::1]:8443'],
    ['https://my_host.example.com', '= https://my_host.example.com'],
  ],
  'slashes at the end': [
    ['https://example.com/', 'https://example.com'],
    ['https://example.com//stats///x//', 'https://example.com/stats/x'],
  ],
  "the interface's own path, query, fragment": [
    ['https://example.com/api/v1', 'https://example.com'],
    ['https://example.com/stats/api/v1/projects/a', 'https://example.com/stats'],
    ['https://example.com//api//v1//', 'https://example.com'],
    ['https://example.com/api', '= https://example.com/api'],
    ['https://example.com/api/v10', '= https://example.com/api/v10'],
    ['https://example.com/myapi/v1', '= https://example.com/myapi/v1'],
    ['https://example.com/?api_key=x', 'https://example.com'],
    ['https://example.com?u=https://a@b', 'https://example.com'],
  ],
  'dots, semicolons, backslashes': [
    ['https://example.com/a/../b', 'https://example.com/b'],
    ['https:\\\\example.com\\stats', 'https://example.com/stats'],
    ['https://example.com/..;/admin', '! bad-path'],
    ['https://example.com/a;b', '! bad-path'],
    ['https://example.com/%252e%252e/a', '! bad-path'],
    ['https://example.com/a%5cb', '! bad-path'],
    ['https://example.com/%00', '! bad-path'],
    ["https://example.com/'/x", '! bad-path'],
    ['https://example.com/%22onload=', '! bad-path'],
    ['https://example.com/%zz', '! bad-path'],
    ['https://example.com/%ff', '! bad-path'],
  ],
  'the scheme': [
    ['example.com', 'https://example.com'],
    ['example.com:8443/stats', 'https://example.com:8443/stats'],
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:4620/stats', 'http://127.0.0.1:4620/stats'],
    ['//LOCALHOST:3000', 'http://localhost:3000'],
    ['[::1]:3000', 'http://localhost:3000'],
    ['localhost/stats', 'https://localhost/stats'],
    ['https://localhost:8080', '= https://localhost:8080'],
    ['https:example.com', 'https://example.com'],
    ['ftp://example.com', '! not-web'],
    ['javascript:alert(1)', '! not-web'],
    ['data:text/html,x', '! not-web'],
  ],
  'white space and wrapping': [
    ['  https://example.com\n', 'https://example.com'],
    ['\ufeffhttps://example.com\u200b', 'https://example.com'],
    ['"https://example.com"', 'https://example.com'],
    ['<https://example.com/>', 'https://example.com'],
    ['https://my host.com', '! bad-host'],
    ['https://a.com\nhttps://b.com', '! bad-host'],
    ['', '! empty'],
    [' \r\n', '! empty'],
    ['https://', '! empty'],
    ['//', '! empty'],
  ],
  'plain http only to this computer': [
    ['http://localhost', '= http://localhost'],
    ['http://app.localhost', '! insecure'],
    ['http://127.0.0.1:3000', '= http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://localhost:3000'],
    ['http://LOCALHOST./', 'http://localhost'],
    ['http://0.0.0.0', '! insecure'],
    ['http://localhost.example.com', '! insecure'],
    ['http://127.0.0.1.example.com', '! insecure'],
  ],
  'user-info': [
    ['https://user:password@example.com', '! user-info'],
    ['https://@example.com', '! user-info'],
    ['user:password@example.com', '! user-info'],
    ['me@example.com', '! user-info'],
    ['https:\\\\user:password@example.com', '! user-info'],
    ['https://example.com\\@other.com', 'https://example.com/@other.com'],
  ],
  'the host': [
    ['https://example.com.:8443/', 'https://example.com:8443'],
    ['https://münchen.de', 'https://xn--mnchen-3ya.de'],
    ['https://example.com..', '! bad-host'],
    ['https://xn--a.com', '! bad-host'],
    ['https://a,b.com', '! bad-host'],
    ['https://example.com:x', '! bad-host'],
    [`https://${'a'.repeat(64)}.com`, '! bad-host'],
    [`https://example.com/${'a'.repeat(2048)}`, '! bad-host'],
    [`https://example.com/${'é'.repeat(500)}`, '! bad-host'],
  ],
  'extensions and their stores': [
    ['chrome-extension://abcdef/options.html', '! extension'],
    ['moz-extension://0f0e/options.html', '! extension'],
    ['https://addons.mozilla.org/firefox/addon/x', '! extension'],
    ['https://chromewebstore.google.com/detail/x', '! extension'],
    ['https://chrome.google.com/webstore/detail/x', '! extension'],
    ['https://microsoftedge.microsoft.com/addons/detail/x', '! extension'],
    ['https://addons.mozilla.org.example.com', '= https://addons.mozilla.org.example.com'],
    ['https://chrome.google.com/webstores', '= https://chrome.google.com/webstores'],
  ],
  'a key in the wrong field': [
    [hex, '! looks-like-key'],
    [`http://${hex}/`, '! looks-like-key'],
    ['1a2B3c4D5e6F7g8H', '! looks-like-key'],
    ['aGVsbG8/d29ybGQ+Zm9v==', '! looks-like-key'],
    ['123|abcdefghijklmnopqrst', '! looks-like-key'],
    ['wm_live_abcdefghijkl', '! looks-like-key'],
    ['6f1c2a34-7b8d-4e5f-9a0b-1c2d3e4f5a6b', '! looks-like-key'],
    ['AB.1x2Y3z4W5v6U7t8S.9r0Q1p2O3n4M-5', '! looks-like-key'],
    ['eyJhbGciOiJub25lIn0.eyJhIjoxfQ.x', '! looks-like-key'],
    ['abcdefghijklmnopqrstuvwxyzabcdefghijkl', '! looks-like-key'],
    [`Bearer ${hex}`, '! looks-like-key'],
    [`Authorization: Bearer ${hex}`, '! looks-like-key'],
    ['••••••••', '! looks-like-key'],
    ['********', '! looks-like-key'],
    ['analytics-production-01', 'https://analytics-production-01'],
    ['intranet/some_path/of_mine', 'https://intranet/some_path/of_mine'],
    ['MyServerForStats:8443', 'https://myserverforstats:8443'],
    ['u2f9k2d8s7x6w5q4.example.com', 'https://u2f9k2d8s7x6w5q4.example.com'],
  ],
};

describe.each(Object.entries(groups))('%s', (_name, rows) => {
  it.each(rows)('%j is %s', (text, expected) => expect(seen(text)).toBe(expected));
});

it.each([
  ['https://example.com', 'https://example.com/*', 'https://example.com'],
  ['https://example.com:8443/stats', 'https://example.com/*', 'https://example.com:8443'],
  ['http://localhost:8080', 'http://localhost/*', 'http://localhost:8080'],
  ['http://[::1]:3000', 'http://[::1]/*', 'http://[::1]:3000'],
])('%s needs %s and binds its key to %s', (url, pattern, origin) => {
  expect(permissionPattern(url)).toBe(pattern);
  expect(originOf(url)).toBe(origin);
});

describe('any text', () => {
  const pieces =
    'https:// http:// https: // / \\ .. ..; ; ? # @ : :8080 %2e %2f %5c %25 api v1 /api/v1 example.com localhost 127.0.0.1 [::1] xn-- é . Bearer • 9f8 A1b2'.split(
      ' ',
    );
  const text = fc.oneof(
    fc.string({ unit: anySign, maxLength: 60 }),
    fc.array(fc.constantFrom(...pieces, ' ', '\n'), { maxLength: 14 }).map((parts) => parts.join('')),
    webUrl,
    webUrl.map((url) => url.replace(/^https?:/, 'https:')),
  );

  it('is an address that comes back unchanged, or refused', () =>
    forMany(2000, [text], (input) => {
      const address = parseAddress(input);
      if ('refused' in address) return;
      expect(parseAddress(address.url)).toEqual({ url: address.url, corrected: false });
      const { protocol, hostname, pathname, username, password, search, hash } = new URL(address.url);
      expect([username, password, search, hash]).toEqual(['', '', '', '']);
      expect(`${pathname}/`).not.toMatch(/\.\.|;|\\|\/\/\/|\/api\/v1\//);
      if (protocol !== 'https:') expect(hostname).toMatch(/^localhost$|^127\.0\.0\.1$/);
    }));

  it('with user-info is refused', async () => {
    const scheme = fc.constantFrom('https://', 'http://', '//', '');
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    await forAny([scheme, label, label, fc.domain()], (before, user, word, host) => {
      expect(parseAddress(`${before}${user}:${word}@${host}/`)).toEqual({ refused: 'user-info' });
    });
  });

  it('that is a random key is refused', () =>
    forAny([fc.stringMatching(/^[0-9a-f]{40}$/)], (key) => {
      expect(parseAddress(key)).toEqual({ refused: 'looks-like-key' });
    }));
});
