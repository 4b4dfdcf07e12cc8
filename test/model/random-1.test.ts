import { test } from 'vitest';
import { isFull } from '../tier.ts';
import { playMany } from './play.ts';

// Half of the sequences. The other half is in another file, for another processor.
test('sequences with services composed at random', () => playMany(isFull ? 1000 : 500, 1), 900_000);
