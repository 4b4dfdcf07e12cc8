import { test } from 'vitest';
import { playMany } from './play.ts';

const pairs = [
  ['umami', 'matomo'],
  ['matomo', 'umami'],
] as const;

test.each(pairs)(
  '150 sequences with %s beside %s',
  (one, two) => playMany(150, 7, undefined, [{ kind: one }, { kind: two }]),
  900_000,
);
