import type { Page } from 'puppeteer-core';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { askWorker, connect, forgetSites } from './harness/connect.ts';
import { shows } from './harness/controls.ts';
import { killWorker, openPage, openPopup, withBarePage } from './harness/extension.ts';
import { launch } from './harness/launch.ts';
import type { Session } from './harness/session.ts';
import { type Spoken, speaking } from './harness/spoken.ts';
import { openWeb, type Web } from './harness/web.ts';

/** A browser in one language, a service, and a web to visit: what a view is reached with. */
export interface Stage {
  session: Session;
  sandbox: Sandbox;
  /** Opens the popup over an address. */
  popup(address: string): Promise<Page>;
  page(path: string): Promise<Page>;
  /** Puts everything back to the day of installation, or to the moment after connecting. */
  begin(connected: boolean): Promise<void>;
  close(): Promise<void>;
}

/** The session's storage also says how fast the service may be asked. */
const clear = (session: Session, areas: ('local' | 'session')[]) =>
  withBarePage(session, (bare) =>
    bare.evaluate((names) => Promise.all(names.map((name) => chrome.storage[name].clear())), areas),
  );

/** Ends and forgets a job that a view has started. */
async function dropJob(session: Session): Promise<void> {
  await askWorker(session, 'jobs.cancel', { id: jobId });
  await askWorker(session, 'jobs.dismiss', { id: jobId });
}

/** The one job that views start. */
export const jobId = '00000000-0000-4000-8000-000000000001';

export async function openStage(language: 'en' | 'ar', build?: string): Promise<Stage> {
  const spoken: Spoken | undefined = language === 'en' ? undefined : await speaking(language, build);
  const web: Web = await openWeb();
  const sandbox = await startSandbox();
  const session = await launch({ web, ...(spoken ? spoken : build ? { build } : {}) });
  let isConnected = false;
  return {
    session,
    sandbox,
    popup: async (address) => {
      const visited = await session.browser.newPage();
      if (address !== 'about:blank') await visited.goto(address);
      const popup = await openPopup(session, visited);
      await popup.waitForSelector('h1');
      return popup;
    },
    page: async (path) => {
      const page = await openPage(session, path);
      await page.waitForSelector('main');
      return page;
    },
    begin: async (connected) => {
      sandbox.reset();
      // What it still waits for ends with it.
      await killWorker(session);
      if (isConnected) await dropJob(session);
      const blank = await session.browser.newPage();
      for (const open of await session.browser.pages()) if (open !== blank) await open.close();
      await clear(session, connected ? ['session'] : ['session', 'local']);
      if (connected && !isConnected) await connect(session, sandbox, { seo: true });
      if (connected) await forgetSites(session);
      isConnected = connected;
      sandbox.clearLog();
    },
    close: async () => {
      await session.close();
      await Promise.all([sandbox.close(), web.close(), spoken?.remove()]);
    },
  };
}

/** Waits until a page shows a sentence in its own language, up to where something is filled in. */
export async function says(page: Page, key: string): Promise<void> {
  const sentence = String(await page.evaluate(`chrome.i18n.getMessage('${key.replaceAll('.', '_')}')`));
  const [longest = ''] = sentence.split(/\{\w+\}/).sort((a, b) => b.length - a.length);
  if (!longest) throw new Error(`No sentence ${key}.`);
  await shows(page, longest.trim());
}
