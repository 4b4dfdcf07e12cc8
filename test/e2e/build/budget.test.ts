import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { build as wxt } from 'wxt';
import { gzip, onTheWay, weigh } from '../../bench/weigh.ts';

const build = process.env.WAYMARK_BUILD ?? '';
const read = (file: string) => readFileSync(join(build, file), 'utf8');
const popup = onTheWay(build, 'popup.html');
const worker = read('background.js');
const root = join(import.meta.dirname, '../../..');
const built = { first: folder(), all: folder() };
function folder() {
  return mkdtempSync(join(tmpdir(), 'waymark-budget-'));
}

/** The modules that must not be evaluated at the worker's start, because it seldom needs them. */
const notYet =
  /\/(attempt|jobKinds|press|undo|writes|lookAtSite|askVisits|close|audit\/handlers|lentAccess|repeats|runRepeats|answer|follow|housekeeping|forget|connection|connectionTest|identifyPage|publicSuffix|recognise|background\/menu|outcome|badgeFor|belongingNow|registering|connections\/headers|damaged|readStored|copyOld|keepAnswer|oldRows|indexedWrites|inStep|readList|websites\/hits|takeOver|records\/write|records\/memory|hosts\/punycode)\.ts$/;
const otherKinds = /\/(umami|umamiCloud|matomo)\/index\.ts$/;

/** Builds the worker with the given modules and the suffix list replaced by empty ones. */
async function buildWithout(outDir: string, left: readonly RegExp[]): Promise<void> {
  const none: Record<string, string> = { '\0no-list': 'export const parse = () => ({});', '\0not-yet': 'export {};' };
  const stub = {
    name: 'no-list',
    enforce: 'pre' as const,
    resolveId: (source: string) =>
      source === 'tldts' ? '\0no-list' : left.some((form) => form.test(source)) ? '\0not-yet' : undefined,
    load: (source: string) => none[source],
  };
  const nothing = () => {};
  await wxt({
    root,
    outDir,
    mode: 'production',
    filterEntrypoints: ['background'],
    vite: () => ({ plugins: [stub] }),
    logger: {
      level: 0,
      debug: nothing,
      log: nothing,
      info: nothing,
      warn: nothing,
      error: nothing,
      fatal: nothing,
      success: nothing,
    },
  });
}

beforeAll(async () => {
  // With the test runner's own NODE_ENV, this would be a development build.
  vi.stubEnv('NODE_ENV', 'production');
  await buildWithout(built.first, [notYet, otherKinds]);
  await buildWithout(built.all, [notYet]);
  vi.unstubAllEnvs();
});
afterAll(() => {
  for (const one of Object.values(built)) rmSync(one, { recursive: true, force: true });
});

const filesIn = (folder: string, end = '') =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map(({ parentPath, name }) => join(parentPath, name));

/** Returns the size of a zip of the build without its translations: the deflated files, and the entry of each. */
const zipped = () =>
  filesIn(build)
    .filter((file) => !/\/(_locales|texts)\//.test(file) || /\/(_locales\/en\/|texts\/en\.)/.test(file))
    .map((file) => deflateRawSync(readFileSync(file), { level: 9 }).length + 76 + 2 * file.slice(build.length).length)
    .reduce((sum, bytes) => sum + bytes, 22);

const workerIn = (folder: string) => gzip(readFileSync(filesIn(folder, 'background.js')[0] ?? '', 'utf8'));

const budgets: [string, () => number, number][] = [
  ['script on the popup’s way to its button (gzip)', () => weigh(build, popup.scripts)[1], 20_500],
  ['style on the popup’s way (gzip)', () => weigh(build, popup.styles)[1], 2_580],
  ['worker beside what is not evaluated at its start (gzip)', () => workerIn(built.first), 41_600],
  ['what Umami and Matomo add to it (gzip)', () => workerIn(built.all) - workerIn(built.first), 6_700],
  ['the zip beside its translations', zipped, 454_020],
];

test.each(budgets)('%s', (_name, bytes, most) => {
  expect(bytes()).toBeGreaterThan(500);
  expect(bytes()).toBeLessThanOrEqual(most);
});

test('the popup’s way is one module, and what it asks beforehand', () => {
  const names = popup.scripts.map((file) => file.replace(/-[\w-]{8}\.js$/, '.js')).sort();
  expect(names).toEqual(['chunks/popup.js', 'preload.js']);
  expect(popup.styles).toHaveLength(1);
});

test('the public suffix list is not on the popup’s way, and is in the worker once, not evaluated at its start', () => {
  const longest = worker.split('`').reduce((a, b) => (a.length > b.length ? a : b));
  const piece = longest.slice(1000, 1100);
  expect(longest.length).toBeGreaterThan(60_000);
  expect(popup.scripts.filter((file) => read(file).includes(piece))).toEqual([]);
  expect(worker.split(piece)).toHaveLength(2);
  // The last function that begins before the list must be one that the bundler runs when the list is imported.
  const before = worker.slice(0, worker.indexOf(longest));
  expect(before.slice(before.lastIndexOf('=>{') - 12)).toMatch(/^.*\w=\w+\(\(?\(\)=>\{/);
});

test('no file of the build evaluates text or builds markup from it', () => {
  const isUnsafe = (file: string) => /\beval\(|new Function\(|document\.write\(/.test(readFileSync(file, 'utf8'));
  const unsafe = filesIn(build, '.js').filter(isUnsafe);
  expect(unsafe).toEqual([]);
});
