import { join } from 'node:path';
import { parseMessagesFile } from '@wxt-dev/i18n/build';
import type { Page } from 'puppeteer-core';
import { startUmami, uuidOf } from '../../sandbox/kinds/umami.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';
import { connect, startAnew } from '../harness/connect.ts';
import { shows } from '../harness/controls.ts';
import { demoPage } from '../harness/demoPage.ts';
import { closePages, openPage, openPopup, openTab, stored } from '../harness/extension.ts';
import { launch } from '../harness/launch.ts';
import type { Session } from '../harness/session.ts';
import { type Spoken, speaking } from '../harness/spoken.ts';
import { openWeb, type Web } from '../harness/web.ts';

/** A browser, a service, and web pages, with which each view is reached. */
export interface Stage {
  session: Session;
  sandbox: Sandbox;
  /** A service that reports visits and has teams. It is not connected. */
  umami: Awaited<ReturnType<typeof startUmami>>;
  /** `head` is in the head of every web page. */
  pages: { head: string };
  /** Opens the popup over an address. */
  popup(address: string): Promise<Page>;
  page(path: string): Promise<Page>;
  /** Sets the language from the next `begin` on. */
  speak(language: string): Promise<void>;
  /** Restores the state after the installation, or after connecting. */
  begin(connected: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The teams of the account, which may only view the second one. */
export const teams = {
  member: { id: uuidOf(501), role: 'team-member', name: 'North Lane Studio' },
  guest: { id: uuidOf(502), role: 'team-view-only', name: 'Guests of a very long name' },
} as const;

/** Opens the stage. `build`: by default, the build that WAYMARK_BUILD names. */
export async function openStage(build?: string): Promise<Stage> {
  const spoken: Spoken = await speaking('en', build);
  const pages = { head: '' };
  const web: Web = await openWeb((url) => demoPage(url).replace('<style>', () => `${pages.head}<style>`));
  const sandbox = await startSandbox();
  const umami = await startUmami({ role: 'user', teams: Object.values(teams) });
  const session = await launch({ web, build: spoken.build });
  await connect(session, sandbox, { seo: true });
  // Without the name of the record store, or its later emptiness would count as a loss, of which each list page tells.
  const { storeName: _, ...connection } = await stored(session);
  return {
    session,
    sandbox,
    umami,
    pages,
    popup: async (address) => {
      const visited = await (address === 'about:blank' ? session.browser.newPage() : openTab(session, address));
      const popup = await openPopup(session, visited);
      await popup.waitForSelector('h1');
      return popup;
    },
    page: async (path) => {
      const page = await openPage(session, path);
      await page.waitForSelector('main');
      return page;
    },
    speak: spoken.speak,
    begin: async (connected) => {
      const [first] = await session.browser.pages();
      await first?.bringToFront();
      await closePages(session);
      await startAnew(session, connected ? connection : {});
      // Ends the worker with everything that it waits for, and empties the session storage.
      await session.browser.installExtension(spoken.build);
      sandbox.reset();
      umami.reset();
      pages.head = '';
    },
    close: async () => {
      await session.close();
      await Promise.all([sandbox.close(), umami.close(), web.close(), spoken.remove()]);
    },
  };
}

const textsIn = async (locale: string): Promise<ReadonlyMap<string, string>> => {
  const messages = await parseMessagesFile(join(import.meta.dirname, `../../../assets/locales/${locale}.yml`));
  return new Map(messages.map((one) => [one.key.join('.'), 'message' in one ? one.message : '']));
};

/** Waits until a page shows a text in its own language, up to the first placeholder. */
export const says = (key: string) => async (page: Page) => {
  const locale = (await page.evaluate(() => document.documentElement.lang)).replace('-', '_');
  const sentence = (await textsIn(locale)).get(key) ?? '';
  const [longest = ''] = sentence.split(/\{\w+\}/).sort((a, b) => b.length - a.length);
  if (!longest) throw new Error(`No sentence ${key}.`);
  await shows(page, longest.trim());
};
