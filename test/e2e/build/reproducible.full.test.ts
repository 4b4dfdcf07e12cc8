import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip, unzipTo } from '../../tools/unzip.ts';

const root = new URL('../../..', import.meta.url).pathname;
const run = promisify(execFile);
let folder: string;

const browsers = ['chrome', 'edge', 'firefox'];

/** Another version of Node than that of the lock file, from the package of the same name. */
const otherNode = '24.20.0';

/** Resolves to the folder of this version of Node. */
async function nodeFolder(version: string): Promise<string> {
  const args = ['exec', '--yes', `--package=node@${version}`, '--', 'node', '-p', 'process.version + process.execPath'];
  const { stdout } = await run('npm', args, { cwd: folder });
  expect(stdout).toMatch(`v${version}/`);
  return dirname(stdout.trim().slice(version.length + 1));
}

interface Packed {
  extensions: string[];
  sources: string;
}

/** Packs the extension as another person would: in another folder, with another user, Node, time zone and language. */
async function pack(at: string, person: Record<string, string>): Promise<Packed> {
  await symlink(join(root, 'node_modules'), join(at, 'node_modules'));
  for (const browser of browsers)
    await run('wxt', ['zip', '-b', browser], { cwd: at, env: { ...process.env, CI: 'true', ...person } });
  const zips = (await readdir(join(at, '.output'))).filter((name) => name.endsWith('.zip'));
  const named = (part: string) => join(at, '.output', zips.find((name) => name.includes(part)) ?? `no-${part}`);
  return { extensions: browsers.map((browser) => named(`-${browser}`)), sources: named('-sources') };
}

const hash = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
const hashes = (file: string) =>
  [...unzip(file)].map(([path, data]) => `${createHash('sha256').update(data).digest('hex').slice(0, 16)}  ${path}`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waymark-packed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the sources archive makes the same bytes in another folder, account, time zone, language and Node', async () => {
  const one = join(folder, 'one');
  const other = join(folder, 'another-folder/with a space/and-a-rather-longer-name');
  const left = new Set(['node_modules', '.git', '.output', '.wxt', 'store']);
  await cp(root, one, { recursive: true, filter: (path) => !left.has(path.split('/').at(-1) ?? '') });
  const first = await pack(one, { TZ: 'UTC', LANG: 'C', USER: 'one' });
  await mkdir(other, { recursive: true });
  unzipTo(first.sources, other);
  expect(process.version).not.toBe(`v${otherNode}`);
  const PATH = `${await nodeFolder(otherNode)}:${process.env.PATH}`;
  const second = await pack(other, { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', USER: 'other', HOME: other, PATH });
  for (const [index, extension] of first.extensions.entries()) {
    const same = second.extensions[index] ?? '';
    expect(hashes(same)).toEqual(hashes(extension));
    expect(await hash(same)).toBe(await hash(extension));
  }
  expect(await hash(second.sources)).toBe(await hash(first.sources));
}, 300_000);

test('the sources are complete, and nothing in them is private', async () => {
  const { sources } = {
    sources: join(
      folder,
      'one/.output',
      (await readdir(join(folder, 'one/.output'))).find((name) => name.includes('-sources')) ?? '',
    ),
  };
  const paths = [...unzip(sources).keys()];
  expect(paths).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'README.md', 'wxt.config.ts']));
  expect(paths.filter((path) => /(^|\/)(\.|node_modules)|\.(log|sqlite|zip|pem)$/.test(path))).toEqual([]);
});
