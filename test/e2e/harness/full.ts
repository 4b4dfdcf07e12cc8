import { describe, test } from 'vitest';
import { isFull } from '../../tier.ts';

const nothing = Object.assign(() => {}, { each: () => () => {} });

/** Rows that only `npm run test:full` plays, beside others of their file. */
export const full = isFull
  ? { describe, test }
  : ({ describe: nothing, test: nothing } as never as { describe: typeof describe; test: typeof test });
