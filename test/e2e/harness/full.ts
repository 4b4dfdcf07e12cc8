import { describe, test } from 'vitest';
import { isFull } from '../../tier.ts';

const nothing = Object.assign(() => {}, { each: () => () => {} });

/** `describe` and `test` for rows that only `npm run test:full` runs. Other rows of the same file always run. */
export const full = isFull
  ? { describe, test }
  : ({ describe: nothing, test: nothing } as never as { describe: typeof describe; test: typeof test });
