import { rewritten, withMeant } from '@/lib/addMany/lines.ts';
import type { Entry, SiteList } from '@/lib/addMany/parse.ts';
import { nothingKnown, type ParsedEntry } from '@/lib/addMany/preview.ts';
import { type PreviewRow, withTicks } from '@/lib/addMany/rows.ts';
import type { Problem, Team } from '@/lib/services/index.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { isSame } from '@/lib/util/isSame.ts';
import { edits, toFields } from '@/lib/websites/fields.ts';
import * as select from './select.ts';
import {
  type AddMany,
  emptyBox,
  type ManyFields,
  noPreview,
  type ServiceCheck,
  type Source,
  type Wish,
} from './state.ts';

/** The parts of the state that change. */
type Change = Partial<AddMany>;

const maxSourceName = 200;
const entriesFrom = (name: string, entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, source: name.slice(0, maxSourceName) }));

/** The content of a source: a file, a text, or the sites of tabs, bookmarks or another connection. */
type Given = { file: File } | { text: string } | { entries: readonly Entry[] };

const added = ({ sources }: AddMany, name: string, given: Given): Change => {
  const id = String(Number(sources.at(-1)?.id ?? 0) + 1);
  const content = 'entries' in given ? { list: { entries: entriesFrom(name, given.entries) } } : given;
  return { sources: [...sources, { id, name: name.slice(0, maxSourceName), text: '', chosen: [], ...content }] };
};

/** Changes the source with this id or, if the id is empty, the text box. */
function withSource({ box, sources }: AddMany, id: string, change: (source: Source) => Partial<Source>): Change {
  const changed = (source: Source) => (source.id === id ? { ...source, ...change(source) } : source);
  return { box: changed(box), sources: sources.map(changed) };
}

/** Replaces the first entry in `old` with the entries in `by`, and removes the other entries in `old`. */
const withEntries = ({ sources }: AddMany, old: readonly Entry[], by: readonly Entry[]): Change => ({
  sources: sources.map((source) => {
    const entries = select.entriesIn(source).flatMap((one) => (one === old[0] ? by : old.includes(one) ? [] : one));
    return source.list ? { ...source, list: { ...source.list, entries } } : source;
  }),
});

/** A changed text means that the person is still writing, so a check that waits for the sources does not begin. */
const withText = ({ box, isChecking }: AddMany, text: string): Change => ({
  box: text ? { ...box, text } : emptyBox,
  isChecking: isChecking && text === box.text,
});

const sourcesShown = (wish?: Wish): Change => ({ step: 'sources', wish, preview: noPreview });

/** Shows the preview. If the list has not been parsed, or could not be, parses it now and shows nothing until then. */
function previewShown(state: AddMany): Change {
  const isParsed = select.readOf({ ...state, step: 'preview' }).parsed !== undefined;
  return { step: 'preview', copy: undefined, read: isParsed ? state.read : {} };
}

const inPreview = ({ preview }: AddMany, part: Partial<AddMany['preview']>): Change => ({
  preview: { ...preview, ...part },
});

/** Changes the checks at all places. */
function withChecks(state: AddMany, change: (check: ServiceCheck) => Partial<ServiceCheck>): Change {
  const checks = (select.placesOf(state) ?? []).map((place) => {
    const check = select.checkAt(state, place);
    return [place.connection.account, { ...check, ...change(check) }] as const;
  });
  return inPreview(state, { checks: new Map([...state.preview.checks, ...checks]) });
}

/**
 * Starts the jobs for the services whose check has no problem. The sites for other services stay in the list. If there
 * is no such service, the check bar says why nothing starts and what to do.
 */
function jobsStarted(state: AddMany): Change {
  const { box, sources, starting, defaults } = state;
  const failed = select.placesOf(state)?.filter((place) => select.checkAt(state, place).problem) ?? [];
  const batches = [...Map.groupBy(select.tickedRows(state), ({ connection }) => connection)];
  const ready = batches.filter(([at]) => !failed.some(({ connection }) => connection === at));
  if (!ready.length) return inPreview(state, { blocked: {} });
  if (starting || !defaults) return {};
  const jobs = ready.flatMap(([connection, rows]) => {
    const job = select.jobAt(state, defaults, connection);
    return job ? { connection, rows, job } : [];
  });
  const lacksPassword = jobs.length < ready.length;
  if (lacksPassword) return inPreview(state, { lacksPassword });
  return {
    ...inPreview(state, { lacksPassword, problem: undefined }),
    starting: { jobs, isAll: ready.length === batches.length, box, sources },
  };
}

