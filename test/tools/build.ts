import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { withLock } from './lock.mjs';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;

export type Target = 'chrome' | 'edge' | 'firefox' | 'safari';

/** Returns the folder into which `wxt build` writes the extension for a browser. */
const output = (browser: Target) => join(root, '.output', `${browser}-mv3`);

/**
 * Builds the extension, and copies it to a folder of its own for the tests, so that another build in the meantime does
 * not change what they test. The caller removes the folder.
 * @throws Error with the output of the build, if it fails
 */
export function privateBuild(browser: Target = 'chrome'): Promise<string> {
  return withLock(`build ${root}`, async () => {
    await run('wxt', ['build', '-b', browser], {
      cwd: root,
      // With the test runner's own NODE_ENV, this would be a development build.
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', CI: 'true' },
    }).catch(({ message, stdout = '', stderr = '' }) => {
      const [said] = stripVTControlCharacters(`${stdout}${stderr}`).split('[cause]');
      throw new Error(said?.trim() || message);
    });
    const copy = mkdtempSync(join(tmpdir(), 'waymark-build-'));
    cpSync(output(browser), copy, { recursive: true });
    return copy;
  });
}
