// npm run mutation [-- jobs lib/services/errors.ts …]: changes the code of these files bit by bit, and counts the changes that no test of
// theirs notices. Slow (each change is a run of the tests), so it is no part of npm test. Fails under the score that
// the part is to have. Report: .output/mutation/. What is left unnoticed, and why: test/unit/SURVIVORS.md.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const report = `${root}.output/mutation/report.json`;

interface Part {
  mutate: string;
  tests: string;
  /** The score that it is to have (per cent). */
  least: number;
}

/** What is changed, and the tests that are to notice it: tables rather than thousands of random inputs to each change. */
const parts: Record<string, Part> = {
  jobs: { mutate: 'lib/jobs/{again,overridden,retryPolicy,state}.ts', tests: 'test/unit/jobs/*.test.ts', least: 85 },
  hosts: {
    mutate: 'lib/hosts/parse.ts,lib/hosts/variants.ts,lib/hosts/choices.ts',
    tests: 'test/unit/hosts/*.test.ts',
    least: 85,
  },
  tracking: { mutate: 'lib/tracking/!(scan).ts', tests: 'test/unit/tracking/!(fuzz|scan).test.ts', least: 85 },
  services: { mutate: 'lib/services/**/*.ts', tests: 'test/unit/services/!(properties).test.ts', least: 85 },
  background: { mutate: 'lib/background/**/*.ts', tests: 'test/unit/background/**/*.test.ts', least: 75 },
  hooks: {
    mutate: 'entrypoints/**/use*.ts',
    tests: 'test/unit/pages/*.test.ts test/unit/jobs/view.test.ts',
    least: 75,
  },
};

interface Mutant {
  status: string;
}

interface Report {
  files: Record<string, { mutants: Mutant[] }>;
}

/** Of the changes that were tried: noticed, by a test or by its never ending, and all. */
function score({ name, mutants }: { name: string; mutants: Mutant[] }) {
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  const percent = all ? (100 * noticed) / all : undefined;
  return { percent, line: `${percent?.toFixed(1).padStart(5) ?? '    –'} %  ${noticed} of ${all}  ${name}` };
}

/** The score of each file, and of all together. */
function scores(name: string, { files }: Report) {
  const each = Object.entries(files).map(([file, { mutants }]) => ({ name: file, mutants }));
  const all = { name, mutants: each.flatMap(({ mutants }) => mutants) };
  return (each.length > 1 ? [...each, all] : each).map(score);
}

/** A part by its name, or one file of a part. */
function chosen(asked: string): Part {
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
  const { mutate, tests, least } = chosen(name);
  rmSync(report, { force: true });
  const { status } = spawnSync('stryker', ['run', 'test/stryker.config.json', '--mutate', mutate], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, MUTATION_TESTS: tests },
  });
  if (status !== 0) process.exitCode = status ?? 1;
  if (!existsSync(report)) break;
  copyFileSync(report, `${root}.output/mutation/${basename(name, '.ts')}.json`);
  const found = scores(name, JSON.parse(readFileSync(report, 'utf8')));
  console.log(found.map(({ line }) => line).join('\n'));
  if ((found.at(-1)?.percent ?? 100) < least) process.exitCode = 1;
}
