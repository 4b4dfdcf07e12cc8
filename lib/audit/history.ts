import { quietAfter } from '../tracking/visits.ts';
import {
  isSiteState,
  type PastState,
  type SiteLook,
  type SiteState,
  siteStates,
  stateOf,
  type Visits,
} from './look.ts';

/** A site with its state in a stored audit. The state is stored as its index in `siteStates`. */
type PastSite = readonly [host: string, state: number];

/** A finished audit, in a compact form for storage. */
export interface PastAudit {
  /** The id of the audit's job. */
  id: string;
  account: string;
  /** When the audit ended (milliseconds since 1970). */
  at: number;
  sites: readonly PastSite[];
}

/** How many of the latest states are stored for each site. For older states, see `worthKeeping`. */
const keptStates = 12;

const pastSite = ({ host, look }: Found): PastSite => [host, siteStates.indexOf(stateOf(look))];

/**
 * Whether an item of a report was examined by the report's own audit, or later. An item whose index (`at`) is `total`
 * or more was taken over from an earlier audit.
 */
export const isExaminedSince = (
  { total, ended = 0 }: { total: number; ended?: number },
  { at, sent = 0 }: { at: number; sent?: number },
): boolean => at < total || sent >= ended;

/**
 * Returns the states that other audits found for a site before its state in a report: at most the last 12, oldest
 * first. `lines`: the states from the other audits, by host. An item that was taken over from an earlier audit and not
 * examined since may be older than some of these states, which are then left out. For any other item, times are not
 * compared, because the clock may have been set back.
 */
export const lineBefore = (
  job: { total: number; ended?: number },
  item: { at: number; key: string; sent?: number },
  lines: ReadonlyMap<string, readonly PastState[]>,
): readonly PastState[] =>
  (lines.get(item.key) ?? [])
    .filter(({ at }) => isExaminedSince(job, item) || at < (item.sent ?? 0))
    .slice(-keptStates);

/** What an audit found about a site. */
export interface Found {
  host: string;
  look: Pick<SiteLook, 'state' | 'visits'>;
}

/**
 * Returns what an audit found about its sites. Includes a site that was taken over from an earlier audit only if its
 * page was examined, or its visits were reported, after this audit ended.
 */
export const foundBy = (
  job: { total: number; ended?: number },
  items: readonly { at: number; key: string; sent?: number; look?: SiteLook }[],
): Found[] =>
  items.flatMap(({ look, ...item }) => {
    const isHeard = (look?.visits?.at ?? 0) >= (job.ended ?? Number.POSITIVE_INFINITY);
    return look && (isHeard || isExaminedSince(job, item)) ? [{ host: item.key, look }] : [];
  });

/** Converts an audit with its findings to the form in which it is stored. */
export const pastAudit = (
  { id, account, ended = 0 }: { id: string; account: string; ended?: number },
  found: readonly Found[],
): PastAudit => ({ id, account, at: ended, sites: found.map(pastSite) });

/** Returns the state of each site in a stored audit, by host. */
export const statesOf = ({ sites }: PastAudit): Map<string, SiteState> =>
  new Map(
    sites.flatMap(([host, place]) => {
      const state = siteStates[place];
      return isSiteState(state) ? [[host, state] as const] : [];
    }),
  );

/** The hosts of the sites whose state has changed, according to an audit. */
export interface AuditChanges {
  /** Sites whose page had the code before and certainly has no working code now. */
  lost: readonly string[];
  /** Sites whose page has the code again, or that answer again and have the code. */
  back: readonly string[];
  /** Sites that answered before, but not now. */
  gone: readonly string[];
  /** Sites whose visits arrived before and no longer arrive. */
  stopped: readonly string[];
  /** Sites whose visits arrive again. */
  arriving: readonly string[];
  /** Sites whose state has changed in any way. */
  changed: readonly string[];
}

type States = ReadonlySet<SiteState | undefined>;
const isWithCode: States = new Set(['tracking', 'quiet']);
const isArriving: States = new Set(['tracking', 'counted']);
const isWithout: States = new Set(['missing', 'blocked', 'other', 'elsewhere', 'file']);

/** Whether a state says anything about the site's code. */
const isConclusive = (state: SiteState): boolean => state !== 'unsure' && state !== 'silent';

/**
 * Returns the time of the audit since which a site's visits have always arrived (milliseconds since 1970). Undefined if
 * they did not arrive at the last audit. `line`: the conclusive states of the site, oldest first.
 */
const arrivingSince = (line: readonly PastState[]): number | undefined =>
  line[line.findLastIndex(({ state }) => !isArriving.has(state)) + 1]?.at;

