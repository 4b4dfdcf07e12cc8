import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

const isSlow = ({ moduleId }: TestSpecification) => /bounds|fuzz/.test(moduleId);

/** A mutant is dead at the first failure: what takes long comes last. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((one, two) => Number(isSlow(one)) - Number(isSlow(two)));
  }
}

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [WxtVitest()],
  test: {
    // One worker for all files of a mutant, not one for each.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    // What a mutant leaves waiting for ever is noticed by this; what never lets go is ended by Stryker.
    testTimeout: 20_000,
    setupFiles: ['test/tools/setupFile.ts', 'test/stryker.setup.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
  },
});
