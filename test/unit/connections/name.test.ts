import { expect, test } from 'vitest';
import { nameOf } from '@/lib/connections/name.ts';

test.each([
  ['Client A', 'https://stats.example', 'Client A'],
  [undefined, 'https://stats.example:8443/sub', 'stats.example:8443'],
  ['  ', 'https://stats.example', 'stats.example'],
  [undefined, 'no address', 'no address'],
])('%j at %s is called %s', (name, analyticsUrl, called) =>
  expect(nameOf({ analyticsUrl, ...(name === undefined ? {} : { name }) })).toBe(called),
);
