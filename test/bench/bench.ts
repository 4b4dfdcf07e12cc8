import { rmSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { openWeb } from '../e2e/harness/web.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { privateBuild } from '../tools/build.ts';
import { addMany } from './addmany.ts';
import { workerStarts } from './cold.ts';
import { growth } from './growth.ts';
import { lists } from './lists.ts';
import { measurePopups } from './popups.ts';
import { registrations } from './register.ts';
import { inWords, type Report } from './report.ts';
import { alsoKind } from './subject.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '15' },
    also: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true, default: ['popups', 'worker', 'register', 'growth', 'addmany', 'lists'] },
  },
});

const runs = Number(values.runs);
const also = values.also.map(alsoKind);
const wants = (part: string) => values.only.includes(part);
const say = (line: string) => process.stderr.write(`${line}\n`);

say('Building the extension …');
const build = await privateBuild();
const web = await openWeb();
const sandbox = await startSandbox();
try {
  const context = { build, web, sandbox, runs, say };
  const report: Report = {
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
    load: [loadavg()[0] ?? 0],
    runs,
    popups: wants('popups') ? await measurePopups(context, also) : [],
    worker: wants('worker') ? await workerStarts(context) : [],
    register: wants('register') ? await registrations(context) : [],
    writes: [],
    growth: wants('growth') ? await growth(context) : [],
    lists: wants('lists') ? await lists(context) : [],
  };
  if (wants('addmany')) {
    const { writes, growth } = await addMany(context);
    report.writes.push(...writes);
    report.growth.push(...growth);
  }
  report.load.push(loadavg()[0] ?? 0);
  process.stdout.write(`${inWords(report)}\n`);
} finally {
  await Promise.all([sandbox.close(), web.close()]);
  rmSync(build, { recursive: true, force: true });
}
