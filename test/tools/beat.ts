import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const every = 10_000;

/** Reports every ten seconds which test files run, and each failure at once, even of a first try. */
export default class Beat implements Reporter {
  #running = new Set<string>();
  #beat: NodeJS.Timeout | undefined;

  onTestRunStart() {
    // On a terminal, vitest itself shows the running files.
    if (!process.stdout.isTTY) this.#beat = setInterval(() => this.#tell(), every);
  }
  onTestModuleStart({ relativeModuleId }: TestModule) {
    this.#running.add(relativeModuleId.replace(/^test\/|\.test\.tsx?$/g, ''));
  }
  onTestModuleEnd({ relativeModuleId }: TestModule) {
    this.#running.delete(relativeModuleId.replace(/^test\/|\.test\.tsx?$/g, ''));
    this.#beat?.refresh();
  }
  onTestCaseResult(test: TestCase) {
    const { state, errors = [] } = test.result();
    const isFlaky = test.diagnostic()?.flaky === true;
    if (state !== 'failed' && !isFlaky) return;
    const why = errors.map(({ message, diff = '' }) => stripVTControlCharacters(`${message}\n${diff}`).slice(0, 1500));
    const what = isFlaky ? 'PASSED ONLY AT THE SECOND TRY' : 'FAILED';
    process.stdout.write(`${what} ${test.module.relativeModuleId} > ${test.fullName}\n${why.join('\n')}\n`);
  }
  onTestRunEnd() {
    clearInterval(this.#beat);
  }

  #tell() {
    process.stdout.write(` … ${[...this.#running].join(', ') || 'starting'}\n`);
  }
}
