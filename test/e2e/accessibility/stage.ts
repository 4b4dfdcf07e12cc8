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

/** A browser, a service, and a web to visit: what a view is reached with. */
export interface Stage {
  session: Session;
  sandbox: Sandbox;
  /** A service that tells its visits and has teams; it is not connected. */
  umami: Awaited<ReturnType<typeof startUmami>>;
  /** Every page of the web has this in its head. */
  pages: { head: string };
  /** Opens the popup over an address. */
  popup(address: string): Promise<Page>;
  page(path: string): Promise<Page>;
  /** From the next `begin` on. */
  speak(language: string): Promise<void>;
  /** Puts everything back to the day of installation, or to the moment after connecting. */
  begin(connected: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The teams of the account: in the second one it may only view. */
export const teams = {
  member: { id: uuidOf(501), role: 'team-member', name: 'North Lane Studio' },
  guest: { id: uuidOf(502), role: 'team-view-only', name: 'Guests of a very long name' },
} as const;

/** @param build the one that WAYMARK_BUILD names unless said */
export async function openStage(build?: string): Promise<Stage> {
  const spoken: Spoken = await speaking('en', build);
  const pages = { head: '' };
  const web: Web = await openWeb((url) => demoPage(url).replace('<style>', () => `${pages.head}<style>`));
  const sandbox = await startSandbox();
  const umami = await startUmami({ role: 'user', teams: Object.values(teams) });
  const session = await launch({ web, build: spoken.build });
  await connect(session, sandbox, { seo: true });
  const connection = await stored(session);
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
      // Ends the worker with all that it waits for and empties the session's storage.
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

/** Waits until a page shows a sentence in its own language, up to where something is filled in. */
export const says = (key: string) => async (page: Page) => {
  const locale = (await page.evaluate(() => document.documentElement.lang)).replace('-', '_');
  const sentence = (await textsIn(locale)).get(key) ?? '';
  const [longest = ''] = sentence.split(/\{\w+\}/).sort((a, b) => b.length - a.length);
  if (!longest) throw new Error(`No sentence ${key}.`);
  await shows(page, longest.trim());
};
