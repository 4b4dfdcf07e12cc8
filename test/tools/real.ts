// npm run test:umami -- --url https://umami.example.com --key …: the life of some websites through the real extension,
// in Chromium and Firefox, on the server with this address. Makes only waymark-test-….example there, and deletes
// exactly those, even if the run is interrupted, and those that a killed run has left. The key may also be in
// WAYMARK_KEY, so that no list of processes shows it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { isKind } from '../../lib/services/traits.ts';
import { openBetween } from '../e2e/kinds/between.ts';
import { Kept } from '../e2e/kinds/kept.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'umami' },
    url: { type: 'string' },
    key: { type: 'string', default: process.env.WAYMARK_KEY ?? '' },
  },
});
const { kind, key } = values;
const url = values.url?.replace(/\/$/, '');
if (!url || !key || !isKind(kind)) {
  process.stderr.write('Name the server: -- --url https://umami.example.com --key …\n');
  process.exit(1);
}
// Goes through a server on loopback, because Waymark asks no other server without TLS.
const between = await openBetween(url, key);
const kept = new Kept({ kind, url: between.url, key });

/** Deletes this tool's websites, also those of late requests. Resolves to whether none is left. */
async function clear(what: string): Promise<boolean> {
  for (;;) {
    const { found, left } = await kept.clear();
    for (const one of left) process.stderr.write(`Not deleted: ${one}\n`);
    if (found) process.stdout.write(`${what}: ${found - left.length} of ${found} deleted.\n`);
    if (!found || left.length) return !left.length;
    await sleep(1000);
  }
}

async function play(): Promise<number> {
  await clear('Left by an earlier run');
  const args = ['run', '--config', 'test/vitest.config.ts', '--project', 'browser', 'test/e2e/kinds/life.test.ts'];
  const tests = spawn('vitest', args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, WAYMARK_KIND: kind, WAYMARK_URL: url, WAYMARK_KEY: key },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill('SIGTERM'));
  const code = await new Promise<number | null>((resolve) => {
    tests.once('close', resolve).once('error', () => resolve(1));
  });
  return code ?? 1;
}

const code = await play().catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 1;
});
const isClear = await clear('Left by this run').catch((error) => {
  process.stderr.write(`What is left could not be looked for: ${error instanceof Error ? error.message : error}\n`);
  return false;
});
await between.close();
process.exitCode = code || (isClear ? 0 : 1);
