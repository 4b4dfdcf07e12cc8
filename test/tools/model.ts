// npm run test:model -- --count 50000 --seed 7: plays random sequences on random services, on all processors.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { playMany } from '../model/play.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50000' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
    path: { type: 'string' },
    part: { type: 'boolean', default: false },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
/** The number of sequences in one process, whose memory is freed afterwards. */
const some = 1000;

/** Plays one part of the sequences in this process. */
async function part(): Promise<number> {
  try {
    await playMany(count, seed, values.path);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

const start = (at: number) =>
  new Promise<boolean>((resolve) => {
    const args = ['--part', '--count', String(Math.min(some, count - at * some)), '--seed', String(seed + at)];
    spawn(process.execPath, [import.meta.filename, ...args], { stdio: 'inherit' }).on('close', (code) =>
      resolve(code === 0),
    );
  });

async function all(): Promise<number> {
  const parts = Math.ceil(count / some);
  let next = 0;
  let bad = 0;
  const work = async () => {
    while (next < parts) if (!(await start(next++))) bad++;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${count} sequences from seed ${seed} on: ${bad ? `${bad} of ${parts} parts failed` : 'nothing wrong'}`);
  return bad ? 1 : 0;
}

process.exit(await (values.part || values.path ? part() : all()));
