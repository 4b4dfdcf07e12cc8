import { vi } from 'vitest';
import { opening, reduce } from '@/entrypoints/options/connection/reduce.ts';
import type { Command, Event, Read, State } from '@/entrypoints/options/connection/state.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { ConnectionReport, ConnectionStatus, ServiceStatus, TestResult } from '@/lib/messages/commands.ts';
import { type ConnectionAddress, defaults, preferences } from '@/lib/storage/settings.ts';

export const a = 'https://a.example';
export const b = 'https://b.example';
export const seo = 'https://seo.example';
export const keys = { first: 'made-up-key-0001', second: 'made-up-key-0002' };
export const none: ServiceStatus = { key: 'none' };
export const stored: ServiceStatus = { url: a, key: 'stored', lastFour: '0001' };
export const storedSeo: ServiceStatus = { url: seo, key: 'stored', lastFour: '0002' };
export const one: ConnectionAddress = { id: 'one', account: 'x', analyticsUrl: a };
export const withSeo: ConnectionAddress = { ...one, seoUrl: seo, seoAccount: 's' };
export const good: TestResult = { ok: true, count: 3, more: false };
export const status = (analytics = none, other = none): ConnectionStatus => ({ analytics, seo: other });

let turns = 0;
/** What is stored, with one connection or none. */
export function readOf(connection: ConnectionAddress | undefined, more: Partial<Read> = {}): Read {
  turns += 1;
  return {
    turn: turns,
    connection,
    all: { list: connection ? [connection] : [] },
    status: status(connection && stored, connection?.seoUrl ? storedSeo : none),
    barred: [],
    last: undefined,
    defaults: defaults.fallback,
    preferences: preferences.fallback,
    fixed: new Set(),
    ...more,
  };
}

/** A form as it is opened. */
export const opened = (connection?: ConnectionAddress, more: Partial<Read> = {}): State =>
  opening('one', readOf(connection, more)).state;

/** Plays events: the state that they lead to, and what the last one is to be followed by. */
export function play(state: State, ...events: Event[]): { state: State; commands: readonly Command[] } {
  let turn: { state: State; commands: readonly Command[] } = { state, commands: [] };
  for (const event of events) turn = reduce(turn.state, event);
  return turn;
}

export const types = (texts: State['typed']['texts']): Event[] =>
  Object.entries(texts).map(([field, text]) => ({ type: 'typed', field: field as 'name', text }));
/** The answer to what was saved; `connection`: what is stored since. */
export const answerTo = (
  [command]: readonly Command[],
  answer: Answer<ConnectionReport>,
  connection: ConnectionAddress | undefined,
): Extract<Event, { type: 'saved' }> => {
  if (command?.do !== 'save') throw new Error('Nothing is saved.');
  const { number, sent } = command;
  return { type: 'saved', number, sent, at: 5, answer, read: readOf(connection) };
};
export const pressSave: Event = { type: 'saved-pressed' };

/** What a reload of the page keeps. */
export const kept = new Map<string, string>();
/** Nothing is kept yet. */
export function openSession(): void {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
}
