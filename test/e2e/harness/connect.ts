import type { Page } from 'puppeteer-core';
import type { Problem } from '../../../lib/services/index.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { withBarePage } from './extension.ts';
import { grantHost } from './permissions.ts';
import { keepSecretsOf } from './secrets.ts';
import type { Session } from './session.ts';

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
    const list = connections?.value?.list;
    const stored = Array.isArray(list) ? list : [];
    return Promise.all(
      all.map(({ connection, ...question }) => {
        const meant = connection ? stored.find(({ id }) => id === connection) : stored[0];
        const account = question.ask.startsWith('projects.') ? meant?.seoAccount : meant?.account;
        // A message about connecting names no account, because it may be about another connection.
        const bound = question.ask.startsWith('connection.') ? {} : { account };
        return chrome.runtime.sendMessage({ ...question, ...bound, id: crypto.randomUUID() });
      }),
    );
  }, questions);
}

export const ask = async (page: Page, name: string, input: unknown): Promise<Heard> =>
  (await askAll(page, [{ ask: name, input }]))[0];

/** Sends the worker a message as a page of the extension would, for the connected account. Resolves to the answer. */
export const askWorker = (session: Session, name: string, input: unknown): Promise<unknown> =>
  withBarePage(session, (page) => ask(page, name, input));

/** Returns the connected account, by which its sites are stored. */
export const accountOf = (session: Session): Promise<string> =>
  withBarePage(session, (page) =>
    page.evaluate(async () => {
      const { connections } = await chrome.storage.local.get('connections');
      return connections?.value.list[0]?.account ?? '';
    }),
  );

interface Connecting {
  seo?: boolean;
  /** The connection's id. A new id adds a connection. */
  connection?: string;
}

/** A service that can be connected: the sandbox, or a stand-in for another kind. */
export type Service = Pick<Sandbox, 'url' | 'key'> & Partial<Pick<Sandbox, 'seoUrl' | 'seoKey' | 'clearLog'>>;

/** Connects the extension to a service without the options page. Then clears the sandbox's log of requests. */
export async function connect(session: Session, sandbox: Service, { seo, connection }: Connecting = {}): Promise<void> {
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
  sandbox.clearLog?.();
}

/** Empties the stored settings and keys, as after the installation. */
export const clearStored = (session: Session) =>
  withBarePage(session, (page) =>
    page.evaluate(() => Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])),
  );

/** Runs in a page of the extension: empties all stores of its databases, or only the store with this name. */
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

/** Runs in a page of the extension: forgets the records and drafts that closed popups have stored. */
const forgotten = async () => {
  for (const key of Object.keys(await chrome.storage.session.get(null)))
    if (key.startsWith('site:')) await chrome.storage.session.remove(key);
};

/** Makes the extension forget the websites that it knows, and the drafts that were typed in closed popups. */
export const forgetSites = (session: Session): Promise<void> =>
  withBarePage(session, async (page) => {
    await page.evaluate(forgotten);
    await page.evaluate(emptied, 'records.websites');
  });

/** Empties the stored websites, projects and facts about whole lists. `page`: a page of the extension. */
export async function forgetListsBy(page: Page): Promise<void> {
  for (const store of ['records.websites', 'records.projects', 'records.lists']) await page.evaluate(emptied, store);
}

/**
 * Empties the stored websites, projects and facts about whole lists, so that the next list does not count as complete.
 */
export const forgetLists = (session: Session): Promise<void> => withBarePage(session, forgetListsBy);

/** Replaces everything in `storage.local` with `values`. Empties the databases, and forgets drafts of closed popups. */
export const startAnew = (session: Session, values: Record<string, unknown>): Promise<void> =>
  withBarePage(session, async (page) => {
    await page.evaluate(async (all) => {
      await chrome.storage.local.clear();
      await chrome.storage.local.set(all);
    }, values);
    await page.evaluate(forgotten);
    await page.evaluate(emptied);
  });
