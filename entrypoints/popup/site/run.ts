import { browser } from 'wxt/browser';
import { nameOf } from '@/lib/connections/name.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { ask } from '@/lib/messages/ask.ts';
import { readList } from '@/lib/storage/readParts.ts';
import { typedSiteKey } from '@/lib/storage/typedSites.ts';
import { t } from '@/lib/text/i18n.ts';
import { ownVisits } from '@/lib/tracking/ownVisits.ts';
import { isRecord } from '@/lib/util/isRecord.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { loadPopup, type Picked, type PopupStart } from '../load.ts';
import { untilLeft } from '../untilLeft.ts';
import { askQuestion } from './ask.ts';
import type { Command, Count, Draft, Event, Place } from './state.ts';

const isPlain = (value: unknown) =>
  isRecord(value) && Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one));

const readDraft = (value: unknown): Draft | undefined =>
  isRecord(value) && typeof value.of === 'string' && isPlain(value.fields)
    ? { of: value.of, fields: value.fields as object, ...(isPlain(value.over) ? { over: value.over as object } : {}) }
    : undefined;

async function recall({ account, host }: Place): Promise<Event> {
  const key = typedSiteKey(account, host);
  const stored: Record<string, unknown> = await browser.storage.session.get(key).catch(() => ({}));
  return { type: 'recalled', account, host, drafts: readList(stored[key], readDraft) ?? [] };
}

/** Stores drafts until the browser closes. If storing fails, they last until the popup closes. */
async function remember({ drafts, account, host }: Place & { drafts: readonly Draft[] }): Promise<undefined> {
  const key = typedSiteKey(account, host);
  const { session } = browser.storage;
  await (drafts.length ? session.set({ [key]: drafts }) : session.remove(key)).catch(() => undefined);
}

/** How long the person must stop typing for it to count as a pause (milliseconds). */
const pause = 1000;

async function count({ account, host, number, input }: Count, isPrivate: boolean): Promise<Event> {
  const question = { type: 'counted', account, host, number } as const;
  const began = Date.now();
  const answer = await ask('websites.hits', input, { private: isPrivate, account });
  const { last, lastAt = 0, week } = (answer.ok && Object.values(answer.value)[0]) || {};
  if (lastAt >= began) return { ...question, at: lastAt, last, week: last === undefined ? week : undefined };
  // The worker may return visits that were reported before this question. They do not answer it, so the request counts
  // as timed out.
  return { ...question, at: Date.now(), problem: answer.ok ? { kind: 'timeout' } : answer.problem };
}

/** Whether the tab was closed or has navigated to another host since the popup opened. */
async function hasNavigated({ tabId, site }: Pick<PopupStart, 'tabId' | 'site'>): Promise<boolean> {
  if (tabId === undefined || !('host' in site)) return false;
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  const now = siteOf(tab?.url);
  return !('host' in now) || now.host !== site.host;
}

/** Loads the popup's data again. If `isChanged`, adds a message that the connection was changed elsewhere. */
async function reloadPopup(picked: Picked, isChanged: boolean): Promise<PopupStart> {
  const start = await loadPopup(globalThis.preload(), picked);
  const { connection } = start;
  return isChanged && connection
    ? { ...start, said: t('popup.connection_changed', { host: nameOf(connection) }) }
    : start;
}

type Of<A extends Command['ask']> = Extract<Command, { ask: A }>;

const runners: { [A in Command['ask']]: (command: Of<A>, isPrivate: boolean) => Promise<Event | undefined> } = {
  async rest({ soon, number }) {
    await untilLeft(soon ? pause : undefined);
    return { type: 'rested', number };
  },
  async load({ picked, isChanged, number }) {
    return { type: 'opened', start: await reloadPopup(picked, isChanged), number };
  },
  recall,
  remember,
  async wait({ ask: _, ms, ...question }) {
    await sleep(ms);
    return { type: 'waited', ...question };
  },
  'websites.hits': count,
  'own-visits': async (command) => ({ type: 'own-visits', host: command.host, own: await ownVisits(command) }),
  async 'websites.create'(command, isPrivate) {
    const { account, host, number, still } = command;
    if (still && (await hasNavigated(still))) return { type: 'navigated', account, host, number };
    return askQuestion(command, isPrivate);
  },
  'websites.update': askQuestion,
  'websites.delete': askQuestion,
  'site.check': askQuestion,
};

/** Carries out a command. Resolves to the event that reports its outcome, if there is one. */
export const run = (command: Command, isPrivate: boolean): Promise<Event | undefined> =>
  (runners[command.ask] as (command: Command, isPrivate: boolean) => Promise<Event | undefined>)(command, isPrivate);
