import { withBarePage } from './extension.ts';
import type { Left } from './leave.ts';
import { besideOwn } from './secrets.ts';
import type { Session } from './session.ts';
import { type Heard, inPages } from './watch.ts';

/**
 * Collects what a test leaves in Chromium: console lines, the markup of the extension's open pages, and stored data.
 */
export async function look(session: Session, { said, complaints }: Heard): Promise<Left> {
  const pages = await inPages(session.browser, session.id, 'document.documentElement?.outerHTML');
  const [local, memory] = await withBarePage(session, (page) =>
    page.evaluate(() => Promise.all([chrome.storage.local.get(null), chrome.storage.session.get(null)])),
  );
  const errors = complaints.filter(({ level }) => level === 'error');
  return {
    said: said.join('\n'),
    complaints: errors.map(({ where, text }) => `${where}: ${text}`),
    places: [...pages, ['storage.local', besideOwn('local', local)], ['storage.session', besideOwn('session', memory)]],
  };
}
