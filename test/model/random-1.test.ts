import { test } from 'vitest';
import { isFull } from '../tier.ts';
import { playMany } from './play.ts';

// Half of the sequences; the other half is beside it, for another processor.
test('sequences with services composed at random', () => playMany(isFull ? 1000 : 500, 1), 900_000);