/** The handlers of all events. Each returns the parts of the state that change. */
const handlers = {
  /** The tab was opened, or its connections have changed. For another account, everything is checked again. */
  opened: (state, shown: ConnectionAddress | undefined, list: AddMany['list']) => ({
    shown,
    list,
    preview: shown?.account === state.shown?.account ? state.preview : noPreview,
  }),
  closed: () => ({
    shown: undefined,
    wish: undefined,
    isMore: false,
    isChecking: false,
    copy: undefined,
    preview: noPreview,
  }),
  /** A stored setting was read, or something else has changed that no other event covers. */
  set: (_, part: Change) => part,

  typed: withText,
  'source-added': added,
  /** The sites of a source have been read. The chosen columns stay while the same table is being edited. */
  'source-read': (state, id: string, text: string, { entries, ...list }: SiteList) =>
    withSource(state, id, ({ name, chosen: before, list: old }) => {
      const chosen = list.choice && isSame(list.choice, old?.choice) ? before : [];
      return {
        file: undefined,
        // A text that will not be read again is not kept.
        text: id && !list.choice ? '' : text,
        chosen,
        list: { ...list, entries: entriesFrom(name, entries), of: [text, chosen] },
      };
    }),
  'columns-chosen': (state, id: string, chosen: readonly number[]) =>
    withSource(state, id, ({ list }) => (list ? { chosen, list: { ...list, entries: [] } } : {})),
  'source-removed': ({ sources }, id: string) => ({ sources: sources.filter((source) => source.id !== id) }),
  'entries-replaced': withEntries,
  /**
   * Replaces an entry's host with `meant`. If the host is not found on the entry's line, shows that line in the box.
   */
  'host-replaced': (state, { entry, seen, host = '' }: ParsedEntry, meant: string): Change => {
    if (entry.source) return withEntries(state, [entry], rewritten(entry, meant));
    const change = (now: string) => withMeant(now, entry.line, seen ?? host, meant);
    // Changes the box's latest text, because an earlier press of Use may have changed it since its entries were read.
    const { text, list } = state.box;
    const isThere = change(list?.of?.[0] ?? '') !== undefined;
    return { ...withText(state, change(text) ?? text), ...(isThere ? {} : sourcesShown({ entry })) };
  },

  'sources-shown': (_, wish?: Wish) => sourcesShown(wish),
  /** Check was pressed. If sources are still being read, waits for them. */
  check: (state): Change => (select.isReading(state) ? { problem: '', isChecking: true } : previewShown(state)),
  /** Parses the entries again, because that has failed. */
  'parse-again': ({ read: { parsed } }) => ({ read: parsed ? { parsed } : {} }),
  known: (state, known: NonNullable<AddMany['preview']['known']>) => inPreview(state, { known }),
  /** Assigns hosts to the connection with this id. With '', the rules decide. */
  moved: (state, hosts: readonly string[], id: string) => ({
    moved: new Map([...state.moved, ...hosts.map((host) => [host, id] as const)]),
  }),
  ticked: (state, rows: readonly PreviewRow[], isOn: boolean) => ({ ticks: withTicks(state.ticks, rows, isOn) }),

  /** A check has begun or made progress. */
  checking: (state, account: string, part: Partial<ServiceCheck>) => {
    const { checks } = state.preview;
    const check = { ...select.notAsked, known: nothingKnown, of: [], ...checks.get(account), ...part };
    return inPreview(state, { checks: new Map([...checks, [account, check]]) });
  },
  'check-allowed': (state, go: boolean) =>
    withChecks(state, ({ phase, left }) =>
      phase === 'more' ? { phase: go ? 'asking' : 'ended', left: go ? left : 0 } : {},
    ),
  'check-again': (state) => withChecks(state, ({ phase }) => (phase === 'ended' ? select.notAsked : {})),
  /** Also forgets that Add was pressed. Otherwise, the end of the check would start the jobs. */
  'check-stopped': (state) =>
    withChecks({ ...state, ...inPreview(state, { wanted: undefined }) }, () => ({ phase: 'ended', until: undefined })),

  /** Starts nothing while the list is being read or parsed, because the rows are still those of the previous list. */
  add: (state): Change => {
    const of = select.readOf(state).parsed;
    const ticked = new Set([...select.tickedRows(state)].map(({ read }) => read));
    return of ? inPreview(state, { wanted: { of, ticked } }) : {};
  },
  /** A job could not be started. Pressing Add again starts only the remaining ones. */
  'start-failed': (state, problem: Problem) => ({ ...inPreview(state, { problem }), starting: undefined }),
  /** All jobs were started. If they contain all ticked sites, clears the list, except what was added to it since. */
  started: ({ starting, edits, ...state }): Change => {
    if (!starting?.isAll) return { starting: undefined };
    const { password: _, ...fields } = edits.fields;
    return {
      ...sourcesShown(),
      isMore: false,
      starting: undefined,
      // Also removes the entries of the box. Otherwise, they would be shown until the next text has been read.
      box: { ...emptyBox, text: state.box.text === starting.box.text ? '' : state.box.text },
      sources: state.sources.filter((source) => !starting.sources.includes(source)),
      edits: { ...edits, fields },
      ticks: new Map(),
      moved: new Map(),
    };
  },

  'fields-changed': (state, now: ManyFields, value: ManyFields) => ({
    edits: {
      ...state.edits,
      ...edits(now, value),
      fields: { ...state.edits.fields, ...edits(now.fields, value.fields) },
    },
    // Speed and a typed password are not part of a preset.
    preset: isSame(select.toPreset('', value), select.toPreset('', now)) ? state.preset : undefined,
  }),
  'preset-chosen': ({ presets, edits: { fast = false } }, name: string) => {
    const preset = presets.find((one) => one.name === name);
    const set = preset ? { fields: toFields(preset), way: preset.password } : { fields: {} };
    return { preset: name, edits: { ...set, fast } };
  },
  'team-chosen': ({ teams }, account: string, team: Team | undefined) => ({
    teams: new Map([...teams, [account, team ?? null]]),
  }),
} satisfies Record<string, (state: AddMany, ...given: never[]) => Change>;

