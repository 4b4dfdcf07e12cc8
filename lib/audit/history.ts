import { isSiteState, type SiteLook, type SiteState, siteStates } from './look.ts';

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

/** How many of its last states are kept of each site. */
const keptStates = 12;

export const pastSite = (host: string, state: SiteState): PastSite => [host, siteStates.indexOf(state)];

/** Whether a site of an audit's report was looked at by that audit or later; results of earlier audits come after its own. */
export const isOwn = (
  { total, ended = 0 }: { total: number; ended?: number },
  { at, sent = 0 }: { at: number; sent?: number },
): boolean => at < total || sent >= ended;

/** What an audit itself found. */
export const pastAudit = (
  job: { id: string; account: string; total: number; ended?: number },
  items: readonly { at: number; key: string; sent?: number; look?: SiteLook }[],
): PastAudit => ({
  id: job.id,
  account: job.account,
  at: job.ended ?? 0,
  sites: items.flatMap((item) => (item.look && isOwn(job, item) ? [pastSite(item.key, item.look.state)] : [])),
});

/** The states of a past audit by host. */
export const statesOf = ({ sites }: PastAudit): Map<string, SiteState> =>
  new Map(
    sites.flatMap(([host, place]) => {
      const state = siteStates[place];
      return isSiteState(state) ? [[host, state] as const] : [];
    }),
  );

/** The hosts whose state changed. */
export interface AuditChanges {
  /** Was tracking, and certainly no longer is. */
  lost: readonly string[];
  /** Is tracking again. */
  back: readonly string[];
  /** Answered before, but not now. */
  gone: readonly string[];
}

const isCounting = (state: SiteState | undefined) => state === 'tracking';
const isWithout: ReadonlySet<SiteState | undefined> = new Set(['missing', 'blocked', 'other', 'elsewhere', 'file']);

/** The last conclusive state of each site. */
const lastStates = (audits: readonly PastAudit[], says: (state: SiteState) => boolean): Map<string, SiteState> =>
  new Map(audits.flatMap((audit) => [...statesOf(audit)].filter(([, state]) => says(state))));

/**
 * Compares an audit with the last conclusive state of each of its sites in earlier audits of the same account, oldest first.
 * An inconclusive state is no change, and a site that did not answer says nothing about its code.
 */
export function changesBetween(before: readonly PastAudit[], now: PastAudit): AuditChanges {
  const told = lastStates(before, (state) => state !== 'unsure');
  const answered = lastStates(before, (state) => state !== 'unsure' && state !== 'silent');
  const changed = [...statesOf(now)].map(([host, state]) => ({
    host,
    state,
    was: told.get(host),
    had: answered.get(host),
  }));
  const hosts = (is: (one: (typeof changed)[number]) => boolean) => changed.filter(is).map(({ host }) => host);
  return {
    lost: hosts(({ state, had }) => isCounting(had) && isWithout.has(state)),
    back: hosts(({ state, was }) => isCounting(state) && (isWithout.has(was) || was === 'silent')),
    gone: hosts(({ state, was }) => state === 'silent' && was !== undefined && was !== 'silent'),
  };
}

/**
 * What to keep of an account's audits, oldest first: the last states of each site, and older ones with which its next state is
 * compared. Checks of a few sites displace nothing of the others.
 */
export function worthKeeping(audits: readonly PastAudit[]): PastAudit[] {
  const later = new Map<string, number>();
  const told = new Set<string>();
  const answered = new Set<string>();
  const note = (audit: PastAudit) => {
    for (const [host, state] of statesOf(audit)) {
      later.set(host, (later.get(host) ?? 0) + 1);
      if (state !== 'unsure') told.add(host);
      if (state !== 'unsure' && state !== 'silent') answered.add(host);
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

/** The state of a site, and when it was found (milliseconds since 1970). */
export interface PastState {
  at: number;
  state: SiteState;
}

/** Each site's states in the audits, oldest first. */
export function linesOf(audits: readonly PastAudit[]): Map<string, PastState[]> {
  const lines = new Map<string, PastState[]>();
  for (const audit of audits)
    for (const [host, state] of statesOf(audit)) {
      const before = lines.get(host) ?? [];
      lines.set(host, [...before, { at: audit.at, state }].slice(-keptStates));
    }
  return lines;
}
