import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMatomo, whyNoMatomo } from './matomoServer.ts';
import { type Count, tests, told } from './steps.ts';

/** How many websites are added at once. */
const many = 60;

/**
 * Plays the life of some websites through the real extension, in Chromium and Firefox, against a real Matomo, which is
 * installed for it in a folder of its own and removed afterwards; `keep` leaves that folder for the next time. Where
 * Matomo cannot be installed, says why, and counts nothing.
 */
export async function playAtMatomo({ keep = false } = {}): Promise<Count[]> {
  const why = whyNoMatomo();
  if (why) {
    process.stdout.write(`Left out: the tests with a real Matomo. ${why}\n`);
    return [];
  }
  // Its own, unless it is kept: what a run that was killed has left does not matter to the next.
  const folder = keep
    ? join(process.env.WAYMARK_TMPDIR ?? tmpdir(), 'waymark-matomo')
    : join(tmpdir(), `waymark-matomo-${process.pid}`);
  if (!keep) process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  let stop = async () => {};
  try {
    const started = await told('A real Matomo', async () => {
      const server = await startMatomo(folder);
      stop = server.stop;
      process.env.WAYMARK_KIND = 'matomo';
      process.env.WAYMARK_URL = server.url;
      process.env.WAYMARK_KEY = server.token;
      process.env.WAYMARK_MANY = String(many);
    });
    return started.failed ? [started] : [started, await tests(['browser'], ['test/e2e/kinds/life.test.ts'])];
  } finally {
    await stop();
  }
}
