import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { said } from '../e2e/harness/controls.ts';
import { launch } from '../e2e/harness/launch.ts';
import type { Session } from '../e2e/harness/session.ts';
import { openWeb, type Web } from '../e2e/harness/web.ts';
import { describeRequest, type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { privateBuild } from './build.ts';
import { play } from './play.ts';
import { connect, type Stage } from './tour.ts';

const { values } = parseArgs({ options: { headless: { type: 'boolean', default: false } } });
const output = new URL('../../.output', import.meta.url).pathname;
const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
const headed = Boolean(hasScreen) && !values.headless;

/** Plays the main job where nobody watches. */
async function tour(stage: Stage): Promise<void> {
  console.log(`Playing the main job in a headless browser against the sandbox service (${stage.sandbox.url}).`);
  const started = Date.now();
  const wrong = await play(stage, join(output, 'tour'), console.log);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    wrong === 0
      ? `All as it should be (${seconds} s). Screenshots: .output/tour/`
      : `Not as it should be: ${wrong} difference${wrong === 1 ? '' : 's'}. Screenshots: .output/tour/`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** Leaves the browser to the person until they close it or press Ctrl+C. */
async function show(stage: Stage): Promise<void> {
  const options = await connect(stage);
  await said(options, 'Connected');
  // The extension opens this page by itself when it is installed: one of them is enough.
  for (const other of await stage.session.browser.pages()) if (other !== stage.page) await other.close();
  await stage.page.goto('http://shop.example.com/');
  await stage.page.bringToFront();
  console.log(`The browser shows http://shop.example.com/, a page of this machine (any http:// name works in it).
Press Waymark's button in the toolbar to register it.
What is registered: ${stage.sandbox.url}/   Requests appear below. Close the browser or press Ctrl+C to end.`);
  const over = new AbortController();
  const interrupted = once(process, 'SIGINT', { signal: over.signal });
  const ended = once(process, 'SIGTERM', { signal: over.signal });
  const closed = new Promise((resolve) => stage.session.browser.once('disconnected', resolve));
  await Promise.race([interrupted, ended, closed]);
  over.abort();
  await Promise.allSettled([interrupted, ended]);
}

console.log('Building the extension …');
const build = await privateBuild();
let web: Web | undefined;
let sandbox: Sandbox | undefined;
let session: Session | undefined;
try {
  web = await openWeb();
  sandbox = await startSandbox({
    stranger: false,
    ...(headed && {
      database: join(output, 'sandbox.sqlite'),
      onAnswer: (entry) => entry.operation && console.log(describeRequest(entry)),
    }),
  });
  console.log('Opening the browser …');
  session = await launch({ web, build, shown: headed });
  const stage: Stage = { session, sandbox, page: await session.browser.newPage() };
  await (headed ? show(stage) : tour(stage));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await session?.close().catch(() => {});
  await Promise.all([sandbox?.close(), web?.close()]);
  rmSync(build, { recursive: true, force: true });
}
