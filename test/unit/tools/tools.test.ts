import { expect, test } from 'vitest';
import type { LoggedRequest } from '../../sandbox/sandbox.ts';
import { differences } from '../../tools/play.ts';
import { matching, tally } from '../../tools/steps.ts';

const file = (status: string, ...each: string[]) => ({
  name: 'a.test.ts',
  status,
  startTime: 0,
  endTime: 0,
  assertionResults: each.map((result) => ({ status: result, fullName: `a ${result} test` })),
});

test.each([
  { is: 'all passed', files: [file('passed', 'passed', 'passed')], count: { passed: 2, failed: 0 }, told: 0 },
  { is: 'one failed', files: [file('failed', 'passed', 'failed')], count: { passed: 1, failed: 1 }, told: 0 },
  {
    is: 'skipped counts as failed',
    files: [file('passed', 'passed', 'skipped')],
    count: { passed: 1, failed: 1 },
    told: 1,
  },
  {
    is: 'a file that broke',
    files: [file('failed'), file('passed', 'passed')],
    count: { passed: 1, failed: 1 },
    told: 1,
  },
  {
    is: 'a hook that broke after its tests',
    files: [file('failed', 'passed')],
    count: { passed: 1, failed: 1 },
    told: 1,
  },
])('adding up: $is', ({ files, count, told }) => {
  const said: string[] = [];
  expect(tally({ testResults: files }, (line) => said.push(line))).toEqual(count);
  expect(said).toHaveLength(told);
});

const request = (operation: string, fields = {}) => ({ operation, fields }) as LoggedRequest;
const step = {
  name: 'Track',
  act: async () => '',
  shows: 'is registered',
  requests: [['websites.create', { privacy: '1' }]] as [string, Record<string, string>][],
};
const create = request('websites.create', { privacy: '1', domain: 'a.example' });

test.each([
  { is: 'as it should be', shown: 'a.example is registered.', log: [create], differ: 0 },
  { is: 'another sentence', shown: 'Checking', log: [create], differ: 1 },
  { is: 'no request', shown: 'a.example is registered.', log: [], differ: 1 },
  { is: 'a request too many', shown: 'a.example is registered.', log: [create, create], differ: 1 },
  { is: 'another field', shown: 'is registered', log: [request('websites.create', { privacy: '0' })], differ: 1 },
])('a step of the tour: $is', ({ shown, log, differ }) => {
  expect(differences(step, shown, log)).toHaveLength(differ);
});

test.each([
  { words: ['popup'], found: ['test/e2e/popup/popup.test.ts', 'test/unit/storage/popupPreload.test.ts'] },
  { words: ['addmany'], found: ['test/e2e/addMany/addMany.test.ts'] },
  { words: ['addMany', 'popup/'], found: ['test/e2e/popup/popup.test.ts', 'test/e2e/addMany/addMany.test.ts'] },
  { words: ['no such'], found: [] },
])('the tests of one feature: $words', ({ words, found }) => {
  const files = ['e2e/popup/popup', 'unit/storage/popupPreload', 'e2e/addMany/addMany', 'unit/rules'];
  expect(
    matching(
      files.map((name) => `test/${name}.test.ts`),
      words,
    ),
  ).toEqual(found);
});
