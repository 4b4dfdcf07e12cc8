import { expect, test } from 'vitest';
import { type HeaderProblem, headerProblem } from '@/lib/connections/headers.ts';

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
  ['AUTHORIZATION', 'Basic x', [], 'authorization'],
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
