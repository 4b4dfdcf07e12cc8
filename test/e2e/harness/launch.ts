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
  /** Ends a session. What it leaves is searched first, unless its browser has closed or is on a person's screen. */
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
  // Animations, most of all those of the browser's tabs, would take a sixth of the processor time.
  ...(shown ? [] : ['--force-prefers-reduced-motion']),
  // Pages are open only for seconds, so optimised compiling would take more than it saves (8 % of the processor time).
  ...(isWatched && !shown ? ['--js-flags=--no-maglev --no-opt'] : []),
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1280,850',
  // Without a window, the default screen is smaller than people's, so that a popup would be cut off at 510 px.
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
 * Installs the extension. Its first page replaces an empty page in front, so another page is in front until then. Calls
 * `listen` at once, because the end of a worker is missed unless it was watched from the start.
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

/** Returns the id that Chromium gives to an unpacked extension: the hash of its folder, in the letters a to p. */
const idOf = (build: string) =>
  createHash('sha256')
    .update(resolve(build))
    .digest('hex')
    .slice(0, 32)
    .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

/** Makes the browser draw 30 frames a second, not 60, as on battery, which saves a tenth of the processor time. */
const sparing = { performance_tuning: { battery_saver_mode: { state: 3 } } };

/**
 * Makes a profile that shows the toolbar button and is in developer mode, without which the next start loads no
 * unpacked extension. Setting both on the browser's extensions page would take as much processor time as a whole start.
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
 * Keeps the extension, with its permissions, for the next start of the browser. Chromium forgets an extension that was
 * installed through the debugging protocol, unless this one flag is removed from the profile.
 */
async function keepInstalled(profile: string, id: string): Promise<void> {
  const untilRestart = 1 << 15;
  const file = preferencesIn(profile);
  const preferences = JSON.parse(await readFile(file, 'utf8'));
  preferences.extensions.settings[id].creation_flags &= ~untilRestart;
  await writeFile(file, JSON.stringify(preferences));
}
