import { browser } from 'wxt/browser';
import { nameOf } from '@/lib/connections/name.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import { readList } from '@/lib/storage/readParts.ts';
import { t } from '@/lib/text/i18n.ts';
import { isRecord } from '@/lib/util/isRecord.ts';
import { loadPopup, type Picked, type PopupStart } from '../load.ts';
import { untilLeft } from '../untilLeft.ts';
import { askQuestion } from './ask.ts';
import type { Command, Draft, Event, Place } from './state.ts';

const keyOf = ({ account, host }: Place) => `site:${account}:${host}`;

const isPlain = (value: unknown) =>
  isRecord(value) && Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one));

const readDraft = (value: unknown): Draft | undefined =>
  isRecord(value) && typeof value.of === 'string' && isPlain(value.fields)
    ? { of: value.of, fields: value.fields as object, ...(isPlain(value.over) ? { over: value.over as object } : {}) }
    : undefined;

async function recall({ account, host }: Place): Promise<Event> {
  const key = keyOf({ account, host });
  const stored: Record<string, unknown> = await browser.storage.session.get(key).catch(() => ({}));
  return { type: 'recalled', account, host, drafts: readList(stored[key], readDraft) ?? [] };
}

/** In memory until the browser closes. What cannot be stored is there for as long as the popup is. */
async function remember({ drafts, ...place }: Place & { drafts: readonly Draft[] }): Promise<undefined> {
  const key = keyOf(place);
  const { session } = browser.storage;
  await (drafts.length ? session.set({ [key]: drafts }) : session.remove(key)).catch(() => undefined);
}

/** How long a pause in typing is (milliseconds). */
const pause = 1000;

/** Whether the tab has navigated to another host since the popup opened, or was closed. */
async function hasNavigated({ tabId, site }: Pick<PopupStart, 'tabId' | 'site'>): Promise<boolean> {
  if (tabId === undefined || !('host' in site)) return false;
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  const now = siteOf(tab?.url);
  return !('host' in now) || now.host !== site.host;
}

/** Loads everything again while the popup is open. `isChanged`: says that the connection was changed elsewhere. */
async function reloadPopup(picked: Picked, isChanged: boolean): Promise<PopupStart> {
  const start = await loadPopup(globalThis.preload(), picked);
  const { connection } = start;
  return isChanged && connection
    ? { ...start, said: t('popup.connection_changed', { host: nameOf(connection) }) }
    : start;
}

/** Carries out a command; resolves to the event that tells of its outcome, if it has one. */
export async function run(command: Command, isPrivate: boolean): Promise<Event | undefined> {
  if (command.ask === 'rest') {
    await untilLeft(command.soon ? pause : undefined);
    return { type: 'rested', number: command.number };
  }
  if (command.ask === 'load') {
    const start = await reloadPopup(command.picked, command.isChanged);
    return { type: 'opened', start, number: command.number };
  }
  if (command.ask === 'recall') return recall(command);
  if (command.ask === 'remember') return remember(command);
  const { account, host, number } = command;
  if (command.ask === 'websites.create' && command.still && (await hasNavigated(command.still)))
    return { type: 'navigated', account, host, number };
  return askQuestion(command, isPrivate);
}
