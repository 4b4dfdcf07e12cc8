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

/** The state of one site: its host, and the state's index in `siteStates`. */
type PastSite = readonly [host: string, state: number];

/** An ended audit, stored as compactly as possible. */
export interface PastAudit {
  /** The job's id. */
  id: string;
  /** The account whose sites were audited. */
  account: string;
  /** When it ended (milliseconds since 1970). */
  at: number;
  sites: readonly PastSite[];
}

/** How many of the last states are kept for each site. */
const keptStates = 12;

const pastSite = ({ host, look }: Found): PastSite => [host, siteStates.indexOf(stateOf(look))];

/**
 * Whether the report's own audit, or a later one, has examined an item. `at`: the item's index in the report; from
 * index `total` on, items come from earlier audits. `sent`: when it was examined. `ended`: when the report's audit
 * ended.
 */
export const isOwn = (
  { total, ended = 0 }: { total: number; ended?: number },
  { at, sent = 0 }: { at: number; sent?: number },
): boolean => at < total || sent >= ended;

/**
 * Returns a site's states before the one that a report shows, oldest first. `lines`: each site's states in all other
 * audits. If the report's own audit or a later one has examined the item (see `isOwn`), all of these are returned,
 * because their moments cannot be compared after the clock was set back. Otherwise only those that were found before
 * the item was examined.
 */
export const lineBefore = (
  job: { total: number; ended?: number },
  item: { at: number; key: string; sent?: number },
  lines: ReadonlyMap<string, readonly PastState[]>,
): readonly PastState[] => (lines.get(item.key) ?? []).filter(({ at }) => isOwn(job, item) || at < (item.sent ?? 0));

/** The findings about a site. */
export interface Found {
  host: string;
  look: Pick<SiteLook, 'state' | 'visits'>;
}

/**
 * Returns the findings of an audit: about its own sites, and about sites of earlier audits whose visits it has
 * requested.
 */
export const foundBy = (
  job: { total: number; ended?: number },
  items: readonly { at: number; key: string; sent?: number; look?: SiteLook }[],
): Found[] =>
  items.flatMap(({ look, ...item }) => {
    const isHeard = (look?.visits?.at ?? 0) >= (job.ended ?? Number.POSITIVE_INFINITY);
    return look && (isHeard || isOwn(job, item)) ? [{ host: item.key, look }] : [];
  });

/** Returns an audit in the form in which it is stored. */
export const pastAudit = (
  { id, account, ended = 0 }: { id: string; account: string; ended?: number },
  found: readonly Found[],
): PastAudit => ({ id, account, at: ended, sites: found.map(pastSite) });

/** Returns the states of a past audit by host. */
export const statesOf = ({ sites }: PastAudit): Map<string, SiteState> =>
  new Map(
    sites.flatMap(([host, place]) => {
      const state = siteStates[place];
      return isSiteState(state) ? [[host, state] as const] : [];
    }),
  );

/** The hosts whose state changed. */
export interface AuditChanges {
  /** Hosts that were tracking and certainly no longer are. */
  lost: readonly string[];
  /** Hosts that are tracking again. */
  back: readonly string[];
  /** Hosts that answered before, but not now. */
  gone: readonly string[];
  /** Hosts whose visits arrived until the check before, and no longer do. */
  stopped: readonly string[];
  /** Hosts whose visits arrive again. */
  arriving: readonly string[];
}

type States = ReadonlySet<SiteState | undefined>;
const isWithCode: States = new Set(['tracking', 'quiet']);
const isArriving: States = new Set(['tracking', 'counted']);
const isWithout: States = new Set(['missing', 'blocked', 'other', 'elsewhere', 'file']);

/** Returns for each site the last of its states for which `says` is true. */
const lastStates = (audits: readonly PastAudit[], says: (state: SiteState) => boolean): Map<string, PastState> =>
  new Map(
    audits.flatMap((audit) =>
      [...statesOf(audit)].flatMap(([host, state]) => (says(state) ? [[host, { at: audit.at, state }] as const] : [])),
    ),
  );

/** Whether a state says something about the code of a site. */
const isConclusive = (state: SiteState): boolean => state !== 'unsure' && state !== 'silent';

/** Returns for each site whose visits arrive: since when its conclusive states in a row say so. */
function arrivingSince(audits: readonly PastAudit[]): ReadonlyMap<string, number> {
  const since = new Map<string, number>();
  for (const audit of audits)
    for (const [host, state] of statesOf(audit)) {
      if (isArriving.has(state)) since.set(host, since.get(host) ?? audit.at);
      else if (isConclusive(state)) since.delete(host);
    }
  return since;
}

/**
 * Whether the visits of a site have stopped. `since`: see `arrivingSince`. Finding code since then does not prove that
 * visits arrived, because the service may not have been asked. A visit after `since`, or in the week before it, does.
 */
function hasStopped(state: SiteState, was: SiteState | undefined, since: number | undefined, visits?: Visits): boolean {
  if (state === 'missing') return was === 'counted' && visits?.week === 0;
  const last = visits?.last ?? 0;
  return state === 'quiet' && since !== undefined && last > 0 && last >= since - quietAfter;
}

const isAgain = (state: SiteState, had: PastState | undefined, { week = 0, last }: Partial<Visits> = {}): boolean =>
  had?.state === 'quiet' && isArriving.has(state) && (week > 0 || (last ?? 0) > had.at);

/**
 * Compares the findings with the last conclusive state of each site. `before`: the account's earlier audits, oldest
 * first. An inconclusive state is no change, and a site that did not answer proves nothing about its code.
 */
export function changesBetween(before: readonly PastAudit[], now: readonly Found[]): AuditChanges {
  const told = lastStates(before, (state) => state !== 'unsure');
  const answered = lastStates(before, isConclusive);
  const since = arrivingSince(before);
  const changed = now.map(({ host, look }) => ({
    host,
    state: stateOf(look),
    visits: look.visits,
    was: told.get(host)?.state,
    had: answered.get(host),
  }));
  const hosts = (is: (one: (typeof changed)[number]) => boolean) => changed.filter(is).map(({ host }) => host);
  return {
    lost: hosts(({ state, had }) => isWithCode.has(had?.state) && isWithout.has(state)),
    back: hosts(({ state, was }) => state === 'tracking' && (isWithout.has(was) || was === 'silent')),
    gone: hosts(({ state, was }) => state === 'silent' && was !== undefined && was !== 'silent'),
    stopped: hosts(({ host, state, had, visits }) => hasStopped(state, had?.state, since.get(host), visits)),
    arriving: hosts(({ state, had, visits }) => isAgain(state, had, visits)),
  };
}

/**
 * Removes old states from an account's audits (oldest first). Each site keeps its last 12 states, and any older state
 * that its next one will be compared with. States are counted by site, so that an audit of a few sites takes no state
 * from the others.
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

/** Returns each site's states in the audits, oldest first. */
export function linesOf(audits: readonly PastAudit[]): Map<string, PastState[]> {
  const lines = new Map<string, PastState[]>();
  for (const audit of audits)
    for (const [host, state] of statesOf(audit)) {
      const before = lines.get(host) ?? [];
      lines.set(host, [...before, { at: audit.at, state }].slice(-keptStates));
    }
  return lines;
}
