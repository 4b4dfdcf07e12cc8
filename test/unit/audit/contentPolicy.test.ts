import { expect, test } from 'vitest';
import { isConnectionAllowed, isScriptAllowed, parsePolicies, type ScriptMarks } from '@/lib/audit/contentPolicy.ts';

const page = new URL('https://shop.example.com/');

test.each<[policy: string, url: string, allowed: boolean, marks?: ScriptMarks]>([
  ['', 'https://stats.example.net/a.js', true],
  ['img-src *', 'https://stats.example.net/a.js', true],
  ["default-src 'self'", 'https://stats.example.net/a.js', false],
  ["default-src 'self'; script-src *", 'https://stats.example.net/a.js', true],
  ["script-src *; script-src-elem 'none'", 'https://stats.example.net/a.js', false],
  ["SCRIPT-SRC 'none'; script-src *", 'https://stats.example.net/a.js', false],
  ["script-src 'self'", 'https://shop.example.com/a.js', true],
  ["script-src 'self'", 'http://shop.example.com/a.js', false],
  ["script-src 'self'", 'https://www.shop.example.com/a.js', false],
  ['script-src https:', 'https://stats.example.net/a.js', true],
  ['script-src http:', 'https://stats.example.net/a.js', true],
  ['script-src stats.example.net', 'https://stats.example.net/a.js', true],
  ['script-src STATS.example.net', 'https://stats.example.net/a.js', true],
  ['script-src stats.example.net', 'http://stats.example.net/a.js', false],
  ['script-src http://stats.example.net', 'https://stats.example.net/a.js', true],
  ['script-src https://stats.example.net:8443', 'https://stats.example.net/a.js', false],
  ['script-src https://stats.example.net:8443', 'https://stats.example.net:8443/a.js', true],
  ['script-src https://stats.example.net:*', 'https://stats.example.net:8443/a.js', true],
  ['script-src *.example.net', 'https://stats.example.net/a.js', true],
  ['script-src *.example.net', 'https://example.net/a.js', false],
  ['script-src *.example.net', 'https://stats.evilexample.net/a.js', false],
  ['script-src https://stats.example.net/js/', 'https://stats.example.net/js/a.js', true],
  ['script-src https://stats.example.net/js/', 'https://stats.example.net/a.js', false],
  ['script-src https://stats.example.net/a.js', 'https://stats.example.net/a.js', true],
  ['script-src https://stats.example.net/a', 'https://stats.example.net/a.js', false],
  ["script-src 'nonce-x1'", 'https://stats.example.net/a.js', false],
  ["script-src 'nonce-x1'", 'https://stats.example.net/a.js', true, { nonce: 'x1' }],
  ["script-src 'nonce-x1' 'strict-dynamic' https:", 'https://stats.example.net/a.js', false],
  ["script-src 'nonce-x1' 'strict-dynamic' https:", 'https://stats.example.net/a.js', true, { nonce: 'x1' }],
  ["script-src 'sha256-abc='", 'https://stats.example.net/a.js', false],
  ["script-src 'sha256-abc='", 'https://stats.example.net/a.js', true, { integrity: 'sha256-abc=' }],
  [
    "script-src 'strict-dynamic' 'sha384-a+b/c='",
    'https://stats.example.net/a.js',
    true,
    { integrity: 'sha384-a-b_c=' },
  ],
  ["script-src 'sha256-abc='", 'https://stats.example.net/a.js', true, { integrity: ' sha256-abc=?x  md5-old= ' }],
  ["script-src 'sha256-abc='", 'https://stats.example.net/a.js', false, { integrity: 'sha256-abc= sha512-other=' }],
  ["script-src 'sha256-abc='", 'https://stats.example.net/a.js', false, { integrity: 'sha256-ABC=' }],
  ["script-src 'self'", 'https://stats.example.net/a.js', false, { integrity: 'nonsense' }],
  ['script-src', 'https://stats.example.net/a.js', false],
  ['script-src *, script-src https://cdn.example.org', 'https://stats.example.net/a.js', false],
  ['sandbox; script-src *', 'https://stats.example.net/a.js', false],
  ['sandbox allow-scripts', 'https://stats.example.net/a.js', true],
  ['script-src javascript\u202e:// ::: https://[', 'https://stats.example.net/a.js', false],
])('%s: %s %s', (policy, url, allowed, marks = {}) => {
  expect(isScriptAllowed(parsePolicies([policy]), new URL(url), page, marks)).toBe(allowed);
});

test.each<[string, boolean]>([
  ['script-src *', true],
  ["connect-src 'self'", false],
  ["default-src 'none'; connect-src https://stats.example.net", true],
  ["default-src 'none'", false],
  ['connect-src https://stats.example.net/api/event', true],
  ['connect-src stats.example.net/', true],
  ['connect-src https://numbers.example.net/api/event', false],
])('hits to the service with %s: %s', (policy, allowed) => {
  expect(isConnectionAllowed(parsePolicies([policy]), new URL('https://stats.example.net/'), page)).toBe(allowed);
});
