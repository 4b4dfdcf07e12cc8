import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './lock.mjs';

const prefix = 'waymark-run-';

/** Returns the processes whose command names the folder. Browsers outlive the process that started them. */
function processesIn(folder) {
  const { stdout = '' } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const lines = stdout.split('\n').filter((line) => line.includes(folder));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
}

/** Ends the processes that still run in a run's folder, and deletes the folder with all builds, profiles and keys. */
function remove(folder) {
  for (const pid of processesIn(`${folder}/`)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended by itself.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * Makes one folder for all temporary files of this run, named after this process. Deletes the folders of runs that were
 * killed. The returned `remove` deletes the folder with everything in it.
 */
export function openRunFolder() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length));
    if (pid === process.pid || !isRunning(pid)) remove(join(tmpdir(), name));
  }
  const folder = join(tmpdir(), `${prefix}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  return { folder, remove: () => remove(folder) };
}
