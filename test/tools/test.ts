// npm test: everything. npm test -- popup: the tests of all kinds whose path has that word, and nothing else.
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { privateBuild } from './build.ts';
import { type Count, check, type FileCount, matching, tests, told } from './steps.ts';

if (process.env.CI) process.env.NO_COLOR = '1';

const words = process.argv.slice(2);
const chosen = words.length ? matching(globSync('test/**/*.test.{ts,tsx}'), words) : undefined;
const counts: Count[] = [];
const files: FileCount[] = [];

if (!chosen) {
  counts.push(await check('Generated types', 'wxt', 'prepare'));
  counts.push(await check('Type check', 'tsc', '--noEmit'));
  counts.push(await check('Lint and format', 'biome', 'check', '.'));
  counts.push(await check('Dead code', 'knip', '--no-progress'));
} else if (!chosen.length) {
  process.stdout.write(`No file of tests has ${words.join(' or ')} in its path.\n`);
  counts.push({ passed: 0, failed: 1 });
}

const inBrowsers = chosen?.filter((file) => file.startsWith('test/e2e/'));
const builds = [
  ['Build for Chrome', 'chrome', 'WAYMARK_BUILD'],
  ['Build for Firefox', 'firefox', 'WAYMARK_BUILD_FIREFOX'],
] as const;
for (const [name, browser, variable] of inBrowsers?.length === 0 ? [] : builds)
  counts.push(
    await told(name, async () => {
      process.env[variable] = await privateBuild(browser);
    }),
  );

const build = process.env.WAYMARK_BUILD;
try {
  for (const projects of [
    ['unit', 'contract', 'model'],
    ['browser', 'timed'],
  ]) {
    const needsBuild = projects.includes('browser');
    const own = needsBuild ? inBrowsers : chosen?.filter((file) => !file.startsWith('test/e2e/'));
    if (own?.length === 0) continue;
    // Without a build its tests would only say the same again, one by one.
    if (needsBuild && !build) counts.push({ passed: 0, failed: 1 });
    else {
      const count = await tests(projects, own);
      counts.push(count);
      files.push(...count.files);
    }
  }
} finally {
  for (const [, , variable] of builds) rmSync(process.env[variable] ?? '', { recursive: true, force: true });
}

if (!chosen) {
  mkdirSync('.output', { recursive: true });
  writeFileSync('.output/tests.json', `${JSON.stringify(files, null, 2)}\n`);
}

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
