import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch as start } from 'puppeteer-core';
import { privateBuild } from '../../tools/build.ts';
import { findFirefox } from '../../tools/find.mjs';
import { hear } from './firefoxHeard.ts';
import { look } from './firefoxLeft.ts';
import { leave } from './leave.ts';
import { logIn } from './login.ts';
import { patience } from './patience.ts';

/** The extension's id in Firefox, as in its manifest. */
export const addonId = 'waymark@waymark.example';
/** Firefox gives each installation an address of its own. This fixed one is known beforehand. */
const uuid = '6f9a1c52-3b1e-4a52-9b0f-0d3c2a7b1e55';
export const addonOrigin = `moz-extension://${uuid}`;

export interface FirefoxOptions {
  /** The web server that answers for every `http://` host name. No test reaches the network. */
  web: { port: number };
  /**
   * The folder of the unpacked build. By default, the build that WAYMARK_BUILD_FIREFOX names, else one made for this
   * session.
   */
  build?: string;
  /** Whether to open a window on the screen of the person who runs this. */
  shown?: boolean;
  /** Whether to trust every certificate, so that a server of the test can be any site over https. */
  trusting?: boolean;
  /** How long the background may be without an event before it is suspended (milliseconds); by default 30,000. */
  idle?: number;
  /** The person's home folder, which may have policies for extensions. */
  home?: string;
  /** Whether the extension is allowed in private windows. */
  privateToo?: boolean;
  /** The browser's settings that the person has changed, by their names in `about:config`. */
  preferences?: Readonly<Record<string, boolean | number | string>>;
}

