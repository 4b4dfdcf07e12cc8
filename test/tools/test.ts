// npm test: the tests for every change. npm run test:full: all tests. With -- popup: only the tests of all kinds whose
// path contains this word.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { usedProfile } from '../e2e/harness/firefox.ts';
import { isFull } from '../tier.ts';
import { privateBuild } from './build.ts';
import { beside, type Count, check, endTogether, type FileCount, finish, matching, tests, told } from './steps.ts';

if (process.env.CI) process.env.NO_COLOR = '1';

endTogether();

const words = process.argv.slice(2);
const named = matching(globSync('test/**/*.test.{ts,tsx}'), words);
const inTier = named.filter((file) => isFull || !file.includes('.full.'));
const chosen = words.length ? inTier : undefined;
const counts: Count[] = [];
const fileCounts: FileCount[] = [];

if (!chosen) {
  counts.push(await check('Generated types', 'wxt', 'prepare'));
  counts.push(await check('Type check', 'tsc', '--noEmit'));
  counts.push(await check('Lint and format', 'biome', 'check', '.'));
  counts.push(await check('Dead code', 'knip', '--no-progress'));
} else if (!chosen.length) {
  const others = named.length ? ` for npm test; npm run test:full -- ${words.join(' ')} has ${named.length}` : '';
  process.stdout.write(`No file of tests has ${words.join(' or ')} in its path${others}.\n`);
  counts.push({ passed: 0, failed: 1 });
}

const inBrowsers = !chosen || chosen.some((file) => file.startsWith('test/e2e/'));
/** The builds and profiles that browser tests need, with the variable for the path of each. */
const made = [
  ['Build for Chrome', 'WAYMARK_BUILD', () => privateBuild('chrome')],
  ['Build for Firefox', 'WAYMARK_BUILD_FIREFOX', () => privateBuild('firefox')],
  ['Profile for Firefox', 'WAYMARK_FIREFOX_PROFILE', usedProfile],
] as const;
for (const [name, variable, make] of inBrowsers ? made : [])
  counts.push(
    await told(name, async () => {
      process.env[variable] = await make();
    }),
  );

try {
  for (const projects of [['unit'], ['contract', 'model', 'browser', 'timed']]) {
    const isUnit = projects.includes('unit');
    const own = chosen?.filter((file) => file.startsWith('test/unit/') === isUnit);
    if (own?.length === 0) continue;
    // Without a build, each browser test would only repeat that it is missing.
    if (!isUnit && inBrowsers && !process.env.WAYMARK_BUILD) counts.push({ passed: 0, failed: 1 });
    else {
      // Installs a Debian. It mostly waits, so it runs beside the other tests.
      const matomo = isFull && !chosen && !isUnit ? beside('test/tools/matomo.ts') : undefined;
      const count = await tests(projects, own);
      counts.push(count);
      fileCounts.push(...count.files);
      if (matomo) counts.push(await matomo);
    }
  }
  if (isFull && !chosen) counts.push(await check('50,000 sequences', process.execPath, 'test/tools/model.ts'));
} finally {
  for (const [, variable] of made) rmSync(process.env[variable] ?? '', { recursive: true, force: true });
}

if (!chosen && !isFull) {
  mkdirSync('.output', { recursive: true });
  writeFileSync('.output/tests.json', `${JSON.stringify(fileCounts, null, 2)}\n`);
}

finish(counts);
