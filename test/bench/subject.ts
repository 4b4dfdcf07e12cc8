import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type Connection, openChromium } from './cdp.ts';
import { closeTab, evaluate, inExtension, openTab, targets } from './pages.ts';

/** The measured object: an unpacked extension, its popup, and the selector that tells when the popup is ready. */
export interface Kind {
  name: string;
  folder: string;
  popup: string;
  /** Matches once the domain is shown and the main action is enabled. */
  selector: string;
}

/** An extension in its own browser, with the tab over which its popup is opened. */
export interface Installed {
  kind: Kind;
  browser: Connection;
  id: string;
  tab: string;
  /** The address of the tab. */
  url: string;
  close(): Promise<void>;
}

export const shop = 'http://shop.example.com/';

/** Returns the states of Waymark's popup. Registered and unregistered differ by the tab's host. */
export function waymark(build: string): Record<'unregistered' | 'registered' | 'notSetUp', Kind> {
  const state = (name: string, ready: string): Kind => ({
    name: `Waymark, ${name}`,
    folder: build,
    popup: 'popup.html',
    selector: `body:has(.host) ${ready}`,
  });
  return {
    unregistered: state('not registered', 'button.primary[type=submit]:not([disabled])'),
    registered: state('registered', '.segments input:checked:not([disabled])'),
    // Before a service is connected, the popup shows no domain.
    notSetUp: { ...state('not set up', ''), selector: 'button.primary:not([disabled])' },
  };
}

export const floor: Kind = {
  name: 'Floor',
  folder: resolve(import.meta.dirname, 'floor'),
  popup: 'popup.html',
  selector: 'button:not([disabled])',
};

/** Parses `name=dir:popup.html:selector`; the selector may contain colons. */
export function alsoKind(text: string): Kind {
  const parts = /^([^=]+)=(.+?):([^:]+\.html):(.+)$/.exec(text);
  const [, name, folder, popup, selector] = parts ?? [];
  if (!name || !folder || !popup || !selector) throw new Error(`Not name=dir:popup.html:selector: ${text}`);
  return { name, folder: resolve(folder), popup, selector };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Copies an extension, and adds the probe to its popup. `change`: may change its manifest. */
function probed(kind: Kind, change: (manifest: Record<string, unknown>) => void = () => {}): string {
  const copy = mkdtempSync(join(tmpdir(), 'waymark-bench-'));
  cpSync(kind.folder, copy, { recursive: true });
  cpSync(join(import.meta.dirname, 'probe.js'), join(copy, 'bench-probe.js'));
  const page = join(copy, kind.popup);
  const script = `<script src="/bench-probe.js" data-selector="${escaped(kind.selector)}"></script>`;
  writeFileSync(page, readFileSync(page, 'utf8').replace(/<head[^>]*>/i, `$&${script}`));
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
  change(manifest);
  writeFileSync(join(copy, 'manifest.json'), JSON.stringify(manifest));
  return copy;
}

/** Starts a browser with one extension, whose button is pinned: an unpinned one first moves there, which takes time. */
export async function install(
  kind: Kind,
  port: number,
  url: string,
  change?: (manifest: Record<string, unknown>) => void,
): Promise<Installed> {
  const folder = probed(kind, change);
  const { browser, close: quit } = openChromium(port);
  const close = async () => {
    await quit();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { id } = await browser.send('Extensions.loadUnpacked', { path: folder });
    const settings = await openTab(browser, 'chrome://extensions/');
    await evaluate(
      browser,
      settings,
      `chrome.developerPrivate.updateExtensionConfiguration({ extensionId: '${id}', pinnedToToolbar: true })`,
    );
    await closeTab(browser, settings);
    const tab = await openTab(browser, url);
    await closeOwnPages(browser, id);
    return { kind, browser, id, tab, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a task with an extension installed, and closes its browser afterwards. */
export async function withInstalled<T>(
  task: (installed: Installed) => Promise<T>,
  ...what: Parameters<typeof install>
): Promise<T> {
  const installed = await install(...what);
  try {
    return await task(installed);
  } finally {
    await installed.close();
  }
}

/** Closes the page that an extension opens at its installation: it keeps the process that a cold start must start. */
async function closeOwnPages(browser: Connection, id: string): Promise<void> {
  await setTimeout(1000);
  const own = (await targets(browser)).filter(({ type, url }) => type === 'page' && url.includes(id));
  for (const { targetId } of own) await closeTab(browser, targetId);
}

/** Returns the code of a page's bare request to create a website. `domain`: code, too. */
export const bareCreate = ({ url, key }: Sandbox, domain: string) => `(await fetch('${url}/api/v1/websites', {
    method: 'POST', credentials: 'omit', cache: 'no-store', redirect: 'manual',
    headers: { authorization: 'Bearer ${key}', accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ domain: ${domain}, privacy: '1' }),
  })).json()`;

/** Connects Waymark to the service with access granted, as the options page does. */
export async function connect({ browser, id }: Pick<Installed, 'browser' | 'id'>, sandbox: Sandbox): Promise<void> {
  const settings = await openTab(browser, 'chrome://extensions/');
  await evaluate(browser, settings, `chrome.developerPrivate.addHostPermission('${id}', 'http://127.0.0.1/*')`);
  await closeTab(browser, settings);
  const input = { services: { analytics: { url: sandbox.url, key: sandbox.key } }, keep: 'always' };
  const answer = await inExtension<{ ok: boolean; value?: { analytics: { ok: boolean } } }>(
    browser,
    id,
    `chrome.permissions.request({ origins: ['http://127.0.0.1/*'] }).then(() => chrome.runtime.sendMessage(
      { ask: 'connection.save', id: 'bench', input: ${JSON.stringify(input)} }))`,
  );
  if (!answer.value?.analytics.ok) throw new Error(`Not connected: ${JSON.stringify(answer)}`);
}
