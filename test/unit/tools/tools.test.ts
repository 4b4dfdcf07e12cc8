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

const broken = file('failed');
test.each([
  ['all passed', [file('passed', 'passed', 'passed')], { passed: 2, failed: 0 }, 0],
  ['one failed', [file('failed', 'passed', 'failed')], { passed: 1, failed: 1 }, 0],
  ['skipped counts as failed', [file('passed', 'passed', 'skipped')], { passed: 1, failed: 1 }, 1],
  ['a file that broke', [broken, file('passed', 'passed')], { passed: 1, failed: 1 }, 1],
  ['a hook that broke after its tests', [file('failed', 'passed')], { passed: 1, failed: 1 }, 1],
] as const)('adding up: %s', (_what, files, count, told) => {
  const said: string[] = [];
  expect(tally({ testResults: [...files] }, (line) => said.push(line))).toEqual(count);
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
  const names = ['e2e/popup/popup', 'unit/storage/popupPreload', 'e2e/addMany/addMany', 'unit/rules'];
  const files = names.map((name) => `test/${name}.test.ts`);
  expect(matching(files, words)).toEqual(found);
});
