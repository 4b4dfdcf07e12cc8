// npm run mutation -- glue [words]: puts each fault of the tables (or each whose file or text has one of the words)
// into a copy of the project, and runs the tests that a developer would run. Fails if they pass.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { broken, type Fault } from './fault.ts';
import { pageFaults } from './pages.ts';
import { roomFaults } from './rooms.ts';
import { workerFaults } from './worker.ts';

const root = new URL('../../..', import.meta.url).pathname;

/** Copies the project to a folder of its own, with uncommitted changes. Returns the folder. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'waymark-glue-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const name of stdout.split('\0').filter((each) => /^(?!assets\/(store|pictures))./.test(each)))
    cpSync(join(root, name), join(copy, name), { recursive: true, force: true });
  cpSync(join(root, '.wxt'), join(copy, '.wxt'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

interface Outcome {
  /** The tests that failed; empty if no test noticed the fault. */
  failed: string[];
  /** Why the tests could not run. */
  trouble?: string;
}

function runTests(copy: string, tests: readonly string[]): Outcome {
  const report = join(copy, '.output', 'glue.json');
  rmSync(report, { force: true });
  // With `--bail`, browser tests end at the first failure. With several files, the report might lack that failure.
  const bail = tests.every((path) => path.startsWith('test/e2e/')) ? ['--bail=1'] : [];
  const args = ['run', '--config', 'test/vitest.config.ts', ...bail, '--passWithNoTests', '--reporter=json'];
  const { status, stdout, stderr } = spawnSync('vitest', [...args, `--outputFile=${report}`, ...tests], {
    cwd: copy,
    encoding: 'utf8',
    timeout: 600_000,
    env: { ...process.env, NO_COLOR: '1' },
  });
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { status: string; fullName: string }[] }[];
    };
    const all = testResults.flatMap(({ assertionResults }) => assertionResults);
    const failed = all.filter((each) => each.status === 'failed').map(({ fullName }) => fullName);
    return failed.length || status === 0 ? { failed } : { failed, trouble: `${stdout}${stderr}` };
  } catch {
    return { failed: [], trouble: `${stdout}${stderr}` };
  }
}

function tryFault(copy: string, fault: Fault): Outcome {
  const path = join(copy, fault.file);
  const before = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, broken(before, fault));
    return runTests(copy, fault.tests.split(' '));
  } catch (error) {
    return { failed: [], trouble: error instanceof Error ? error.message : String(error) };
  } finally {
    writeFileSync(path, before);
  }
}

/** Returns what is wrong with the tables or the tests; empty if every fault was noticed. */
export function runGlue(words: readonly string[]): string[] {
  const all = [...workerFaults, ...pageFaults, ...roomFaults];
  const faults = all.filter(
    ({ file, breaks }) => !words.length || words.some((word) => `${file} ${breaks}`.includes(word)),
  );
  if (!faults.length) return [`No fault has ${words.join(' or ')} in it.`];
  const copy = copyProject();
  try {
    const sound = runTests(copy, [...new Set(faults.flatMap(({ tests }) => tests.split(' ')))]);
    if (sound.trouble || sound.failed.length)
      return [`The tests fail without any fault: ${[...sound.failed, sound.trouble].join('\n')}`];
    return faults.flatMap((fault) => {
      const started = Date.now();
      const { failed, trouble } = tryFault(copy, fault);
      const verdict = trouble ? 'NOT TRIED' : failed.length ? 'noticed' : 'NOT NOTICED';
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${verdict}: ${fault.breaks} (${fault.file}, ${seconds} s)\n`);
      if (trouble) process.stdout.write(`${trouble.trim().slice(0, 2000)}\n`);
      return failed.length ? [] : [`${verdict}: ${fault.breaks} (${fault.file})`];
    });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
