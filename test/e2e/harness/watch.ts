import type { Browser, CDPSession, Target } from 'puppeteer-core';

/** Something the extension complained about: where (`popup.html`, `background.js`), how loud, what. */
export interface Complaint {
  where: string;
  level: 'error' | 'warning';
  text: string;
}

const sessions = new WeakMap<Target, CDPSession>();

/** Lets go of a target: a worker cannot end while a debugger holds it. */
export async function unwatch(target: Target): Promise<void> {
  await sessions.get(target)?.detach();
}

const kinds = new Set(['page', 'service_worker', 'background_page', 'other']);

/** Collects complaints of all pages and the worker of one extension, of those yet to come too. */
export function watch(browser: Browser, id: string, complaints: Complaint[]): void {
  const origin = `chrome-extension://${id}/`;
  const seen = new WeakSet<Target>();
  const look = (target: Target) => {
    if (seen.has(target) || !kinds.has(target.type()) || !target.url().startsWith(origin)) return;
    seen.add(target);
    // A target may be gone before a debugger reaches it; then it has nothing to say.
    listen(target, new URL(target.url()).pathname.slice(1), complaints).catch(() => {});
  };
  browser.on('targetcreated', look);
  browser.on('targetchanged', look);
  browser.targets().forEach(look);
}

/** What was said before `enable` is told again by the browser, so nothing is missed. */
async function listen(target: Target, where: string, complaints: Complaint[]): Promise<void> {
  const cdp: CDPSession = await target.createCDPSession();
  sessions.set(target, cdp);
  const add = (level: string, text: string) => {
    if (level === 'error' || level === 'warning') complaints.push({ where, level, text });
  };
  cdp.on('Runtime.consoleAPICalled', ({ type, args }) => {
    add(type === 'assert' ? 'error' : type, args.map((arg) => String(arg.value ?? arg.description ?? '')).join(' '));
  });
  cdp.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception } }) => {
    add('error', `${text} ${exception?.description ?? exception?.value ?? ''}`);
  });
  cdp.on('Log.entryAdded', ({ entry }) => add(entry.level, `${entry.text} ${entry.url ?? ''}`.trim()));
  await Promise.all([cdp.send('Runtime.enable'), cdp.send('Log.enable')]);
}
