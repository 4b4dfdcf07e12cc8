import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

const isSlow = ({ moduleId }: TestSpecification) => /bounds|fuzz/.test(moduleId);

/** Sorts slow tests last, because a mutant is killed by the first failure. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((one, two) => Number(isSlow(one)) - Number(isSlow(two)));
  }
}

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [WxtVitest()],
  test: {
    // Uses one worker for all files of a mutant.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    // Ends tests in which a mutant waits for ever. Stryker itself ends those that block the event loop.
    testTimeout: 20_000,
    setupFiles: ['test/tools/setupFile.ts', 'test/stryker.setup.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
  },
});
