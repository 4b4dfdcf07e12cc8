import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { broken } from '../../tools/glue/fault.ts';
import { pageFaults } from '../../tools/glue/pages.ts';
import { roomFaults } from '../../tools/glue/rooms.ts';
import { workerFaults } from '../../tools/glue/worker.ts';

// Where one of these fails, the code has moved on: point the fault at it anew, in test/tools/glue.
describe('a fault for npm run mutation -- glue still has its place', () => {
  test.each([...workerFaults, ...pageFaults, ...roomFaults])('$breaks', (fault) => {
    const text = readFileSync(fault.file, 'utf8');
    expect(broken(text, fault)).not.toBe(text);
    expect(fault.tests.split(' ').filter((path) => !existsSync(path))).toEqual([]);
  });
});

const fault = { breaks: 'it', file: 'a.ts', find: 'if (a)', put: 'if ($&)', tests: 'test' };

test.each([
  ['once', 'if (a) go();', 'if ($&) go();'],
  ['never', 'go();', undefined],
  ['twice', 'if (a) if (a) go();', undefined],
])('a text that has it %s', (_times, text, after) => {
  if (after === undefined) expect(() => broken(text, fault)).toThrow('a.ts has this');
  else expect(broken(text, fault)).toBe(after);
});
