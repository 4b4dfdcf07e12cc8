import type { Check, Checks } from '../audit/report.ts';
import { hostInList } from '../hosts/hostInList.ts';
import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import { wwwVariant } from '../hosts/variants.ts';
import type { Locked, Project, Website } from '../services/index.ts';
import type { HitsById, KnownHits } from '../storage/hits.ts';
import { isVisited } from '../tracking/visits.ts';
import { type PrivacyKind, privacyKind } from '../websites/privacyKind.ts';
import { shownName } from '../websites/rows.ts';
import { mayBeGone, reported } from './known.ts';
import type { AnyRow, ListFacts, Row } from './types.ts';
import { askedForLast, lastVisitOf, weekOf } from './visits.ts';

/**
 * The part of a stored record that a page needs to search, filter, sort and show it. It is small, because a page holds
 * many thousands of these rows in memory.
 */
export interface SlimRow {
  /** The row's key, unique among the rows of all accounts. */
  key: string;
  account: string;
  slot: string;
  id: string;
  /** The domain or project as it is shown, in Unicode. */
  name: string;
  /** The domain or project as the service reports it, if it differs from `name`. */
  domain?: string;
  /** The service's own name for the website, if it differs from the domain. */
  title?: string;
  /** The hosts of the record in ASCII. Rows are ordered by the first one. */
  hosts: readonly string[];
  /** The name of the team that owns the website. */
  team?: string;
  /**
   * Set if the row needs a second line: for other names, for the team, or to say that the record may have been deleted.
   */
  isTall?: true;
  locked?: Locked;
  /**
   * When the service last reported the record (milliseconds since 1970). Set only if the record may have been deleted
   * (see `mayBeGone`).
   */
  notListed?: number;
  /**
   * Set if the API key was replaced after the service last reported the record. The account of the new key may not have
   * the record. `notListed` is then set, too.
   */
  replaced?: true;
  /**
   * Set if the row shows a record from an answer that might not be stored, for example in a private window. Contains
   * the whole record, and the time when it was requested or written (milliseconds since 1970).
   */
  told?: { record: Website | Project; at: number };
  privacy?: PrivacyKind;
  /** The privacy as the service reports it, if Waymark does not know this value. */
  otherPrivacy?: string;
  check?: Check;
  /** The website's visits as its service counts them. Missing in most rows. */
  hits?: KnownHits;
  /** For a website: whether the site has a project. For a project: whether it has a website. Undefined if unknown. */
  linked?: boolean;
  created?: string;
  /** A project's number of reports, and its score. Missing for websites. */
  reports?: number;
  score?: number;
}

export const keyOf = (account: string, slot: string): string => `${account} ${slot}`;
/** Returns a row's domain or project as the service reports it. */
export const domainOf = ({ domain, name }: Pick<SlimRow, 'domain' | 'name'>): string => domain ?? name;

type Named = Pick<SlimRow, 'id' | 'name' | 'hosts'> & { given: string; title?: string | undefined };

/** Returns a website's names. Equal names share one string, to save memory. */
function ofWebsite(row: Row<Website>): Named {
  const { id, domain, name: title } = row.record;
  // A row marked as `replaced` has no hosts. A search may still use the hosts in its record.
  const all = row.hosts.length ? row.hosts : hostsOf(row.record);
  const hosts = all.map((host) => (host === domain ? domain : host));
  const isPlain = hosts.includes(domain) && !domain.includes('xn--');
  const name = isPlain ? domain : shownName(domain).name;
  return { id, name, given: domain, title, hosts };
}

function ofProject({ record, hosts }: Row<Project>): Named {
  const { project } = record;
  return { id: record.id ?? '', name: shownName(project).name, given: project, hosts };
}

const hasMore = ({ given, title, hosts }: Named) =>
  title !== undefined || hosts.length > 1 || (hosts.length === 1 && given !== hosts[0] && hostOf(given) !== hosts[0]);

/** Returns a function that returns one shared string for equal texts, to save memory. */
function sharedTexts() {
  const texts = new Map<string, string>();
  return (text: string): string => {
    const first = texts.get(text) ?? text;
    texts.set(text, first);
    return first;
  };
}

const defined = <T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never;

