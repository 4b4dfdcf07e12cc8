import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { WxtVitest } from 'wxt/testing/vitest-plugin';
import { isFull } from './tier.ts';

const root = new URL('..', import.meta.url).pathname;

/**
 * However much else the machine has to do: what is waited for may take its time, and ends the wait when it comes. What
 * needed its second try is printed with `(retry x1)`; `RETRY=0 npm test` gives none.
 */
const retry = Number(process.env.RETRY ?? 1);
const slow = { testTimeout: 120_000, hookTimeout: 120_000, retry, expect: { poll: { timeout: 60_000 } } };

/** What takes more than 40 seconds begins first, the longest before all, so that nothing is waited for alone at the end. */
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

/** Files share processes, which start faster than one for each. */
const shared = { isolate: false, setupFiles: ['test/tools/setupFile.ts'] };
const unit = { ...shared, setupFiles: [...shared.setupFiles, 'test/tools/freshTest.ts'] };
const processors = availableParallelism();
/** A browser waits, too: with one file more than there are processors, none is idle. */
const besideBrowsers = { maxWorkers: processors + 1, sequence: { groupOrder: 1 }, ...slow };

/**
 * Pages are waited for turn by turn: with two files for each processor, none is idle, and each process begins with what
 * all need. Properties try thousands of
 * cases, which takes its time on a busy machine, and while coverage is measured.
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
    // What was transformed stays in node_modules, by its content: a tenth of the processor's time of unit tests.
    fsModuleCache: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          exclude: ['test/unit/background/**'],
          ...inNode,
          ...unit,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-worker',
          include: ['test/unit/background/**/*.test.ts'],
          ...inNode,
          ...unit,
          setupFiles: [...unit.setupFiles, 'test/unit/background/setUp.ts'],
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