/** A running Firefox with the extension in it. */
export interface Firefox {
  readonly browser: Browser;
  /**
   * Runs a function inside the browser itself, with the browser's window as its global object. Arguments and result are
   * plain data.
   */
  inside<A extends unknown[], R>(task: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /** Emits an event to the listeners for the browser's events, as if the browser had sent it. */
  tell(event: string, params: object): void;
  /**
   * Closes the browser. Then rejects if the extension complained, or left a key or a password behind (see `leave.ts`).
   */
  close(): Promise<void>;
}

/**
 * Waits until the extension has opened its first page in place of the empty tab. Before that, no tab may load a page.
 */
const welcomed = (firefox: Pick<Firefox, 'inside'>) =>
  firefox.inside(async (start) => {
    const isOpen = () => gBrowser.selectedBrowser.currentURI.spec.startsWith(start);
    await untilSeen('a page of the extension, which it opens when it is installed', isOpen);
  }, addonOrigin);

/** Gives the extension permissions, or takes them away, as a person does in the add-ons manager. */
export const permit = (
  { inside }: Pick<Firefox, 'inside'>,
  way: 'add' | 'remove',
  what: { origins?: string[]; permissions?: string[] },
): Promise<void> =>
  inside(
    async (id, how, { origins = [], permissions = [] }) => {
      const url = 'resource://gre/modules/ExtensionPermissions.sys.mjs';
      const { ExtensionPermissions } = ChromeUtils.importESModule(url);
      await ExtensionPermissions[how](id, { origins, permissions }, WebExtensionPolicy.getByID(id)?.extension);
    },
    addonId,
    way,
    what,
  );

/** Lets the extension run in private windows. One that is installed has to be installed again for that. */
export const permitPrivate = (firefox: Pick<Firefox, 'inside'>) =>
  permit(firefox, 'add', { permissions: ['internal:privateBrowsingAllowed'] });

interface Bidi {
  send(method: string, params: object): Promise<{ result: Record<string, unknown> }>;
  emit(event: string, params: object): void;
}

/** Returns a proxy script: loopback addresses are reached directly, all others through the web server of the test. */
const proxyFor = (port: number) => `function FindProxyForURL(url, host) {
  return /^(127\\.0\\.0\\.1|localhost|\\[?::1\\]?)$/.test(host) ? 'DIRECT' : 'PROXY 127.0.0.1:${port}';
}`;

const allPreferences = ({ web, shown, idle = 30_000, preferences }: FirefoxOptions) => ({
  'extensions.webextensions.uuids': JSON.stringify({ [addonId]: uuid }),
  'network.proxy.type': 2,
  'network.proxy.autoconfig_url': `data:text/javascript,${encodeURIComponent(proxyFor(web.port))}`,
  // Without this, a prompt ignores its first presses, because they may be meant for the page.
  'security.notification_enable_delay': 0,
  'extensions.background.idle.timeout': idle,
  'ui.systemUsesDarkTheme': 0,
  'layout.css.prefers-color-scheme.content-override': 1,
  // As in Chromium: animations and optimised code are not worth their processor time, a tenth of the whole, in pages
  // that are open for seconds.
  'ui.prefersReducedMotion': shown ? 0 : 1,
  'javascript.options.ion': shown === true,
  ...preferences,
});

const newProfile = () => mkdtemp(join(tmpdir(), 'waymark-firefox-'));

function startBrowser(
  userDataDir: string,
  { shown, trusting, home, prefs }: Pick<FirefoxOptions, 'shown' | 'trusting' | 'home'> & { prefs?: object } = {},
) {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error('No Firefox found: set FIREFOX_PATH to one.');
  return start({
    browser: 'firefox',
    executablePath,
    headless: !shown,
    acceptInsecureCerts: trusting,
    userDataDir,
    defaultViewport: null,
    handleSIGINT: !shown,
    handleSIGTERM: !shown,
    args: ['--remote-allow-system-access', '--width=1280', '--height=900'],
    extraPrefsFirefox: { ...prefs },
    env: { ...process.env, ...(home ? { HOME: home } : {}) },
  });
}

/**
 * Makes a profile in which Firefox has run once. A copy of it starts in half the processor time that a new profile
 * takes. Every session begins with a copy of the profile that WAYMARK_FIREFOX_PROFILE names.
 */
export async function usedProfile(): Promise<string> {
  const profile = await newProfile();
  await (await startBrowser(profile)).close();
  return profile;
}

/** Starts Firefox with the built extension installed. Headless, unless `shown`. */
export async function launchFirefox(options: FirefoxOptions): Promise<Firefox> {
  const profile = await newProfile();
  const given = options.build ?? process.env.WAYMARK_BUILD_FIREFOX;
  let build = given;
  let browser: Browser | undefined;
  const close = async () => {
    await browser?.close();
    if (build && !given) await rm(build, { recursive: true, force: true });
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    build ??= await privateBuild('firefox');
    if (process.env.WAYMARK_FIREFOX_PROFILE)
      await cp(process.env.WAYMARK_FIREFOX_PROFILE, profile, { recursive: true });
    browser = await startBrowser(profile, { ...options, prefs: allPreferences(options) });
    const control = await controls(browser);
    await hear(control);
    if (!options.shown) await logIn(browser);
    if (options.privateToo) await permitPrivate(control);
    await browser.installExtension(build);
    await welcomed(control);
    const { shown } = options;
    // A person who has the browser on their own screen may close it at any time.
    const leaving = async () =>
      shown || !browser?.connected ? close() : leave(() => look(control, addonId, addonOrigin), close);
    return { ...control, browser, close: leaving };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Runs in the browser, where functions that are given to `inside` know it as `untilSeen`: calls `look` until it returns
 * something, and resolves to that.
 */
async function lookFor<T>(what: string, look: () => T, milliseconds: number): Promise<T> {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    const found = look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`${what} did not come in ${milliseconds / 1000} s`);
}

async function controls(browser: Browser): Promise<Pick<Firefox, 'inside' | 'tell'>> {
  const bidi = (browser as unknown as { connection: Bidi }).connection;
  const send = async (method: string, params: object) => (await bidi.send(method, params)).result;
  const tree = await send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const [window] = tree.contexts as { context: string }[];
  return {
    tell: (event, params) => bidi.emit(event, params),
    inside: async (task, ...args) => {
      const { type, result, exceptionDetails } = (await send('script.callFunction', {
        functionDeclaration: `async (args) => {
          const untilSeen = (what, look) => (${lookFor})(what, look, ${patience});
          return JSON.stringify(await (${task})(...JSON.parse(args)) ?? null);
        }`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        target: { context: window?.context },
        awaitPromise: true,
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
      if (type === 'exception') throw new Error(`In the browser: ${exceptionDetails?.text}`);
      return JSON.parse(result?.value ?? 'null');
    },
  };
}
