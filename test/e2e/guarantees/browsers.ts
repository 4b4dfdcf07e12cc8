import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, TestRunner, vi } from 'vitest';
import type { Answer } from '../../../lib/messages/ask.ts';
import type { Problem } from '../../../lib/services/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { isFull } from '../../tier.ts';
import { killWorker, openPage, openPopup, urlOf } from '../harness/extension.ts';
import { addonId, addonOrigin, type Firefox, launchFirefox } from '../harness/firefox.ts';
import { openPopup as openFirefoxPopup } from '../harness/firefoxPopup.ts';
import { openPage as openFirefoxPage, revokeHosts } from '../harness/firefoxState.ts';
import { launch } from '../harness/launch.ts';
import { allowHost } from '../harness/permissions.ts';
import { keepSecretsOf } from '../harness/secrets.ts';
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
    grant: () => grantInFirefox(running),
    revoke: () => revokeHosts(running, [loopback]),
    kill: () => killInFirefox(running),
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

const grantInFirefox = ({ inside }: Firefox): Promise<void> =>
  inside(
    async (id, origin) => {
      const { ExtensionPermissions } = ChromeUtils.importESModule(
        'resource://gre/modules/ExtensionPermissions.sys.mjs',
      );
      const { extension } = WebExtensionPolicy.getByID(id);
      await ExtensionPermissions.add(id, { origins: [origin], permissions: [] }, extension);
    },
    addonId,
    loopback,
  );

/**
 * Suspends the background at once, whatever it does, as the browser does after a pause. Checks this in the same step,
 * because a page that sends a message starts the background again.
 */
const killInFirefox = ({ inside }: Firefox): Promise<void> =>
  inside(async (id) => {
    const { extension } = WebExtensionPolicy.getByID(id);
    await extension.terminateBackground({ ignoreDevToolsAttached: true, disableResetIdleForTest: true });
    await untilSeen('the end of the background', () => extension.backgroundState === 'stopped');
  }, addonId);

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

interface Staging {
  service?: SandboxOptions;
  /** Whether `page` runs none of the extension's scripts; by default false. */
  isBare?: boolean;
  /** Whether both services are connected; by default true. */
  isConnected?: boolean;
  timeout?: number;
}

/** Plays a scenario as `playIn` does, with new objects for each browser, which are closed afterwards. */
export function playOn<T>(
  names: readonly BrowserName[],
  play: (stage: Stage) => Promise<T>,
  { service, isBare, isConnected = true, timeout }: Staging = {},
) {
  const playAlone = async (browser: BrowserName): Promise<T> => {
    const [web, sandbox] = await Promise.all([openWeb(), startSandbox(service)]);
    const subject = await start(browser, { web });
    try {
      const page = await (isBare ? subject.bare() : subject.open('options.html'));
      if (isConnected) await connectTo(subject, page, sandbox);
      return await play({ browser, subject, sandbox, web, page });
    } finally {
      await subject.close();
      await Promise.all([sandbox.close(), web.close()]);
    }
  };
  return playIn(names, playAlone, timeout);
}

/** The worker's answer to a page of the extension; `undefined` if there was none. */
export type Heard = { ok: true; value: unknown } | { ok: false; problem: Problem } | undefined;

interface Question {
  ask: string;
  input: unknown;
  /** The id of the connection that the question is about; by default the first one. */
  connection?: string;
}

/** Sends several messages to the worker at once, from a page of the extension. Resolves to the answers in order. */
export function askAll(page: Page, questions: Question[]): Promise<Heard[]> {
  keepSecretsOf(questions);
  return page.evaluate(async (all) => {
    const { connections } = await chrome.storage.local.get('connections');
    // The stored data may be damaged on purpose.
    const list = (connections as { value?: { list?: unknown } } | undefined)?.value?.list;
    const stored = Array.isArray(list) ? list : [];
    return Promise.all(
      all.map(({ connection, ...question }) => {
        const meant = connection ? stored.find(({ id }) => id === connection) : stored[0];
        const { account: analytics, seoAccount } = meant ?? {};
        const account = question.ask.startsWith('projects.') ? seoAccount : analytics;
        const message = { ...question, account, id: crypto.randomUUID() };
        return chrome.runtime.sendMessage(message) as Promise<Answer<unknown> | undefined>;
      }),
    );
  }, questions);
}

export async function ask(page: Page, name: string, input: unknown): Promise<Heard> {
  const [heard] = await askAll(page, [{ ask: name, input }]);
  return heard;
}

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
