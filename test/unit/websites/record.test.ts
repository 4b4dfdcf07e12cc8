import { expect, test } from 'vitest';
import type { Website } from '@/lib/services/index.ts';
import { afterCreate, afterUpdate } from '@/lib/websites/record.ts';

const answer: Website = { id: '1', domain: 'new.example' };

test.each([
  ['was sent and is not reported', { privacy: 2 }, {}, { privacy: 2 }],
  ['is reported as another', { privacy: 2 }, { privacy: 1 }, { privacy: 1 }],
  ['was not sent', {}, {}, {}],
] as const)('the privacy of a new record: it %s', (_, sent, reported, expected) => {
  expect(afterCreate(sent, { ...answer, ...reported })).toEqual({ ...answer, ...expected });
});

test.each([
  ['reported', { ...answer, privacy: 1 as const }],
  ['not reported', undefined],
])('a new privacy that is %s replaces one that Waymark does not know', (_, reported) => {
  const before: Website = { ...answer, privacy_raw: '3' };
  expect(afterUpdate(before, { privacy: 1 }, reported)).toEqual({ ...answer, privacy: 1 });
});
