import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

const slow = { testTimeout: 60_000, hookTimeout: 120_000 };

/** What takes longest begins first, so that nothing is waited for alone at the end: seconds when last measured. */
const seconds: Record<string, number> = {
  'addMany/survives': 137,
  'accessibility/languages': 115,
  'addMany/firefox': 60,
};
const secondsOf = ({ moduleId }: TestSpecification) =>
  Object.entries(seconds).find(([name]) => moduleId.endsWith(`e2e/${name}.test.ts`))?.[1] ?? 0;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((one, two) => secondsOf(two) - secondsOf(one));
  }
}

const e2e = (name: string) => `test/e2e/${name}.test.ts`;
const timed = ['tracking/siteCache', 'guarantees/access'].map(e2e);
const inBrowsers = { globalSetup: 'test/tools/globalSetup.ts', ...slow };

/** Files share processes, which start faster than one for each. */
const shared = { isolate: false, setupFiles: ['test/tools/setupFile.ts'] };
const processors = availableParallelism();

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [WxtVitest()],
  test: {
    // `npm run coverage`; the version of @vitest/coverage-v8 has to be vitest's own.
    coverage: {
      include: ['lib/**/*.ts'],
      reporter: ['text', 'json-summary'],
      reportsDirectory: '.output/coverage',
      thresholds: { lines: 95, branches: 90 },
    },
    sequence: { sequencer: LongestFirst },
    projects: [
      // Properties try thousands of cases: on a busy machine, and while coverage is measured, that takes its time.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          maxWorkers: processors,
          testTimeout: 60_000,
          ...shared,
        },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'], maxWorkers: processors, ...slow, ...shared },
      },
      // The worker against services composed at random, with a clock of their own.
      { extends: true, test: { name: 'model', include: ['test/model/**/*.test.ts'], maxWorkers: processors, ...slow } },
      // A browser waits for more than it works: with twice as many as there are processors none is idle.
      {
        extends: true,
        test: {
          name: 'browser',
          include: [e2e('**/*')],
          exclude: timed,
          maxWorkers: 2 * processors,
          sequence: { groupOrder: 1 },
          ...inBrowsers,
          ...shared,
        },
      },
      // What is timed has the machine for itself.
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          ...inBrowsers,
          ...shared,
        },
      },
    ],
  },
});
