import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { privateBuild } from './build.ts';
import { type Count, check, type FileCount, tests, told } from './steps.ts';

if (process.env.CI) process.env.NO_COLOR = '1';

const counts: Count[] = [];
const files: FileCount[] = [];
counts.push(await check('Generated types', 'wxt', 'prepare'));
counts.push(await check('Type check', 'tsc', '--noEmit'));
counts.push(await check('Lint and format', 'biome', 'check', '.'));
counts.push(await check('Dead code', 'knip', '--no-progress'));
const builds = [
  ['Build for Chrome', 'chrome', 'WAYMARK_BUILD'],
  ['Build for Firefox', 'firefox', 'WAYMARK_BUILD_FIREFOX'],
] as const;
for (const [name, browser, variable] of builds)
  counts.push(
    await told(name, async () => {
      process.env[variable] = await privateBuild(browser);
    }),
  );

const build = process.env.WAYMARK_BUILD;
try {
  for (const together of [['unit'], ['contract'], ['model'], ['browser', 'waiting'], ['timed']]) {
    // Without a build its tests would only say the same again, one by one.
    const needsBuild = together.some((project) => !/unit|contract|model/.test(project));
    if (needsBuild && !build) counts.push({ passed: 0, failed: 1 });
    else
      for (const count of await Promise.all(together.map(tests))) {
        counts.push(count);
        files.push(...count.files);
      }
  }
} finally {
  for (const [, , variable] of builds) rmSync(process.env[variable] ?? '', { recursive: true, force: true });
}

mkdirSync('.output', { recursive: true });
writeFileSync('.output/tests.json', `${JSON.stringify(files, null, 2)}\n`);

const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
process.exitCode = sum('failed') === 0 ? 0 : 1;
