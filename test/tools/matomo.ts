// npm run test:matomo: the life of some websites through the real extension, in Chromium and Firefox, on a real Matomo
// in a folder of its own, which is removed afterwards. Where Matomo cannot be installed, says why.
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMatomo, whyNoMatomo } from './matomoServer.ts';
import { type Count, finish, tests, told } from './steps.ts';

/** The number of websites that are added at once. */
const many = 60;

async function play(): Promise<Count[]> {
  const why = whyNoMatomo();
  if (why) {
    process.stdout.write(`Left out: the tests with a real Matomo. ${why}\n`);
    return [];
  }
  // A folder of this run alone, so that the remains of a killed run do not matter.
  const folder = join(tmpdir(), `waymark-matomo-${process.pid}`);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
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

finish(await play());
