import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { said } from '../e2e/harness/controls.ts';
import { launchFirefox } from '../e2e/harness/firefox.ts';
import { launch } from '../e2e/harness/launch.ts';
import { openWeb, type Web } from '../e2e/harness/web.ts';
import { describeRequest, type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { privateBuild } from './build.ts';
import { chromiumDriver } from './driveChromium.ts';
import { firefoxDriver } from './driveFirefox.ts';
import { play } from './play.ts';
import { connect, type Driver, type Stage } from './tour.ts';

const { values } = parseArgs({
  options: { headless: { type: 'boolean', default: false }, firefox: { type: 'boolean', default: false } },
});
const target = values.firefox ? 'firefox' : 'chrome';
const output = new URL('../../.output', import.meta.url).pathname;
const folder = values.firefox ? 'tour-firefox' : 'tour';
const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
const headed = Boolean(hasScreen) && !values.headless;

interface Opened {
  browser: Browser;
  driver: Driver;
  close(): Promise<void>;
}

/** Opens the requested browser with the extension installed. */
async function open(web: Web, build: string): Promise<Opened> {
  if (values.firefox) {
    const firefox = await launchFirefox({ web, build, shown: headed });
    return { ...firefox, driver: firefoxDriver(firefox) };
  }
  const session = await launch({ web, build, shown: headed });
  return { browser: session.browser, driver: chromiumDriver(session), close: session.close };
}

/** Plays the main job in a headless browser. */
async function tour(stage: Stage): Promise<void> {
  console.log(
    `Playing the main job in headless ${values.firefox ? 'Firefox' : 'Chromium'} against the sandbox service (${stage.sandbox.url}).`,
  );
  const started = Date.now();
  const wrong = await play(stage, join(output, folder), console.log);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    wrong === 0
      ? `All as it should be (${seconds} s). Screenshots: .output/${folder}/`
      : `Not as it should be: ${wrong} difference${wrong === 1 ? '' : 's'}. Screenshots: .output/${folder}/`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}

/** Leaves the browser to the person until they close it or press Ctrl+C. */
async function show(stage: Stage, browser: Browser): Promise<void> {
  const options = await connect(stage);
  await said(options, 'Connected');
  // The extension has opened this page itself when it was installed, and one is enough.
  for (const other of await browser.pages()) if (other !== stage.page) await other.close();
  await stage.page.goto('http://shop.example.com/');
  await stage.page.bringToFront();
  console.log(`The browser shows http://shop.example.com/, a page of this machine (any http:// name works in it).
Press Waymark's button in the toolbar to register it.
What is registered: ${stage.sandbox.url}/   Requests appear below. Close the browser or press Ctrl+C to end.`);
  const over = new AbortController();
  const interrupted = once(process, 'SIGINT', { signal: over.signal });
  const ended = once(process, 'SIGTERM', { signal: over.signal });
  const closed = new Promise((resolve) => browser.once('disconnected', resolve));
  await Promise.race([interrupted, ended, closed]);
  over.abort();
  await Promise.allSettled([interrupted, ended]);
}

console.log('Building the extension …');
const build = await privateBuild(target);
let web: Web | undefined;
let sandbox: Sandbox | undefined;
let opened: Opened | undefined;
try {
  web = await openWeb();
  sandbox = await startSandbox({
    ...(headed && {
      database: join(output, 'start.sqlite'),
      onAnswer: (entry) => entry.operation && console.log(describeRequest(entry)),
    }),
  });
  console.log('Opening the browser …');
  opened = await open(web, build);
  const { browser, driver } = opened;
  const stage: Stage = { driver, sandbox, page: await browser.newPage() };
  await (headed ? show(stage, browser) : tour(stage));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await opened?.close().catch(() => {});
  await Promise.all([sandbox?.close(), web?.close()]);
  rmSync(build, { recursive: true, force: true });
}
