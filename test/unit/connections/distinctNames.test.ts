import { expect, test } from 'vitest';
import { distinctNames } from '@/lib/connections/distinctNames.ts';

const at = (id: string, analyticsUrl: string, name?: string) => ({
  id,
  analyticsUrl,
  account: id,
  ...(name ? { name } : {}),
});

test.each<[string, ReturnType<typeof at>[], string[]]>([
  [
    'a name, else the host',
    [at('a', 'https://a.example/sub', 'Client A'), at('b', 'https://b.example:8443/x')],
    ['Client A', 'b.example:8443'],
  ],
  [
    'two of one host',
    [at('a', 'https://a.example'), at('b', 'https://b.example'), at('c', 'https://a.example')],
    ['a.example (1)', 'b.example', 'a.example (2)'],
  ],
  [
    'two of one host, in places of their own',
    [at('a', 'https://a.example/umami'), at('b', 'https://a.example/x/'), at('c', 'https://a.example/x')],
    ['a.example/umami', 'a.example/x (1)', 'a.example/x (2)'],
  ],
  [
    'two of one host, one with a name',
    [at('a', 'https://a.example', 'Test'), at('b', 'https://a.example')],
    ['Test', 'a.example'],
  ],
  [
    'two of one name',
    [at('a', 'https://a.example', 'Client'), at('b', 'https://b.example', 'Client')],
    ['Client (1)', 'Client (2)'],
  ],
])('%s', (_what, list, names) => {
  expect([...distinctNames(list).values()]).toEqual(names);
});
