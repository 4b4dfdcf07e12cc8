import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { newNode } from './node.mjs';
import { quietly } from './tell.mjs';

const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether npm's record of its last install agrees with the lock file. An interrupted install leaves no record. */
function installed(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record) || !existsSync(join(root, '.wxt'))) return false;
  const [there, wanted] = [packages(record), packages(join(root, 'package-lock.json'))];
  const same = Object.entries(there).every(([path, { version }]) => wanted[path]?.version === version);
  const all = Object.entries(wanted).every(([path, { optional, peer }]) => !path || optional || peer || there[path]);
  return same && all && spawnSync(newNode(root), ['--version']).status === 0;
}

/** Installs the dependencies from the lock file, unless they are installed already. */
export async function installDependencies(root) {
  if (installed(root)) return;
  await withLock(`install ${root}`, async () => {
    if (installed(root)) return;
    // Under `npm start`, this is the npm that the person uses; otherwise the npm on the PATH.
    const own = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
    const [command, ...first] = own ? [process.execPath, own] : ['npm'];
    const args = [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
    await quietly('Installing the dependencies from the lock file (a minute or so)', command, args, {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'development', SCARF_ANALYTICS: 'false' },
    });
  });
}
