import type { Entry } from '@/lib/addMany/parse.ts';
import { nothingKnown, type ParsedEntry } from '@/lib/addMany/preview.ts';
import { isTicked, rowOf } from '@/lib/addMany/rows.ts';
import { orVariant } from '@/lib/connections/belonging.ts';
import { connectionFor } from '@/lib/connections/rules.ts';
import { teamOfNew } from '@/lib/connections/team.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import type { Team } from '@/lib/services/index.ts';
import { fitted } from '@/lib/services/traits.ts';
import type { Preset } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, type Defaults, defaultsFor } from '@/lib/storage/settings.ts';
import { initialFields, toFields } from '@/lib/websites/fields.ts';
import { complete, lacksPassword } from '@/lib/websites/written.ts';
import type { AddMany, CheckState, ManyFields, ParseInput, Place, ServiceCheck, Source, Starting } from './state.ts';

/** Whether two lists have the same values in the same order. */
export const areSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one === other || (one.length === other.length && one.every((value, at) => value === other[at]));

/** Makes a selector that caches its result until one of the `parts` of the state changes. */
function selector<P extends unknown[], R>(parts: (state: AddMany) => readonly [...P], of: (...parts: P) => R) {
  let last: { parts: readonly [...P]; result: R } | undefined;
  return (state: AddMany): R => {
    const now = parts(state);
    if (!last || !areSame(now, last.parts)) last = { parts: now, result: of(...now) };
    return last.result;
  };
}

const none: readonly Entry[] = [];

/** Whether the sites of a source have been read from its file, or from its present text. */
export const isRead = ({ file, text, chosen, list }: Source): boolean =>
  !file && (!text || areSame(list?.of ?? [], [text, chosen]));

/** The sources that have been read, and the text box unless it is empty. */
export const partsOf = ({ sources, box }: AddMany): readonly Source[] =>
  [...sources, box].filter(({ id, text, list }) => (id ? list : text));

export const entriesIn = ({ list }: Source): readonly Entry[] => list?.entries ?? none;
export const lineCount = (source: Source): number => new Set(entriesIn(source).map(({ line }) => line)).size;

/** Whether the person still has to choose the columns of a table. */
export const isOpen = ({ list, chosen }: Source): boolean => !!list?.choice && !chosen.length;
export const hasOpenTable = (state: AddMany): boolean => partsOf(state).some(isOpen);

export const isReading = ({ sources, box }: AddMany): boolean => ![...sources, box].every(isRead);

/** The entries of all sources. */
export const gatheredEntries = selector(
  (state) => partsOf(state).map(entriesIn),
  (...lists): readonly Entry[] => lists.flat(),
);

export const hostsIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ site }) => ('host' in site ? site.host : [])));

/** The number of different hosts in the list. */
export const hostCount = selector(
  ({ entries }) => [entries],
  (entries) => hostsIn(entries).size,
);

/** The entries that begin with an unclosed quote. */
export const unclosedQuotes = ({ entries }: AddMany): Entry[] =>
  entries.filter(({ site }) => 'refused' in site && site.refused === 'quote');

/** A list with more entries is parsed only when Check is pressed, because parsing it takes seconds. */
const mostAhead = 20_000;

export const choiceOf = ({ choice, preferred }: AddMany): HostChoice => choice ?? preferred ?? 'seen';

export const inputOf = (state: AddMany): ParseInput => [
  state.step === 'preview' || state.entries.length <= mostAhead ? state.entries : none,
  choiceOf(state),
];

export const isParsed = (state: AddMany): boolean => areSame(state.read.of ?? [], inputOf(state));

/**
 * The entries as they would be registered, or why they could not be parsed. Empty while they are being read or parsed.
 */
export function readOf(state: AddMany): Omit<AddMany['read'], 'of'> {
  const { parsed, problem } = state.read;
  if (isReading(state) || !isParsed(state)) return {};
  return problem ? { problem } : parsed ? { parsed } : {};
}

/**
 * The connections that get entries (`places`; undefined until they are known). If there are several connections, also a
 * map from each host to its connection (`byHost`), which is the first of these that exists:
 * 1. The connection that the person has chosen.
 * 2. The connection for which the entry was copied.
 * 3. The connection that a rule names.
 * 4. A connection that has the host.
 * 5. The shown connection.
 */
const placed = selector(
  ({ read, list, shown, moved, preview }) => [read.parsed, list, shown, moved, preview.known],
  (parsed = [], list, shown, moved, known) => {
    const byHost = new Map<string, ConnectionAddress>();
    if (!shown || (list.length > 1 && !known)) return { byHost, places: undefined };
    const all = { list: [...list], active: shown.id };
    const knownAt = (host: string) =>
      new Set([...(known?.hosts ?? [])].flatMap(([at, hosts]) => (hosts.has(host) ? at : [])));
    for (const { host, to, repeats } of list.length > 1 ? parsed : []) {
      if (host === undefined || repeats !== undefined) continue;
      const wanted = moved.get(host) ?? to;
      const chosen = list.find(({ id }) => id === wanted);
      byHost.set(host, chosen ?? connectionFor(host, all, orVariant(host, knownAt)) ?? shown);
    }
    const groups = Map.groupBy(parsed, ({ host = '' }) => byHost.get(host) ?? shown);
    const places = [...groups].map(([connection, some]) => ({ connection, parsed: some }));
    return { byHost, places: groups.size < 2 ? [{ connection: places[0]?.connection ?? shown, parsed }] : places };
  },
);

