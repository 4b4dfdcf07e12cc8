import { expect, test } from 'vitest';
import { distinctNames } from '@/lib/connections/distinctNames.ts';

const at = (id: string, url: string, name?: string) => ({ id, analyticsUrl: url, account: id, ...(name && { name }) });

const [a, b] = ['https://a.example', 'https://b.example'];

test.each<[string, ReturnType<typeof at>[], string[]]>([
  ['a name, else the host', [at('a', a, 'Client A'), at('b', `${b}:8443/x`)], ['Client A', 'b.example:8443']],
  ['two of one host', [at('a', a), at('b', b), at('c', a)], ['a.example (1)', 'b.example', 'a.example (2)']],
  [
    'two of one host, in places of their own',
    [at('a', `${a}/umami`), at('b', `${a}/x/`), at('c', `${a}/x`)],
    ['a.example/umami', 'a.example/x (1)', 'a.example/x (2)'],
  ],
  ['two of one host, one with a name', [at('a', a, 'Test'), at('b', a)], ['Test', 'a.example']],
  ['two of one name', [at('a', a, 'Client'), at('b', b, 'Client')], ['Client (1)', 'Client (2)']],
])('%s', (_what, list, names) => {
  expect([...distinctNames(list).values()]).toEqual(names);
});
