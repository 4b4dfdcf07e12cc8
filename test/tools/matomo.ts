// npm run test:matomo: the life of some websites on a real Matomo; --keep keeps its folder for the next run.
import { parseArgs } from 'node:util';
import { playAtMatomo } from './matomoLife.ts';

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const counts = await playAtMatomo(values);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
process.stdout.write(`${counts.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed} failed\n`);
process.exitCode = counts.length && !failed ? 0 : 1;