export const placesOf = (state: AddMany): readonly Place[] | undefined =>
  state.step === 'preview' && state.read.parsed ? placed(state).places : undefined;

export const notAsked: CheckState = { phase: 'asking', asked: 0, left: 0, until: undefined, problem: undefined };

/**
 * Returns the check at a place. A check of other entries does not count for the present ones, but what it has found out
 * stays known.
 */
export function checkAt({ preview }: AddMany, { connection, parsed }: Place): ServiceCheck {
  const check = preview.checks.get(connection.account);
  const isOfThese = check && areSame(check.of, parsed);
  return { ...notAsked, ...(isOfThese ? check : {}), known: check?.known ?? nothingKnown, of: parsed };
}

const phases = ['more', 'asking', 'ended'] as const;

/** All checks combined into one. `failed`: the connection that has the problem. */
export function checkOf(state: AddMany): CheckState & { failed: ConnectionAddress | undefined } {
  const checks = (placesOf(state) ?? []).map((place) => ({ ...place, ...checkAt(state, place) }));
  const untils = checks.flatMap(({ until }) => until ?? []);
  const failed = checks.find(({ problem }) => problem);
  return {
    phase: phases.find((phase) => checks.some((check) => check.phase === phase)) ?? 'asking',
    asked: checks.reduce((sum, { asked }) => sum + asked, 0),
    left: checks.reduce((sum, { left }) => sum + left, 0),
    // The combined check waits only if every check in the phase `asking` waits.
    until:
      untils.length && untils.length === checks.filter(({ phase }) => phase === 'asking').length
        ? Math.min(...untils)
        : undefined,
    problem: failed?.problem,
    failed: failed?.connection,
  };
}

/** The rows of the preview. They stay visible while the entries are parsed again, so that the focus stays, too. */
export const rowsOf = selector(
  (state) => [state.read.parsed, state.shown, state.preview.checks, placed(state).byHost],
  (parsed: readonly ParsedEntry[] = [], shown, checks, byHost) =>
    parsed.flatMap((read, place) => {
      const to = byHost.get(read.host ?? '') ?? shown;
      return to ? rowOf(read, to, checks.get(to.account)?.known ?? nothingKnown, place) : [];
    }),
);

export const tickedRows = selector(
  (state) => [rowsOf(state), state.ticks],
  (rows, ticks) => new Set(rows.filter((row) => isTicked(row, ticks))),
);

/** The connections whose websites can be copied to the shown one, and the chosen one of them (`from`). */
export function copyOf({ list, shown, copy }: AddMany) {
  const others = list.filter(({ id }) => id !== shown?.id);
  return { others, from: others.find(({ id }) => id === copy?.from) ?? others[0] };
}

export const toPreset = (name: string, { fields, way }: ManyFields): Preset => {
  const { password: _, ...written } = complete(fields);
  return { privacy: 1, ...initialFields(), ...written, name, password: way };
};

/** Returns the settings of sites that are added at a connection. `all`: the stored defaults. */
export function fieldsAt({ edits }: AddMany, all: Defaults, connection: ConnectionAddress): ManyFields {
  const stored = defaultsFor(all, connection);
  const { fields, ...rest } = edits;
  return {
    // A typed password is the common one at every connection, even where no password is stored.
    way: stored.hasPassword || fields.password ? 'common' : 'each',
    fast: false,
    ...rest,
    fields: { ...toFields(stored), ...fields },
  };
}

export function teamAt({ teams }: AddMany, connection: ConnectionAddress): Team | undefined {
  const team = teams.get(connection.account);
  return team === undefined ? teamOfNew(connection) : (team ?? undefined);
}

type JobInput = Starting['jobs'][number]['job'];

/** Returns where passwords come from. Undefined if the worker uses the stored default password. */
function passwordSource(way: ManyFields['way'], password: string | undefined): JobInput['password'] {
  if (way === 'each') return { way };
  return password ? { way, password } : undefined;
}

/** Returns the job for a connection, without its items. Undefined if the required password is missing. */
export function jobAt(state: AddMany, all: Defaults, connection: ConnectionAddress): JobInput | undefined {
  const { fields: typed, way, fast } = fieldsAt(state, all, connection);
  const team = teamAt(state, connection)?.id;
  const { password: given, ...fields } = fitted(connection.kind, { ...complete(typed), ...(team ? { team } : {}) });
  const password = fields.privacy === 2 ? passwordSource(way, given) : undefined;
  if (lacksPassword({ ...fields, password }, defaultsFor(all, connection).hasPassword)) return undefined;
  return { kind: 'create', fields, speed: fast ? 'fast' : 'careful', ...(password ? { password } : {}) };
}
