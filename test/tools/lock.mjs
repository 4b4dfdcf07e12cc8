import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

/** Whether any user has a process with this id. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether the process that holds a lock still runs. A lock that is just being made counts as held. */
function held(folder) {
  let pid;
  try {
    pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  } catch {
    return true;
  }
  return isRunning(pid);
}

function taken(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

/** Runs a task while no other process runs one under the same name. Removes the lock of a process that has ended. */
export async function withLock(name, task) {
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 16);
  // Not in a run's own temporary folder, where other runs would not look.
  const folder = join(process.env.WAYMARK_TMPDIR ?? tmpdir(), `waymark-lock-${process.getuid?.() ?? 0}-${mark}`);
  for (let told = false; !taken(folder); ) {
    if (!held(folder)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!told) process.stdout.write('Waiting for another run of this project to finish the same step.\n');
    told = true;
    await setTimeout(200);
  }
  try {
    return await task();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
