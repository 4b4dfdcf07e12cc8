// After each install: makes the packaged Node the one for `npm run …`, and has WXT write its types.
import { spawnSync } from 'node:child_process';
import { linkSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newNode, packagedNode } from './node.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const packaged = packagedNode(root);

// npm 10 removes the command again with each package that it skips as another platform's.
if (packaged) {
  const commands = join(modules, '.bin');
  const windows = process.platform === 'win32';
  const link = join(commands, windows ? 'node.exe' : 'node');
  rmSync(link, { force: true });
  if (windows) linkSync(packaged, link);
  else symlinkSync(relative(commands, packaged), link);
}

const wxt = join(modules, 'wxt', 'bin', 'wxt.mjs');
const { status } = spawnSync(newNode(root), [wxt, 'prepare'], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
