// npm run mutation [-- jobs lib/services/errors.ts …]: makes small changes to the code of these files, and counts those
// that no test of the files notices. It is not part of npm test, because each change is a run of the tests. Fails below
// the minimum score of a part. Report: .output/mutation/. Unnoticed changes, and why: test/unit/SURVIVORS.md.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';

const root = new URL('../..', import.meta.url).pathname;
const report = `${root}.output/mutation/report.json`;

interface Part {
  mutate: string;
  tests: string;
  /** The minimum score (per cent). */
  least: number;
}

/** The files to change, and the tests that must notice. Leaves out tests with thousands of random inputs. */
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

/** Returns how many changes were tried and how many were noticed: by a test, or because a test did not end. */
function score({ name, mutants }: { name: string; mutants: Mutant[] }) {
  const count = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const noticed = count('Killed', 'Timeout');
  const all = noticed + count('Survived', 'NoCoverage');
  const percent = all ? (100 * noticed) / all : undefined;
  return { percent, line: `${percent?.toFixed(1).padStart(5) ?? '    –'} %  ${noticed} of ${all}  ${name}` };
}

/** Returns the score of each file, and the total. */
function scores(name: string, { files }: Report) {
  const each = Object.entries(files).map(([file, { mutants }]) => ({ name: file, mutants }));
  const all = { name, mutants: each.flatMap(({ mutants }) => mutants) };
  return (each.length > 1 ? [...each, all] : each).map(score);
}

/** Returns the part with this name, or a part of one file. */
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
