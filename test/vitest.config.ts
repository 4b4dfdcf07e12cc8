import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { isFull } from './tier.ts';

const root = new URL('..', import.meta.url).pathname;

/**
 * Generous, because other load on the machine may slow down each wait, and a wait ends early when its condition is met.
 * A test that needed a second try is printed with `(retry x1)`; `RETRY=0 npm test` allows none.
 */
const retry = Number(process.env.RETRY ?? 1);
const slow = { testTimeout: 120_000, hookTimeout: 120_000, retry, expect: { poll: { timeout: 60_000 } } };

/** The tests that take more than 40 seconds, longest first. They start first, so that none runs alone at the end. */
const longest = [
  'addMany/survives',
  'options/connections',
  'accessibility/accessibility',
  'options/options',
  'manage/list',
  'guarantees/kills',
  'addMany/addMany',
  'manage/page',
  'popup/popup',
  'guarantees/tabs',
].map((name) => `/e2e/${name}.test.ts`);
const rank = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((name) => moduleId.endsWith(name));
  return at < 0 ? longest.length : at;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((one, two) => rank(one) - rank(two));
  }
}

const e2e = (name: string) => `test/e2e/${name}.test.ts`;
const timed = ['tracking/siteCache.full', 'guarantees/access', 'manage/typing.full'].map(e2e);
const left = isFull ? [] : ['test/**/*.full.test.ts'];
const globalSetup = 'test/tools/globalSetup.ts';

/** Test files share processes, because a new process for each would start more slowly. */
const shared = { isolate: false, setupFiles: ['test/tools/setupFile.ts'] };
const processors = availableParallelism();
/** Browser tests also wait, so one file more than there are processors keeps all processors busy. */
const besideBrowsers = { maxWorkers: processors + 1, sequence: { groupOrder: 1 }, ...slow };

/**
 * Tests in Node often wait, so two files for each processor keep it busy; each process loads the common modules once.
 * Properties try thousands of cases, which takes time on a busy machine or with coverage.
 */
const inNode = { maxWorkers: 2 * processors, testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  root,
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
    // Transformed code stays in node_modules, by its content, which saves a tenth of the unit tests' processor time.
    fsModuleCache: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          ...inNode,
          ...shared,
          setupFiles: [...shared.setupFiles, 'test/tools/freshTest.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'], ...besideBrowsers, ...shared },
      },
      // The worker against services composed at random, with a clock of their own.
      { extends: true, test: { name: 'model', include: ['test/model/**/*.test.ts'], ...besideBrowsers } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [e2e('**/*')],
          exclude: [...timed, ...left],
          globalSetup,
          ...besideBrowsers,
          ...shared,
        },
      },
      // What is timed has the machine for itself.
      {
        extends: true,
        test: {
          name: 'timed',
          include: timed,
          exclude: left,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          globalSetup,
          ...slow,
          ...shared,
        },
      },
    ],
  },
});