/** Returns a function that converts stored rows to slim rows. For `facts`, see `ListFacts`. */
export function slimRows(facts?: ListFacts): (row: AnyRow) => SlimRow {
  const shared = sharedTexts();
  return (row) => {
    const isProject = 'project' in row.record;
    const named = isProject ? ofProject(row as Row<Project>) : ofWebsite(row as Row<Website>);
    const { id, name, hosts } = named;
    const account = shared(row.account);
    const slot = row.slot === id ? id : row.slot;
    const record = reported(row);
    const { created_at: created, locked } = record;
    const { privacy_raw: otherPrivacy, team_name: team } = record as Website;
    const { reports, result: score } = record as Project;
    const { replaced } = row;
    const notListed = mayBeGone(row, facts) ? row.at : undefined;
    return {
      key: keyOf(account, slot),
      account,
      slot,
      id,
      name,
      hosts,
      ...defined({
        domain: named.given === name ? undefined : named.given,
        title: named.title,
        team: team && shared(team),
        isTall: notListed !== undefined || !!team || hasMore(named) || undefined,
        notListed,
        replaced,
        locked,
        created,
        ...(isProject ? { reports, score } : { privacy: privacyKind(record as Website), otherPrivacy }),
      }),
    } as SlimRow;
  };
}

/**
 * For rows of websites, the hosts of all projects. For rows of projects, the hosts of all websites. `isWhole`: whether
 * no hosts are missing.
 */
export interface Links {
  hosts: ReadonlySet<string>;
  isWhole: boolean;
}

/**
 * Whether `links` has a host of this row, with or without `www.`. Undefined if this is unknown, because the hosts in
 * `links` are incomplete or the row has no host.
 */
function linkOf({ hosts }: SlimRow, links: Links): boolean | undefined {
  if (hosts.some((host) => links.hosts.has(host) || links.hosts.has(wwwVariant(host)))) return true;
  return links.isWhole && hosts.length > 0 ? false : undefined;
}

/**
 * Returns the last check of a row's site. A check that names a record counts only for that record's row, because
 * several records may have the same host.
 */
function checkOf(row: SlimRow, checks: Checks): Check | undefined {
  const check = checks.get(hostInList(domainOf(row)) ?? '');
  return check?.id === undefined || check.id === row.id ? check : undefined;
}

/** Corrects a check by later visits: the state `quiet` becomes `tracking` if the site has had visits. */
function withHits(check: Check | undefined, hits: KnownHits | undefined): Check | undefined {
  if (check?.state !== 'quiet' || !hits) return check;
  const known = { hits, check };
  const visit = { last: lastVisitOf(known), week: weekOf(known), at: askedForLast(known) };
  return isVisited(visit) ? { ...check, state: 'tracking' } : check;
}

/** How many rows a generator processes between two yields, which takes about a millisecond. */
export const stepSize = 500;

/**
 * Data that rows show but that is stored elsewhere. `links`: see `SlimRow.linked`. `checks`: the results of the last
 * audit. `hits`: the visits, by website id.
 */
export interface Beside {
  links?: Links | undefined;
  checks?: Checks | undefined;
  hits?: HitsById | undefined;
}

function besideOf(row: SlimRow, { links, checks, hits: byId }: Beside): SlimRow {
  const linked = links && linkOf(row, links);
  const hits = row.id ? byId?.[row.id] : undefined;
  const check = checks && withHits(checkOf(row, checks), hits);
  if (linked === undefined && !check && !hits) return row;
  return {
    ...row,
    ...(linked === undefined ? {} : { linked }),
    ...(check ? { check } : {}),
    ...(hits ? { hits } : {}),
  };
}

/**
 * Returns the rows with the data that `beside` has for their account. Yields now and then, so that the caller can
 * pause.
 */
export function* withBeside(
  rows: readonly SlimRow[],
  beside: ReadonlyMap<string, Beside>,
): Generator<undefined, readonly SlimRow[]> {
  const whole: SlimRow[] = [];
  for (const row of rows) {
    if (whole.length % stepSize === 0) yield;
    whole.push(besideOf(row, beside.get(row.account) ?? {}));
  }
  return whole;
}

/**
 * Returns the names that several accounts have. The rows must be grouped by account. Yields now and then, so that the
 * caller can pause.
 */
export function* sharedNames(rows: readonly SlimRow[]): Generator<undefined, ReadonlySet<string>> {
  const accounts = new Map<string, string>();
  const shared = new Set<string>();
  if (rows[0]?.account === rows.at(-1)?.account) return shared;
  for (const [at, { name, account }] of rows.entries()) {
    if (at % stepSize === 0) yield;
    const before = accounts.get(name);
    if (before === undefined) accounts.set(name, account);
    else if (before !== account) shared.add(name);
  }
  return shared;
}
