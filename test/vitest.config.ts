import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

const slow = { testTimeout: 60_000, hookTimeout: 120_000 };

const timed = ['tracking/siteCache', 'manage/typing', 'guarantees/access', 'worker/idle'].map(
  (name) => `test/e2e/${name}.test.ts`,
);
/** Much waiting, little work: beside the others. */
const waiting = ['test/e2e/addMany/survives.test.ts'];
const inBrowsers = {
  globalSetup: 'test/tools/globalSetup.ts',
  // A busy machine may make a browser late; what needed its second try is printed with `(retry x1)`.
  retry: 1,
  ...slow,
};

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
    projects: [
      // Properties try thousands of cases: on a busy machine, and while coverage is measured, that takes its time.
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['test/tools/setupUnit.ts'],
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...slow } },
      // The worker against services composed at random, with a clock of their own.
      { extends: true, test: { name: 'model', include: ['test/model/**/*.test.ts'], maxWorkers: 2, ...slow } },
      // Two files at a time: more would only wait for the processor.
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...timed, ...waiting],
          maxWorkers: 2,
          ...inBrowsers,
        },
      },
      { extends: true, test: { name: 'waiting', include: waiting, ...inBrowsers } },
      // What is timed has the machine for itself.
      { extends: true, test: { name: 'timed', include: timed, fileParallelism: false, ...inBrowsers } },
    ],
  },
});
