import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, TestRunner, vi } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { ask } from '../harness/connect.ts';
import { killWorker, openPage, openPopup, urlOf } from '../harness/extension.ts';
import { addonOrigin, type Firefox, launchFirefox, permit } from '../harness/firefox.ts';
import { openPopup as openFirefoxPopup } from '../harness/firefoxPopup.ts';
import { openPage as openFirefoxPage, revokeHosts, suspend } from '../harness/firefoxState.ts';
import { launch } from '../harness/launch.ts';
import { allowHost } from '../harness/permissions.ts';
import type { Session } from '../harness/session.ts';
import { openWeb, type Web } from '../harness/web.ts';

/** The extension in one of the two browsers, with the actions of the tests in both. */
export interface Subject {
  origin: string;
  /** Set only in Chromium (`session`) or in Firefox (`firefox`). */
  session?: Session;
  firefox?: Firefox;
  /** Opens a page of the extension in a new tab. */
  open(path: string): Promise<Page>;
  /** Opens a tab with the extension's rights that runs none of its scripts. */
  bare(): Promise<Page>;
  tab(): Promise<Page>;
  /** Opens the real popup over a page. */
  popup(over: Page): Promise<Page>;
  /** Grants access to loopback without a dialog. */
  grant(): Promise<unknown>;
  revoke(): Promise<unknown>;
  /** Ends the background between any two of its steps. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export { ask, askAll, type Heard } from '../harness/connect.ts';

export type BrowserName = 'Chromium' | 'Firefox';
export const browsers: readonly BrowserName[] = ['Chromium', 'Firefox'];
/** The browsers for tests in which both engines behave alike: the second one only in the full tier. */
export const engines: readonly BrowserName[] = isFull ? browsers : ['Chromium'];

const loopback = 'http://127.0.0.1/*';

interface Options {
  web: Pick<Web, 'port'>;
  /** An unpacked build instead of the one under test. */
  build?: string;
  /** In Firefox: whether the extension is allowed in private windows from the start. */
  privateToo?: boolean;
  /** Firefox's preferences, by their names in `about:config`. */
  preferences?: Readonly<Record<string, boolean>>;
}

async function chromium(options: Options): Promise<Subject> {
  const session = await launch(options);
  await allowHost(session, loopback);
  // This tab is open already. A new tab would close a popup, and put all other pages in the background.
  const home = await openPage(session, 'manifest.json');
  const permit = (way: 'request' | 'remove') => () =>
    home.evaluate((how, origin) => chrome.permissions[how]({ origins: [origin] }), way, loopback);
  return {
    origin: urlOf(session, '').slice(0, -1),
    session,
    open: (path) => openPage(session, path),
    bare: () => openPage(session, 'manifest.json'),
    tab: () => session.browser.newPage(),
    popup: (over) => openPopup(session, over),
    grant: permit('request'),
    revoke: permit('remove'),
    kill: () => killWorker(session),
    close: session.close,
  };
}

async function firefox(options: Options): Promise<Subject> {
  const running = await launchFirefox(options);
  return {
    origin: addonOrigin,
    firefox: running,
    open: (path) => openFirefoxPage(running, path),
    bare: async () => {
      const page = await running.browser.newPage();
      // A text file: for a JSON file, the browser shows a page of its own.
      await page.goto(`${addonOrigin}/preload.js`, { waitUntil: [] });
      await page.waitForFunction(() => 'chrome' in globalThis && !!chrome.storage && !!document.body);
      return page;
    },
    tab: () => running.browser.newPage(),
    popup: (over) => openFirefoxPopup(running, over),
    grant: () => permit(running, 'add', { origins: [loopback] }),
    revoke: () => revokeHosts(running, [loopback]),
    kill: () => suspend(running),
    close: running.close,
  };
}

/** Starts a browser with the extension. The caller closes it. */
export const start = (name: BrowserName, options: Options): Promise<Subject> =>
  name === 'Chromium' ? chromium(options) : firefox(options);

/** Waits for the page of a host that the test has not opened, or whose handle was lost when its tab was discarded. */
export const pageAt = ({ session, firefox }: Subject, host: string): Promise<Page> =>
  vi.waitUntil(async () => {
    for (const page of await (session ?? (firefox as Firefox)).browser.pages())
      if ((await page.evaluate(() => location.hostname).catch(() => '')) === host) return page;
    return undefined;
  }) as Promise<Page>;

/** Returns how many times the present test has failed so far. */
const failures = (): number => TestRunner.getCurrentTest()?.result?.retryCount ?? 0;

/**
 * Plays a scenario in these browsers at once, whose results several tests check. The first test waits. Each test
 * reports a failure of the scenario; for a second try of these tests, the scenario is played once more.
 * @param timeout the limit on a busy machine (milliseconds)
 */
export function playIn<T>(
  names: readonly BrowserName[],
  play: (browser: BrowserName) => Promise<T>,
  timeout = 180_000,
) {
  vi.setConfig({ testTimeout: timeout, hookTimeout: timeout });
  const played = new Map<string, Promise<T>>();
  const playedFor = (browser: BrowserName, tries: number): Promise<T> => {
    const name = `${browser} ${tries}`;
    const end = played.get(name) ?? play(browser);
    end.catch(() => {});
    played.set(name, end);
    return end;
  };
  beforeAll(() => names.forEach((browser) => void playedFor(browser, 0)));
  afterAll(() => Promise.allSettled(played.values()));
  return (browser: BrowserName): Promise<T> => playedFor(browser, failures());
}

/** The objects with which a scenario is played in one of the browsers. */
export interface Stage {
  browser: BrowserName;
  subject: Subject;
  sandbox: Sandbox;
  web: Web;
  /** A page of the extension that can send the messages of all its pages. */
  page: Page;
}

interface Staging extends Omit<Options, 'web'> {
  service?: SandboxOptions;
  /** Whether `page` runs none of the extension's scripts; by default false. */
  isBare?: boolean;
  /** Whether both services are connected; by default true. */
  isConnected?: boolean;
}

async function open(stage: Stage, { service, isBare, isConnected = true, ...options }: Staging): Promise<void> {
  [stage.web, stage.sandbox] = await Promise.all([openWeb(), startSandbox(service)]);
  stage.subject = await start(stage.browser, { ...options, web: stage.web });
  stage.page = await (isBare ? stage.subject.bare() : stage.subject.open('options.html'));
  if (isConnected) await connectTo(stage.subject, stage.page, stage.sandbox);
}

async function close({ subject, sandbox, web }: Partial<Stage>): Promise<void> {
  await subject?.close();
  await Promise.all([sandbox?.close(), web?.close()]);
}

/** Sets up the stage for all tests of a file or a group. Its properties are set before the first test begins. */
export function stageIn(browser: BrowserName, staging: Staging = {}): Stage {
  const stage = { browser } as Stage;
  beforeAll(() => open(stage, staging));
  afterAll(() => close(stage));
  return stage;
}

/** Plays a scenario on a new stage, which is closed afterwards. */
export async function playAlone<T>(browser: BrowserName, staging: Staging, play: (stage: Stage) => Promise<T>) {
  const stage = { browser } as Stage;
  try {
    await open(stage, staging);
    return await play(stage);
  } finally {
    await close(stage);
  }
}

/** Plays a scenario as `playIn` does, on a new stage for each browser. */
export const playOn = <T>(
  names: readonly BrowserName[],
  play: (stage: Stage) => Promise<T>,
  { timeout, ...staging }: Staging & { timeout?: number } = {},
) => playIn(names, (browser) => playAlone(browser, staging, play), timeout);

type Service = Pick<Sandbox, 'url' | 'key' | 'seoUrl' | 'seoKey'> & Partial<Pick<Sandbox, 'clearLog'>>;

/** Connects both services of a sandbox, and clears the log of the requests for that. */
export async function connectTo(subject: Subject, page: Page, sandbox: Service): Promise<void> {
  await subject.grant();
  const { url, key, seoUrl, seoKey } = sandbox;
  const services = { analytics: { url, key }, seo: { url: seoUrl, key: seoKey } };
  const heard = await ask(page, 'connection.save', { services, keep: 'always' });
  const report = heard?.ok ? (heard.value as Record<string, { ok: boolean }>) : {};
  if (!report.analytics?.ok || !report.seo?.ok) throw new Error(`Not connected: ${JSON.stringify(heard)}`);
  sandbox.clearLog?.();
}
