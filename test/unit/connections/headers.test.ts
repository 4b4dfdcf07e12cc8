import { expect, test } from 'vitest';
import { type HeaderProblem, headerProblem, headerValue } from '@/lib/connections/headers.ts';

const ten = Array.from({ length: 10 }, (_, index) => `X-${index}`);

test.each<[string, string, string[], HeaderProblem | undefined]>([
  ['CF-Access-Client-Id', 'made-up.access', [], undefined],
  [' X-Proxy-Secret ', ' made up ', ['X-Other'], undefined],
  ['User-Agent', 'x', [], undefined],
  ['', 'x', [], 'name-empty'],
  ['X Secret', 'x', [], 'name'],
  ['X-Secret:', 'x', [], 'name'],
  ['Größe', 'x', [], 'name'],
  ['x'.repeat(101), 'x', [], 'name'],
  ['__proto__', 'x', [], undefined],
  ['Host', 'x', [], 'browser'],
  ['Proxy-Authorization', 'x', [], 'browser'],
  ['Sec-Fetch-Site', 'x', [], 'browser'],
  ['X-HTTP-Method-Override', 'DELETE', [], 'browser'],
  ['AUTHORIZATION', 'Basic x', [], undefined],
  ['Authorization', 'anna:schön', [], undefined],
  ['Authorization', '', [], 'value-empty'],
  ['Cookie', 'a=b', [], 'cookie'],
  ['Accept', '*/*', [], 'own'],
  ['content-type', 'x', [], 'own'],
  ['X-Secret', 'x', ['x-secret'], 'double'],
  ['X-Secret', 'x', ten, 'many'],
  ['X-Secret', ' ', [], 'value-empty'],
  ['X-Secret', 'a\r\nX-Other: b', [], 'value'],
  ['X-Secret', 'schön', [], 'value'],
  ['X-Secret', 'x'.repeat(4097), [], 'value'],
])('%j: %j beside %j: %s', (name, value, others, problem) => expect(headerProblem(name, value, others)).toBe(problem));

test.each<[string, basic: boolean, HeaderProblem | undefined]>([
  ['Authorization', false, 'authorization'],
  [' AUTHORIZATION ', false, 'authorization'],
  ['Authorization', true, undefined],
  ['X-Proxy', false, undefined],
])('%j where the key leaves Authorization free (%s): %s', (name, basic, problem) =>
  expect(headerProblem(name, 'anna:made up', [], basic)).toBe(problem),
);

test.each([
  ['X-Proxy', ' a:b ', 'a:b'],
  ['authorization', ' anna:made up ', `Basic ${btoa('anna:made up')}`],
  ['Authorization', 'anna:schön', `Basic ${Buffer.from('anna:schön').toString('base64')}`],
  ['Authorization', 'Basic anna:made up', `Basic ${btoa('anna:made up')}`],
  ['Authorization', `basic ${btoa('a:b')}`, `basic ${btoa('a:b')}`],
  ['Authorization', 'Digest username="a", uri="/:"', 'Digest username="a", uri="/:"'],
  ['Authorization', 'Bearer made-up', 'Bearer made-up'],
])('%s: %j is sent as %j', (name, typed, sent) => expect(headerValue(name, typed)).toBe(sent));
