import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unzip, unzipTo } from '../run/unzip.ts';

const root = new URL('../..', import.meta.url).pathname;
const run = promisify(execFile);
let folder: string;

/** Packs the extension as another person would: elsewhere, under another name, in another time zone and language. */
async function pack(at: string, person: Record<string, string>): Promise<{ extension: string; sources: string }> {
  await symlink(join(root, 'node_modules'), join(at, 'node_modules'));
  await run('wxt', ['zip', '-b', 'firefox'], { cwd: at, env: { ...process.env, CI: 'true', ...person } });
  const zips = (await readdir(join(at, '.output'))).filter((name) => name.endsWith('.zip'));
  const named = (part: string) => join(at, '.output', zips.find((name) => name.includes(part)) ?? `no-${part}`);
  return { extension: named('-firefox'), sources: named('-sources') };
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

test('the sources archive makes the same bytes in another folder, time zone, language and account', async () => {
  const one = join(folder, 'one');
  const other = join(folder, 'another-folder/with a space/and-a-rather-longer-name');
  const left = new Set(['node_modules', '.git', '.output', '.wxt', 'store']);
  await cp(root, one, { recursive: true, filter: (path) => !left.has(path.split('/').at(-1) ?? '') });
  const first = await pack(one, { TZ: 'UTC', LANG: 'C', USER: 'one' });
  await mkdir(other, { recursive: true });
  unzipTo(first.sources, other);
  const second = await pack(other, { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', USER: 'other', HOME: other });
  expect(hashes(second.extension)).toEqual(hashes(first.extension));
  expect(await hash(second.extension)).toBe(await hash(first.extension));
  expect(await hash(second.sources)).toBe(await hash(first.sources));
});

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
