import { withBarePage } from './extension.ts';
import type { Left } from './leave.ts';
import { besideOwn } from './secrets.ts';
import type { Session } from './session.ts';
import { type Heard, inPages } from './watch.ts';

/**
 * What the browser says by itself and the extension cannot keep it from: that a request was refused; that a page of the
 * extension was not framed; and, of a worker that it ended, that a call found none
 * (https://groups.google.com/a/chromium.org/g/chromium-extensions/c/rHFKotXbm-0).
 */
const expected =
  /Failed to load resource|^Framing .* "frame-ancestors 'none'"|^Uncaught \(in promise\) Error: No SW\s*$/;

/** What is left in Chromium: what was said, the markup of the extension's open pages, what is stored. */
export async function look(session: Session, { said, complaints }: Heard): Promise<Left> {
  const pages = await inPages(session.browser, session.id, 'document.documentElement?.outerHTML');
  const [local, memory] = await withBarePage(session, (page) =>
    page.evaluate(() => Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)])),
  );
  const errors = complaints.filter(({ text, level }) => level === 'error' && !expected.test(text));
  return {
    said: said.join('\n'),
    complaints: errors.map(({ where, text }) => `${where}: ${text}`),
    places: [...pages, ['storage.local', besideOwn('local', local)], ['storage.session', besideOwn('session', memory)]],
  };
}
