// npm run mutation [-- jobs lib/services/errors.ts …]: changes the code of these files bit by bit, and counts the changes that no test of
// theirs notices. Slow (each change is a run of the tests), so it is no part of npm test. Fails under the score that
// test/stryker.config.json sets. Report: .output/mutation/. What is left unnoticed, and why: test/unit/SURVIVORS.md.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const report = `${root}.output/mutation/report.json`;

/** What is changed, and the tests that are to notice it: tables rather than thousands of random inputs to each change. */
const parts: Record<string, { mutate: string; tests: string }> = {
  jobs: { mutate: 'lib/jobs/state.ts,lib/jobs/retryPolicy.ts', tests: 'test/unit/jobs/*.test.ts' },
  hosts: { mutate: 'lib/hosts/parse.ts', tests: 'test/unit/hosts/*.test.ts' },
  tracking: { mutate: 'lib/tracking/!(scan).ts', tests: 'test/unit/tracking/!(fuzz|scan).test.ts' },
  services: { mutate: 'lib/services/**/*.ts', tests: 'test/unit/services/!(properties).test.ts' },
};

interface Mutant {
  status: string;
}

interface Report {
  files: Record<string, { mutants: Mutant[] }>;
}

/** Of the changes that were tried: noticed, by a test or by its never ending, and all. */
function score({ name, mutants }: { name: string; mutants: Mutant[] }): string {
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  return `${all ? ((100 * noticed) / all).toFixed(1).padStart(5) : '    –'} %  ${noticed} of ${all}  ${name}`;
}

/** The score of each file, and of all together. */
function scores(name: string, { files }: Report): string[] {
  const each = Object.entries(files).map(([file, { mutants }]) => ({ name: file, mutants }));
  const all = { name, mutants: each.flatMap(({ mutants }) => mutants) };
  return (each.length > 1 ? [...each, all] : each).map(score);
}

/** A part by its name, or one file of a part. */
function chosen(asked: string): { mutate: string; tests: string } {
  const part = parts[asked];
  if (part) return part;
  const whole = Object.values(parts).find(({ mutate }) => mutate.split(',').some((glob) => matchesGlob(asked, glob)));
  if (!whole) throw new Error(`There is no part ${asked}: ${Object.keys(parts).join(', ')}, or one of their files.`);
  return { ...whole, mutate: asked };
}

const asked = process.argv.slice(2);
if (asked[0] === 'glue') {
  const { runGlue } = await import('./glue/run.ts');
  const wrong = runGlue(asked.slice(1));
  process.stdout.write(wrong.length ? `${wrong.length} faults:\n${wrong.join('\n')}\n` : 'Every fault was noticed.\n');
  process.exit(wrong.length ? 1 : 0);
}
for (const name of asked.length ? asked : Object.keys(parts)) {
  const { mutate, tests } = chosen(name);
  rmSync(report, { force: true });
  const { status } = spawnSync('stryker', ['run', 'test/stryker.config.json', '--mutate', mutate], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: tests },
  });
  if (status !== 0) process.exitCode = status ?? 1;
  if (!existsSync(report)) break;
  copyFileSync(report, `${root}.output/mutation/${basename(name, '.ts')}.json`);
  console.log(scores(name, JSON.parse(readFileSync(report, 'utf8'))).join('\n'));
}
