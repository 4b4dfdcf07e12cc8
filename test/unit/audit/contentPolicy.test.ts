import { expect, test } from 'vitest';
import { isConnectionAllowed, isScriptAllowed, parsePolicies, type ScriptMarks } from '@/lib/audit/contentPolicy.ts';

const page = new URL('https://shop.example.com/');
const script = 'https://stats.example.net/a.js';

test.each<[policy: string, url: string, allowed: boolean, marks?: ScriptMarks]>([
  ['', script, true],
  ['img-src *', script, true],
  ["default-src 'self'", script, false],
  ["default-src 'self'; script-src *", script, true],
  ["script-src *; script-src-elem 'none'", script, false],
  ["SCRIPT-SRC 'none'; script-src *", script, false],
  ["script-src 'self'", 'https://shop.example.com/a.js', true],
  ["script-src 'self'", 'http://shop.example.com/a.js', false],
  ["script-src 'self'", 'https://www.shop.example.com/a.js', false],
  ['script-src https:', script, true],
  ['script-src http:', script, true],
  ['script-src stats.example.net', script, true],
  ['script-src STATS.example.net', script, true],
  ['script-src stats.example.net', 'http://stats.example.net/a.js', false],
  ['script-src http://stats.example.net', script, true],
  ['script-src https://stats.example.net:8443', script, false],
  ['script-src https://stats.example.net:8443', 'https://stats.example.net:8443/a.js', true],
  ['script-src https://stats.example.net:*', 'https://stats.example.net:8443/a.js', true],
  ['script-src *.example.net', script, true],
  ['script-src *.example.net', 'https://example.net/a.js', false],
  ['script-src *.example.net', 'https://stats.evilexample.net/a.js', false],
  ['script-src https://stats.example.net/js/', 'https://stats.example.net/js/a.js', true],
  ['script-src https://stats.example.net/js/', script, false],
  ['script-src https://stats.example.net/a.js', script, true],
  ['script-src https://stats.example.net/a', script, false],
  ["script-src 'nonce-x1'", script, false],
  ["script-src 'nonce-x1'", script, true, { nonce: 'x1' }],
  ["script-src 'nonce-x1' 'strict-dynamic' https:", script, false],
  ["script-src 'nonce-x1' 'strict-dynamic' https:", script, true, { nonce: 'x1' }],
  ["script-src 'sha256-abc='", script, false],
  ["script-src 'sha256-abc='", script, true, { integrity: 'sha256-abc=' }],
  ["script-src 'strict-dynamic' 'sha384-a+b/c='", script, true, { integrity: 'sha384-a-b_c=' }],
  ["script-src 'sha256-abc='", script, true, { integrity: ' sha256-abc=?x  md5-old= ' }],
  ["script-src 'sha256-abc='", script, false, { integrity: 'sha256-abc= sha512-other=' }],
  ["script-src 'sha256-abc='", script, false, { integrity: 'sha256-ABC=' }],
  ["script-src 'self'", script, false, { integrity: 'nonsense' }],
  ['script-src', script, false],
  ['script-src *, script-src https://cdn.example.org', script, false],
  ['sandbox; script-src *', script, false],
  ['sandbox allow-scripts', script, true],
  ['script-src javascript\u202e:// ::: https://[', script, false],
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
