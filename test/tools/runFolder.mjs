import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './lock.mjs';

const prefix = 'waymark-run-';

/** Every process whose command names the folder: browsers outlive the process that started them. */
function processesIn(folder) {
  const { stdout = '' } = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const lines = stdout.split('\n').filter((line) => line.includes(folder));
  return lines.map((line) => Number.parseInt(line, 10)).filter((pid) => pid !== process.pid);
}

/** Ends what still runs in a run's folder, and deletes it with every build, profile and key in it. */
function remove(folder) {
  for (const pid of processesIn(`${folder}/`)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/**
 * One folder for everything temporary of one run, named after this process. Deletes those of runs that were killed.
 * `remove` deletes it, whatever the run has left there.
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
