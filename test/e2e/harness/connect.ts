import type { Page } from 'puppeteer-core';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { withBarePage } from './extension.ts';
import { grantHost } from './permissions.ts';
import { keepSecretsOf } from './secrets.ts';
import type { Session } from './session.ts';

/** Asks the worker a question as a page of the extension does, of the service that is connected, and gives its answer. */
export function askWorker(session: Session, ask: string, input: unknown): Promise<unknown> {
  keepSecretsOf(input);
  return withBarePage(session, (page) =>
    page.evaluate(
      async (message) => {
        const { connections } = await chrome.storage.local.get('connections');
        const connection = connections?.value.list[0];
        const account = message.ask.startsWith('projects.') ? connection?.seoAccount : connection?.account;
        // To connect is no account's: it may be another one that is connected.
        const bound = message.ask.startsWith('connection.') ? {} : { account };
        return chrome.runtime.sendMessage({ ...message, ...bound });
      },
      { ask, input, id: crypto.randomUUID() },
    ),
  );
}

/** The name of the account that is connected, by which its sites are kept. */
export const accountOf = (session: Session): Promise<string> =>
  withBarePage(session, (page) =>
    page.evaluate(async () => {
      const { connections } = await chrome.storage.local.get('connections');
      return connections?.value.list[0]?.account ?? '';
    }),
  );

interface Connecting {
  seo?: boolean;
  /** The connection's id; a new one adds a connection. */
  connection?: string;
}

/** Connects the extension to a sandbox service without the options page, and forgets the requests that took. */
export async function connect(session: Session, sandbox: Sandbox, { seo, connection }: Connecting = {}): Promise<void> {
  await grantHost(session, 'http://127.0.0.1/*');
  const answer = (await askWorker(session, 'connection.save', {
    ...(connection ? { connection } : {}),
    services: {
      analytics: { url: sandbox.url, key: sandbox.key },
      ...(seo ? { seo: { url: sandbox.seoUrl, key: sandbox.seoKey } } : {}),
    },
    keep: 'always',
  })) as { ok: boolean; value?: { analytics: { ok: boolean } } };
  if (!answer.value?.analytics.ok) throw new Error(`Not connected: ${JSON.stringify(answer)}`);
  sandbox.clearLog();
}

/** In a page of the extension: empties all stores of its databases, or those of one name. */
async function emptied(one?: string): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const open = indexedDB.open(name);
    await new Promise((resolve) => open.addEventListener('success', resolve));
    const stores = [...open.result.objectStoreNames].filter((store) => !one || store === one);
    if (stores.length) {
      const clear = open.result.transaction(stores, 'readwrite');
      for (const store of stores) clear.objectStore(store).clear();
      await new Promise((resolve) => clear.addEventListener('complete', resolve));
    }
    open.result.close();
  }
}

/** Runs in a page: forgets what was sent and what was typed in popups that were closed. */
const forgotten = async () => {
  for (const key of Object.keys(await chrome.storage.session.get(null)))
    if (key.startsWith('site:')) await chrome.storage.session.remove(key);
};

/** Empties what the extension knows of sites, as if it had never asked, nor deleted one whose outcome is not known yet. */
export const forgetSites = (session: Session): Promise<void> =>
  withBarePage(session, async (page) => {
    await page.evaluate(forgotten);
    await page.evaluate(emptied, 'records.websites');
  });

/** Empties also what readings of whole lists have proved, by a page of the extension. */
export async function forgetListsBy(page: Page): Promise<void> {
  for (const store of ['records.websites', 'records.projects', 'records.lists']) await page.evaluate(emptied, store);
}

/** Empties also what readings of whole lists have proved, so that the next list is not all that there is. */
export const forgetLists = (session: Session): Promise<void> => withBarePage(session, forgetListsBy);

/** Puts `values` in the place of all that is stored, and empties what is known of sites and of jobs. */
export const startAnew = (session: Session, values: Record<string, unknown>): Promise<void> =>
  withBarePage(session, async (page) => {
    await page.evaluate(async (all) => {
      await chrome.storage.local.clear();
      await chrome.storage.local.set(all);
    }, values);
    await page.evaluate(forgotten);
    await page.evaluate(emptied);
  });
