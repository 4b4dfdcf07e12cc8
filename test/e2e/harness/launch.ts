import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, launch as start } from 'puppeteer-core';
import { findChromium } from '../../tools/find.mjs';
import { type Display, openDisplay } from './display.ts';
import { urlOf } from './extension.ts';
import { leave } from './leave.ts';
import { look } from './left.ts';
import { logIn } from './login.ts';
import './patience.ts';
import type { LaunchOptions, Session } from './session.ts';
import { type Heard, watch } from './watch.ts';

/** Starts Chromium with the built extension installed. Headless, unless `headed` or `shown`. */
export async function launch(options: LaunchOptions = {}): Promise<Session> {
  const build = options.build ?? process.env.WAYMARK_BUILD;
  if (!build) throw new Error('No build to install: name one, or run this through vitest or npm, which make one.');
  const profile = await newProfile(build, options);
  const display = options.headed ? await openDisplay() : undefined;
  const heard: Heard = { said: [], complaints: [] };
  let browser: Browser | undefined;

  const close = async () => {
    await browser?.close();
    await display?.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  const open = async () => {
    browser = await openBrowser(options, profile, display);
    if (!options.shown) await logIn(browser);
    return browser;
  };
  /** Who has the browser on their own screen closes it as they like. */
  const leaving = async (session: Session, end: () => Promise<void>) =>
    options.shown || !session.browser.connected ? end() : leave(() => look(session, heard), end);

  try {
    const first = await open();
    const listen = (id: string) => {
      if (options.watch !== false) watch(first, id, heard);
    };
    const id = await install(first, build, listen);
    const session: Session = {
      browser: first,
      id,
      profile,
      display,
      complaints: heard.complaints,
      close: () => leaving(session, close),
      restart: async () => {
        await leaving(session, async () => browser?.close());
        await keepInstalled(profile, id);
        session.browser = await open();
        if (options.watch !== false) watch(session.browser, id, heard);
      },
    };
    return session;
  } catch (error) {
    await close();
    throw error;
  }
}

function openBrowser(options: LaunchOptions, profile: string, display: Display | undefined): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: set CHROMIUM_PATH to one.');
  return start({
    executablePath,
    headless: !options.headed && !options.shown,
    pipe: true,
    ignoreDefaultArgs: options.shown ? ['--enable-automation'] : false,
    handleSIGINT: !options.shown,
    handleSIGTERM: !options.shown,
    enableExtensions: true,
    userDataDir: profile,
    defaultViewport: null,
    args: flags(options),
    env: {
      ...process.env,
      ...(display ? { DISPLAY: display.name } : {}),
      ...(options.lang ? { LANGUAGE: options.lang } : {}),
    },
  });
}

const flags = ({ web, hosts = {}, trusting, lang, shown, watch: isWatched = true }: LaunchOptions): string[] => [
  '--disable-gpu',
  // A sixth of the processor's time went into animations, of the browser's tabs most of all.
  ...(shown ? [] : ['--force-prefers-reduced-motion']),
  // Pages that live for seconds gain less by compiling than that takes: a twelfth of the processor's time.
  ...(isWatched && !shown ? ['--js-flags=--no-maglev --no-opt'] : []),
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1280,850',
  // The screen that is there without a window is smaller than people's: a popup would be cut off at 510 px.
  '--screen-info={1600x1200}',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ...(trusting ? ['--ignore-certificate-errors'] : []),
  ...(lang ? [`--lang=${lang}`, `--accept-lang=${lang}`] : []),
  `--host-resolver-rules=${[
    ...Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`),
    ...(web ? [`MAP *:80 127.0.0.1:${web.port}`] : []),
    'MAP * ~NOTFOUND',
    'EXCLUDE 127.0.0.1',
    'EXCLUDE localhost',
    'EXCLUDE [::1]',
  ].join(', ')}`,
];

/**
 * The page that Waymark opens when it is installed takes the place of an empty one in front: another is there until it
 * has come. `listen` begins at once: the end of a worker is missed that nobody heard from its beginning.
 */
async function install(browser: Browser, build: string, listen: (id: string) => void): Promise<string> {
  const page = await browser.newPage();
  await page.goto('data:text/html,');
  const id = await browser.installExtension(build);
  listen(id);
  await browser.waitForTarget((target) => target.url() === urlOf({ id }, 'options.html'));
  await page.close();
  return id;
}

const preferencesIn = (profile: string) => join(profile, 'Default', 'Preferences');

/** The id that Chromium gives to an unpacked extension: its folder, hashed, in the letters a to p. */
const idOf = (build: string) =>
  createHash('sha256')
    .update(resolve(build))
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

/** The browser draws 30 frames a second, not 60, as where a battery is to last: a tenth of the processor's time. */
const sparing = { performance_tuning: { battery_saver_mode: { state: 3 } } };

/**
 * A profile with the button in plain sight, and in developer mode: else no unpacked extension is loaded at the next
 * start. Told by the browser's own page of extensions, the same takes as much of the processor's time as the whole
 * start.
 */
async function newProfile(build: string, { shown, watch: isWatched = true }: LaunchOptions): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'waymark-'));
  const extensions = { ui: { developer_mode: true }, pinned_extensions: [idOf(build)] };
  await mkdir(join(profile, 'Default'));
  await writeFile(preferencesIn(profile), JSON.stringify({ extensions }));
  if (isWatched && !shown) await writeFile(join(profile, 'Local State'), JSON.stringify(sparing));
  return profile;
}

/**
 * An extension installed through the debugging protocol is forgotten at the next start, permissions and all.
 * Without this one flag the profile holds it as `Load unpacked` would have put it there.
 */
async function keepInstalled(profile: string, id: string): Promise<void> {
  const untilRestart = 1 << 15;
  const file = preferencesIn(profile);
  const preferences = JSON.parse(await readFile(file, 'utf8'));
  preferences.extensions.settings[id].creation_flags &= ~untilRestart;
  await writeFile(file, JSON.stringify(preferences));
}
