import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Remedy } from './tell.mjs';

/** Reads TypeScript by itself, which the steps are written in. */
const [least, itsMinor] = [22, 18];

/** The Node of the optional dependencies, one package for each platform: whatever the system's own is. */
export function packagedNode(root) {
  const modules = join(root, 'node_modules');
  const file = join('bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const names = existsSync(modules) ? readdirSync(modules) : [];
  return names
    .filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
    .map((name) => join(modules, name, file))
    .find((path) => existsSync(path));
}

/** The packaged Node, or the one that runs this where there is none for the platform and this one will do. */
export function newNode(root) {
  const packaged = packagedNode(root);
  if (packaged) return packaged;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > least || (major === least && minor >= itsMinor)) return process.execPath;
  throw new Remedy(
    `There is no packaged Node for ${process.platform} on ${process.arch}: run this with Node ${least}.${itsMinor} or later (this is ${process.version}).`,
  );
}
