import { type AddManyEvent, reduce } from '@/entrypoints/manage/addMany/reduce.ts';
import { runnerOf } from '@/entrypoints/manage/addMany/runner.ts';
import { inputOf } from '@/entrypoints/manage/addMany/select.ts';
import { type AddMany, firstState } from '@/entrypoints/manage/addMany/state.ts';
import { readLines } from '@/lib/addMany/lines.ts';
import type { Entry } from '@/lib/addMany/parse.ts';
import { type ParsedEntry, parseEntries } from '@/lib/addMany/preview.ts';
import { siteOf } from '@/lib/hosts/parse.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { does, ok, worker } from './hooked.ts';

/** Add many without a page: a state, and what runs the tasks that it demands. `does` lets what comes of an event end. */
export function played(first: Partial<AddMany> = {}) {
  let state: AddMany = { ...firstState, ...first };
  const send = (...event: AddManyEvent) => {
    state = reduce(state, event);
    run(state);
  };
  const run = runnerOf(() => state, send);
  return { now: () => state, send, does: (...event: AddManyEvent) => does(() => send(...event)) };
}

export const entryOf = (host: string, line = 1): Entry => ({ line, text: host, site: siteOf(`https://${host}/`) });

/** An entry as it is registered, without what the parser adds. */
export const readOf = (host: string, more: Partial<ParsedEntry> = {}): ParsedEntry => ({
  entry: { ...entryOf(host), source: '' },
  host,
  related: [],
  notes: [],
  ...more,
});

/** Entries as they are registered, where the worker knows no public suffix. */
export const readsOf = (text: string): ParsedEntry[] => {
  const entries = [...readLines(text)].flatMap((entry) => entry ?? []);
  return [...parseEntries(entries, 'seen', () => ({}))].flatMap((read) => read ?? []);
};

/** The event after which the preview shows these entries. */
export const shows = (state: AddMany, parsed: readonly ParsedEntry[]): AddManyEvent => [
  'set',
  { read: { of: inputOf(state), parsed } },
];

/** A preview at these connections, of which the first is shown, with nothing in it yet. */
export const preview = (list: readonly ConnectionAddress[]): Partial<AddMany> => {
  const [shown] = list;
  const hosts = new Map(list.map(({ account }) => [account, new Set<string>()] as const));
  const { entries } = reduce(firstState, ['closed']);
  return { list, shown, entries, step: 'preview', preview: { checks: new Map(), known: { list, hosts } } };
};

/** A worker that knows no public suffix, and a service that has no websites. */
export function answerNothing(): void {
  worker.answers['site.suffixes'] = ({ hosts }) => ok((hosts as string[]).map(() => ({})));
  worker.answers['websites.list'] = () => ok({ items: [], more: false, total: 0 });
}
