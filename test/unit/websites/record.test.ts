import { expect, test } from 'vitest';
import type { Website } from '@/lib/services/index.ts';
import { afterCreate } from '@/lib/websites/record.ts';

const answer: Website = { id: '1', domain: 'new.example' };

test.each([
  ['was sent and is not reported', { privacy: 2 }, {}, { privacy: 2 }],
  ['is reported as another', { privacy: 2 }, { privacy: 1 }, { privacy: 1 }],
  ['was not sent', {}, {}, {}],
] as const)('the privacy of a new record: it %s', (_, sent, reported, expected) => {
  expect(afterCreate(sent, { ...answer, ...reported })).toEqual({ ...answer, ...expected });
});
