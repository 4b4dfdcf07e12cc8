import type { Browser, CDPSession, Target } from 'puppeteer-core';

/** Something that the extension complained about. `where`: the file, such as `popup.html` or `background.js`. */
export interface Complaint {
  where: string;
  level: 'error' | 'warning';
  text: string;
}

const sessions = new WeakMap<Target, Promise<CDPSession>>();

/** What an extension wrote to its consoles: everything as text (`said`), and the complaints. */
export interface Heard {
  said: string[];
  complaints: Complaint[];
}

/**
 * Detaches the debugger from a target, also if it is only being attached. A worker cannot end while a debugger holds
 * it.
 */
export async function unwatch(target: Target): Promise<void> {
  await (await sessions.get(target))?.detach();
}

/**
 * Messages of the browser that the extension cannot prevent: a request was refused, or access was revoked while one was
 * under way; a page of the extension was not framed; a call found that the worker had ended
 * (https://groups.google.com/a/chromium.org/g/chromium-extensions/c/rHFKotXbm-0); the browser is closing.
 */
const expected =
  /Failed to load resource|^Access to fetch at .* CORS policy|^Framing .* "frame-ancestors 'none'"|^(Uncaught \(in promise\) Error|Unchecked runtime\.lastError): (No SW|The browser is shutting down\.)\s*$/;

const kinds = new Set(['page', 'service_worker', 'background_page', 'other']);

const isOf = (id: string) => (target: Target) =>
  kinds.has(target.type()) && target.url().startsWith(`chrome-extension://${id}/`);
const nameOf = (target: Target) => new URL(target.url()).pathname.slice(1);

/** Records what all pages and the worker of one extension write to their consoles, also those that start later. */
export function watch(browser: Browser, id: string, heard: Heard): void {
  const seen = new WeakSet<Target>();
  const look = (target: Target) => {
    if (seen.has(target) || !isOf(id)(target)) return;
    seen.add(target);
    // A target may be gone before a debugger reaches it. Then there is nothing to record.
    listen(target, nameOf(target), heard).catch(() => {});
  };
  browser.on('targetcreated', look);
  browser.on('targetchanged', look);
  browser.targets().forEach(look);
}

/** Records a target's console. Nothing is missed: after `enable`, the browser repeats what was written before. */
export async function listen(target: Target, where: string, { said, complaints }: Heard): Promise<void> {
  const reached = target.createCDPSession();
  if (!sessions.has(target)) sessions.set(target, reached);
  const cdp = await reached;
  const add = (level: string, text: string, all: unknown) => {
    said.push(JSON.stringify(all));
    if ((level === 'error' || level === 'warning') && !expected.test(text)) complaints.push({ where, level, text });
  };
  cdp.on('Runtime.consoleAPICalled', ({ type, args }) => {
    const text = args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' ');
    add(type === 'assert' ? 'error' : type, text, args);
  });
  cdp.on('Runtime.exceptionThrown', ({ exceptionDetails: thrown }) => {
    const { text, exception } = thrown;
    add('error', `${text} ${exception?.description ?? exception?.value ?? ''}`, thrown);
  });
  cdp.on('Log.entryAdded', ({ entry }) => add(entry.level, `${entry.text} ${entry.url ?? ''}`.trim(), entry));
  await Promise.all([cdp.send('Runtime.enable'), cdp.send('Log.enable')]);
}

/** Whether a page closed while it was being asked, for example a popup. Nothing of such a page is left. */
const isGone = (error: unknown) => /Target closed|Session closed|No target with given id/.test(String(error));

/**
 * Evaluates an expression in each of the extension's open pages. Resolves to pairs of the page's name and the value.
 */
export async function inPages(browser: Browser, id: string, expression: string): Promise<[string, string][]> {
  const pages = browser.targets().filter((target) => isOf(id)(target) && target.type() !== 'service_worker');
  const ask = async (target: Target): Promise<[string, string][]> => {
    try {
      const cdp = await (sessions.get(target) ?? target.createCDPSession());
      const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
      return [[nameOf(target), String(result.value)]];
    } catch (error) {
      if (isGone(error)) return [];
      throw error;
    }
  };
  return (await Promise.all(pages.map(ask))).flat();
}
