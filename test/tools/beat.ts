import type { Reporter, TestModule } from 'vitest/node';

const every = 10_000;

/** Where files take long to end, says every ten seconds which of them are under way. */
export default class Beat implements Reporter {
  #running = new Set<string>();
  #beat: NodeJS.Timeout | undefined;

  onTestRunStart() {
    // On a terminal, vitest itself shows them.
    if (!process.stdout.isTTY) this.#beat = setInterval(() => this.#tell(), every);
  }
  onTestModuleStart({ relativeModuleId }: TestModule) {
    this.#running.add(relativeModuleId.replace(/^test\/|\.test\.tsx?$/g, ''));
  }
  onTestModuleEnd({ relativeModuleId }: TestModule) {
    this.#running.delete(relativeModuleId.replace(/^test\/|\.test\.tsx?$/g, ''));
    this.#beat?.refresh();
  }
  onTestRunEnd() {
    clearInterval(this.#beat);
  }

  #tell() {
    process.stdout.write(` … ${[...this.#running].join(', ') || 'starting'}\n`);
  }
}
