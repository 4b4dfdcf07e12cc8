import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Remedy } from './tell.mjs';

/** The first version of Node that reads TypeScript, in which the steps are written. */
const [least, itsMinor] = [22, 18];

/** Returns the path of the optional dependencies' Node, one package for each platform; undefined if none. */
export function packagedNode(root) {
  const modules = join(root, 'node_modules');
  const file = join('bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const names = existsSync(modules) ? readdirSync(modules) : [];
  return names
    .filter((name) => /^node-(bin-)?(linux|darwin|win)-/.test(name))
    .map((name) => join(modules, name, file))
    .find((path) => existsSync(path));
}

/** Returns the packaged Node. Where there is none for the platform, returns the running Node if it is new enough. */
export function newNode(root) {
  const packaged = packagedNode(root);
  if (packaged) return packaged;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > least || (major === least && minor >= itsMinor)) return process.execPath;
  throw new Remedy(
    `There is no packaged Node for ${process.platform} on ${process.arch}: run this with Node ${least}.${itsMinor} or later (this is ${process.version}).`,
  );
}