/**
 * Whether a site's visits have stopped. `was`: the last conclusive state before the present one. `since`: the result of
 * `arrivingSince`. False if the last visit was long before `since`: the audit at that time may have found only the
 * code, without any visits arriving.
 */
function hasStopped(state: SiteState, was: SiteState | undefined, since: number | undefined, visits?: Visits): boolean {
  if (state === 'missing') return was === 'counted' && visits?.week === 0;
  const last = visits?.last ?? 0;
  return state === 'quiet' && since !== undefined && last > 0 && last >= since - quietAfter;
}

const isAgain = (state: SiteState, had: PastState | undefined, { week = 0, last }: Partial<Visits> = {}): boolean =>
  had?.state === 'quiet' && isArriving.has(state) && (week > 0 || (last ?? 0) > had.at);

/**
 * Compares an audit's findings (`now`) with the account's earlier audits (`before`, oldest first). Ignores the state
 * `unsure`, except in `changed`. Lost code and changed visits are found by comparison with the last conclusive state
 * (see `isConclusive`).
 */
export function changesBetween(before: readonly PastAudit[], now: readonly Found[]): AuditChanges {
  const lines = linesOf(before);
  const changed = now.map(({ host, look }) => {
    const line = lines.get(host) ?? [];
    const answered = line.filter(({ state }) => isConclusive(state));
    return {
      host,
      state: stateOf(look),
      visits: look.visits,
      was: line.findLast(({ state }) => state !== 'unsure')?.state,
      last: line.at(-1)?.state,
      had: answered.at(-1),
      since: arrivingSince(answered),
    };
  });
  const hosts = (is: (one: (typeof changed)[number]) => boolean) => changed.filter(is).map(({ host }) => host);
  return {
    lost: hosts(({ state, had }) => isWithCode.has(had?.state) && isWithout.has(state)),
    back: hosts(({ state, was }) => state === 'tracking' && (isWithout.has(was) || was === 'silent')),
    gone: hosts(({ state, was }) => state === 'silent' && was !== undefined && was !== 'silent'),
    stopped: hosts(({ state, had, since, visits }) => hasStopped(state, had?.state, since, visits)),
    arriving: hosts(({ state, had, visits }) => isAgain(state, had, visits)),
    changed: hosts(({ state, last }) => last !== undefined && last !== state),
  };
}

/** Merges two comparisons. Each site occurs at most once in each list. */
export function joinChanges(one: AuditChanges, two: AuditChanges): AuditChanges {
  const both = (kind: keyof AuditChanges) => [...new Set([...one[kind], ...two[kind]])];
  return {
    lost: both('lost'),
    back: both('back'),
    gone: both('gone'),
    stopped: both('stopped'),
    arriving: both('arriving'),
    changed: both('changed'),
  };
}

/**
 * Returns an account's audits (oldest first) with only the last 12 states of each site. Keeps older states only where
 * the next audit needs them for comparison, because those 12 are all `unsure` or `silent`. Drops audits that have no
 * state left, except the newest.
 */
export function worthKeeping(audits: readonly PastAudit[]): PastAudit[] {
  const later = new Map<string, number>();
  const told = new Set<string>();
  const answered = new Set<string>();
  const note = (audit: PastAudit) => {
    for (const [host, state] of statesOf(audit)) {
      later.set(host, (later.get(host) ?? 0) + 1);
      if (state !== 'unsure') told.add(host);
      if (isConclusive(state)) answered.add(host);
    }
  };
  const says = ([host, place]: PastSite) => {
    const state = siteStates[place];
    if ((later.get(host) ?? 0) < keptStates) return true;
    return state !== 'unsure' && !(state === 'silent' ? told : answered).has(host);
  };
  const newest = audits.at(-1);
  const kept = audits.toReversed().flatMap((audit) => {
    const sites = audit.sites.filter(says);
    note(audit);
    if (sites.length === audit.sites.length) return sites.length || audit === newest ? [audit] : [];
    return sites.length ? [{ ...audit, sites }] : [];
  });
  return kept.reverse();
}

/** Returns the states of each site in these audits, by host, oldest first. */
export function linesOf(audits: readonly PastAudit[]): Map<string, PastState[]> {
  const lines = new Map<string, PastState[]>();
  for (const audit of audits)
    for (const [host, state] of statesOf(audit)) {
      const line = lines.get(host);
      if (line) line.push({ at: audit.at, state });
      else lines.set(host, [{ at: audit.at, state }]);
    }
  return lines;
}
