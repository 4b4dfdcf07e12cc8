import { spawn } from 'node:child_process';

/** Ends the run with one sentence that says what is missing and what to do. */
export class Remedy extends Error {}

/** Runs a long command quietly, says every ten seconds that it still runs, and shows its output if it fails. */
export function quietly(what, command, args, options = {}) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stdout.write(`${what} …\n`);
  const beat = setInterval(() => process.stdout.write(`  … still at it (${seconds()} s)\n`), 10_000);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${Buffer.concat(output)}\n${what}: failed (${command} ended with ${code}).`));
    });
  }).finally(() => clearInterval(beat));
}
