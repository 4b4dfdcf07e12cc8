import { test } from 'vitest';
import { playMany } from './play.ts';

// Half of the sequences; the other half is beside it, for another processor.
test('1,000 sequences with services composed at random', () => playMany(1000, 2), 900_000);
