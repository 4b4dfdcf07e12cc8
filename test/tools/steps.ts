import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** The numbers of passed and failed checks of a step. */
export interface Count {
  passed: number;
  failed: number;
}

/** The result of one test file. `ms`: its duration (milliseconds). */
export interface FileCount extends Count {
  file: string;
  ms: number;
}

const children = new Set<ChildProcess>();
let isEnded = false;

/** When this run is asked to end, ends the programs that it has started, and starts no more. */
export function endTogether(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isEnded = true;
      for (const child of children) child.kill('SIGTERM');
    });
}

/** Prints the sum of these counts, and sets this process's exit code by it. */
export function finish(counts: readonly Count[]): void {
  const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0);
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`);
  process.exitCode = counts.length && sum('failed') === 0 ? 0 : 1;
}

const one = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
const minutes = 60_000;

/** Runs a program to its end. `show`: passes its output through; otherwise its output is returned. */
function run(command: string, args: string[], show: boolean): Promise<{ ok: boolean; output: string }> {
  if (isEnded) return Promise.resolve({ ok: false, output: 'The run was ended.' });
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      timeout: 80 * minutes,
    });
    children.add(child);
    let output = '';
    const add = (data: Buffer) => {
      output += data;
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => {
      children.delete(child);
      resolve({ ok: code === 0, output });
    });
  });
}

/** Runs a test script beside other tests. Shows its output at its end, and reads the count from the last line. */
export async function beside(script: string): Promise<Count> {
  const { output } = await run(process.execPath, [script], false);
  process.stdout.write(`\n${script}\n${output}`);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return passed && failed ? { passed: Number(passed), failed: Number(failed) } : one(false);
}

/** Runs a program as one check. Shows its output only if it fails. */
export async function check(name: string, command: string, ...args: string[]): Promise<Count> {
  return told(name, async () => {
    const { ok, output } = await run(command, args, false);
    if (!ok) throw new Error(output);
  });
}

/** Runs a task as one check, and prints its name, result and duration. */
export async function told(name: string, task: () => Promise<void>): Promise<Count> {
  const started = Date.now();
  process.stdout.write(`${name} … `);
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  const beat = setInterval(() => process.stdout.write(`still at it (${Math.round(Number(seconds()))} s) … `), 10_000);
  try {
    await task();
    process.stdout.write(`ok (${seconds()} s)\n`);
    return one(true);
  } catch (error) {
    process.stdout.write(`FAILED (${seconds()} s)\n${error instanceof Error ? error.message : error}\n`);
    return one(false);
  } finally {
    clearInterval(beat);
  }
}

interface Report {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** Returns the files whose path contains one of the words, ignoring case. */
export const matching = (files: readonly string[], words: readonly string[]): string[] =>
  files.filter((file) => words.some((word) => file.toLowerCase().includes(word.toLowerCase())));

/** Runs some projects of tests, or only the given files. Skipped tests and broken files or runners count as failed. */
export async function tests(
  projects: readonly string[],
  only: readonly string[] = [],
): Promise<Count & { files: FileCount[] }> {
  const file = join(tmpdir(), `waymark-${projects[0]}-${process.pid}.json`);
  process.stdout.write(`Tests: ${projects.join(', ')}\n`);
  const chosen = only.length ? ['--passWithNoTests', ...only] : [];
  const args = [
    'run',
    '--config',
    'test/vitest.config.ts',
    ...projects.flatMap((name) => ['--project', name]),
    ...chosen,
  ];
  const { ok } = await run(
    'vitest',
    [...args, '--reporter=default', '--reporter=./test/tools/beat.ts', '--reporter=json', `--outputFile.json=${file}`],
    true,
  );
  const report: Report | undefined = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => undefined);
  await rm(file, { force: true });
  const count = report ? tally(report, (line) => process.stdout.write(`${line}\n`)) : one(false);
  const files = report ? report.testResults.map(ofFile) : [];
  return !ok && count.failed === 0 ? { ...count, failed: 1, files } : { ...count, files };
}

const ofFile = ({ name, startTime, endTime, assertionResults }: Report['testResults'][number]): FileCount => {
  const passed = assertionResults.filter(({ status }) => status === 'passed').length;
  return {
    file: relative(process.cwd(), name),
    passed,
    failed: assertionResults.length - passed,
    ms: Math.round(endTime - startTime),
  };
};

/** Counts the results in a report of vitest, and names the tests and files that did not run. */
export function tally({ testResults }: Report, say: (line: string) => void): Count {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = all.filter(({ status }) => status === 'passed').length;
  const failed = all.filter(({ status }) => status === 'failed').length;
  const skipped = all.filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of skipped) say(`Skipped, which nothing may be: ${fullName}`);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
  );
  for (const { name } of broken) say(`Did not run to its end: ${name}`);
  return { passed, failed: failed + skipped.length + broken.length };
}
