// npm run test:stress: 50,000 random sequences against services composed at random; then ends workers thirty times at
// each point where a create may be cut off, and long jobs at random moments.
// Slow, so `npm test` does each once.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { privateBuild } from './build.ts';

const builds = [
  ['chrome', 'WAYMARK_BUILD'],
  ['firefox', 'WAYMARK_BUILD_FIREFOX'],
] as const;
const files = ['guarantees/kills', 'addMany/survives', 'addMany/firefox'].map((name) => `test/e2e/${name}.test.ts`);

process.env.WAYMARK_STRESS = 'yes';
const model = spawnSync(process.execPath, ['test/tools/model.ts'], { stdio: 'inherit' }).status ?? 1;
try {
  for (const [browser, variable] of builds) process.env[variable] = await privateBuild(browser);
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', 'browser', ...files];
  process.exitCode = spawnSync('vitest', args, { stdio: 'inherit' }).status || model;
} finally {
  for (const [, variable] of builds) rmSync(process.env[variable] ?? '', { recursive: true, force: true });
}