type Handlers = typeof handlers;

/** The name of an event, followed by its values. */
export type AddManyEvent = {
  [T in keyof Handlers]: Handlers[T] extends (state: AddMany, ...given: infer G) => Change
    ? readonly [type: T, ...given: G]
    : never;
}[keyof Handlers];

/** Begins the check that waited until all sources were read. */
function checkWaiting(state: AddMany): Change {
  if (!state.isChecking || select.isReading(state)) return {};
  const isReady = state.entries.length > 0 && !state.problem && !select.hasOpenTable(state);
  return { isChecking: false, ...(isReady ? previewShown(state) : {}) };
}

/**
 * After Add was pressed, starts the jobs as soon as the check sends no more requests. Starts nothing if the entries
 * have changed by then. Also starts nothing if the check has made a ticked site doubtful: the list is cleared
 * when the jobs start, so the site would be lost before the person has seen it.
 */
function addWaiting(state: AddMany): Change {
  const { wanted, ...preview } = state.preview;
  const isOther = wanted?.of !== select.readOf(state).parsed;
  if (!wanted || (!isOther && select.checkOf(state).phase === 'asking')) return {};
  const ticked = select.tickedRows(state);
  const isNewDoubt = (row: PreviewRow) => row.group === 'check' && wanted.ticked.has(row.read) && !ticked.has(row);
  const isReady = !isOther && !select.rowsOf(state).some(isNewDoubt);
  return { preview, ...(isReady ? jobsStarted({ ...state, preview }) : {}) };
}

/** Returns the state after an event, and after everything that follows from the event. */
export function reduce(before: AddMany, [type, ...given]: AddManyEvent): AddMany {
  const handle = handlers[type] as (state: AddMany, ...given: unknown[]) => Change;
  let state = { ...before, ...handle(before, ...given) };
  state = { ...state, entries: select.gatheredEntries(state) };
  state = { ...state, ...checkWaiting(state) };
  return { ...state, ...addWaiting(state) };
}
