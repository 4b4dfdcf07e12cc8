import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** How many things a step checked and how many of them were not as they should be. */
export interface Count {
  passed: number;
  failed: number;
}

/** What one file of tests came to; `ms`: how long it took. */
export interface FileCount extends Count {
  file: string;
  ms: number;
}

const children = new Set<ChildProcess>();
let isEnded = false;

/** Once this run is asked to end: ends what it has started, and starts nothing more. */
export function endTogether(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      isEnded = true;
      for (const child of children) child.kill('SIGTERM');
    });
}

const one = (ok: boolean): Count => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });
const minutes = 60_000;

/** Runs a program to its end; `show` passes its output through, otherwise it is returned. */
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

/** Runs a script of tests while others run; shows what it said once it has ended, and counts by its last line. */
export async function beside(script: string): Promise<Count> {
  const { output } = await run(process.execPath, [script], false);
  process.stdout.write(`\n${script}\n${output}`);
  const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return passed && failed ? { passed: Number(passed), failed: Number(failed) } : one(false);
}

/** One yes-or-no check: silent when all is well. */
export async function check(name: string, command: string, ...args: string[]): Promise<Count> {
  return told(name, async () => {
    const { ok, output } = await run(command, args, false);
    if (!ok) throw new Error(output);
  });
}

/** Does something that counts as one check, says its name, how it went and how long it took. */
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

/** The files whose path has one of the words, in small or capital letters. */
export const matching = (files: readonly string[], words: readonly string[]): string[] =>
  files.filter((file) => words.some((word) => file.toLowerCase().includes(word.toLowerCase())));

/** Runs some projects of tests, or those of these files that they have. What was skipped counts as failed, and so does a file or a runner that broke. */
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

/** Adds up a report of vitest's, and says by name what did not run. */
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
