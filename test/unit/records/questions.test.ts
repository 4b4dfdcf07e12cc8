import { expect, test } from 'vitest';
import { type Question, questions } from '@/lib/records/questions.ts';

type Asked = ReturnType<typeof questions>;

test.each<[string, between: (asked: Asked, later: Question) => unknown, outdated: boolean]>([
  ['nothing', () => {}, false],
  ['a later question', () => {}, false],
  ['one that was asked whether it is out of date', (_asked, later) => later.isOutdated('1'), false],
  ['a later answer of it', (_asked, later) => later.note('1'), true],
  ['a later answer of another', (_asked, later) => later.note('2'), false],
  ['a write', (asked) => asked.noteWrite('a', '1'), true],
  ['a write of another', (asked) => asked.noteWrite('a', '2'), false],
  ['a write in another account', (asked) => asked.noteWrite('b', '1'), false],
  ['all forgotten', (asked) => asked.noteWrite('a'), true],
])('what an answer says of a record, after %s', (_what, between, outdated) => {
  const asked = questions();
  const question = asked.ask('a');
  between(asked, asked.ask('a'));
  // To look does not change it.
  expect([1, 2].map(() => question.isOutdated('1'))).toEqual([outdated, outdated]);
});

test.each<[string, between: (asked: Asked, later: Question) => unknown, latest: boolean]>([
  ['nothing', () => {}, true],
  ['a later answer', (_asked, later) => later.note('7'), false],
  ['a write', (asked) => asked.noteWrite('a', '7'), false],
  ['a write in another account', (asked) => asked.noteWrite('b', '7'), true],
])('an answer can be the whole list, after %s', (_what, between, latest) => {
  const asked = questions();
  asked.ask('a').note('7');
  const question = asked.ask('a');
  between(asked, asked.ask('a'));
  expect(question.isLatest()).toBe(latest);
});

test('of a record with two domains, a write of its id is newer than either', () => {
  const asked = questions();
  const question = asked.ask('a');
  asked.noteWrite('a', '1');
  expect(question.isOutdated('1\nb.example')).toBe(true);
});
