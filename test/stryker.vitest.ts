import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [WxtVitest()],
  test: {
    setupFiles: ['test/stryker.setup.ts'],
    include: (process.env.MUTATION_TESTS ?? '').split(' '),
  },
});
