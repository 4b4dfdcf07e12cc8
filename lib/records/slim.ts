import type { Check, Checks } from '../audit/report.ts';
import { hasRecentVisit } from '../audit/visits.ts';
import { hostInList } from '../hosts/hostInList.ts';
import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import { wwwVariant } from '../hosts/variants.ts';
import type { Locked, Project, Website } from '../services/index.ts';
import type { HitsById, KnownHits } from '../storage/hits.ts';
import { type PrivacyKind, privacyKind } from '../websites/privacyKind.ts';
import { projectRows, websiteRows } from '../websites/rows.ts';
import { isNotShown, reported } from './known.ts';
import type { AnyRow, ListFacts, Row } from './types.ts';
import { askedForLast, isSameHits, lastVisitOf, weekOf } from './visits.ts';

/**
 * The part of a record that a list needs for search, filters, order and display. It is small, since many thousands of
 * rows are in memory.
 */
export interface SlimRow {
  /** Unique among the rows of all accounts. */
  key: string;
  account: string;
  slot: string;
  id: string;
  /** As shown, in Unicode. */
  name: string;
  /** As reported by its service, if that differs from `name`. */
  domain?: string;
  /** The name that its service gives it, if that differs from the domain. */
  title?: string;
  /** The hosts in ASCII. The list is ordered by the first of them. */
  hosts: readonly string[];
  /** The name of the team whose website it is. */
  team?: string;
  /** Set if the row needs a second line: for other names, for the team, or because the record may be gone. */
  isTall?: true;
  locked?: Locked;
  /**
   * When the service last reported the record (milliseconds since 1970). Set only if the last reading did not show it,
   * so that it may be gone.
   */
  notListed?: number;
  /**
   * Set if only a replaced key has reported it, so that the present key may not have it. `notListed` is then set, too.
   */
  replaced?: true;
  /** Websites only. */
  privacy?: PrivacyKind;
  /** The service's value of the privacy, if Waymark does not know this value. */
  otherPrivacy?: string;
  /** The result of the last check of its page. Undefined: never checked. */
  check?: Check;
  /** Its visits as its service counts them. Known for few rows. */
  hits?: KnownHits;
  /**
   * Whether the other list (projects for websites, websites for projects) has a record of the site. Undefined: unknown.
   */
  linked?: boolean;
  created?: string;
  /** Projects only. */
  reports?: number;
  score?: number;
}

export const keyOf = (account: string, slot: string): string => `${account} ${slot}`;
export const domainOf = ({ domain, name }: Pick<SlimRow, 'domain' | 'name'>): string => domain ?? name;

type Named = Pick<SlimRow, 'id' | 'name' | 'hosts'> & { given: string; title?: string | undefined };

/** Returns the names of a website. Equal texts share one string, to save memory. */
function ofWebsite(row: Row<Website>): Named {
  const { id, domain, name: title } = row.record;
  // A row that proves nothing has no hosts, but the hosts of its record are still good for a search.
  const all = row.hosts.length ? row.hosts : hostsOf(row.record);
  const hosts = all.map((host) => (host === domain ? domain : host));
  const isPlain = hosts.includes(domain) && !domain.includes('xn--');
  const name = isPlain ? domain : (websiteRows([row.record])[0]?.name ?? domain);
  return { id, name, given: domain, title, hosts };
}

function ofProject({ record, hosts }: Row<Project>): Named {
  const { project } = record;
  return { id: record.id ?? '', name: projectRows([record])[0]?.name ?? project, given: project, hosts };
}

const hasMore = ({ given, title, hosts }: Named) =>
  title !== undefined || hosts.length > 1 || (hosts.length === 1 && given !== hosts[0] && hostOf(given) !== hosts[0]);

/** Returns a function that gives equal texts as one string, since each row from the database has its own copy. */
function sharedTexts() {
  const texts = new Map<string, string>();
  return (text: string): string => {
    const first = texts.get(text) ?? text;
    texts.set(text, first);
    return first;
  };
}

/** Returns the entries of an object without undefined values. */
const given = <T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never;

/** The reasons why a completed reading may still have missed records. */
const atEnd: readonly ListFacts['why'][] = ['changed', 'unreadable-row'];

/** Whether the last reading was completed without showing a row, so that the record may be gone. */
const mayBeGone = (row: AnyRow, facts: ListFacts | undefined): boolean =>
  atEnd.includes(facts?.why) && isNotShown(row, facts);

/** Returns a function that makes a slim row of a stored row. `facts`: what readings of the list have proved. */
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
    const notListed = replaced || mayBeGone(row, facts) ? row.at : undefined;
    return {
      key: keyOf(account, slot),
      account,
      slot,
      id,
      name,
      hosts,
      ...given({
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

/** The hosts of the other list, and whether that list was read as a whole. */
export interface Links {
  hosts: ReadonlySet<string>;
  isWhole: boolean;
}

/** Whether the other list has a record of a row's site, with or without `www.`; undefined if that is unknown. */
function linkOf({ hosts }: SlimRow, links: Links): boolean | undefined {
  if (hosts.some((host) => links.hosts.has(host) || links.hosts.has(wwwVariant(host)))) return true;
  return links.isWhole && hosts.length > 0 ? false : undefined;
}

/**
 * Returns the last check of a row's site. If several records share the host, the check belongs to the record whose id
 * it has.
 */
function checkOf(row: SlimRow, checks: Checks): Check | undefined {
  const check = checks.get(hostInList(domainOf(row)) ?? '');
  return check?.id === undefined || check.id === row.id ? check : undefined;
}

/**
 * Corrects a check by the later answers of the service: a site that had the code but no visits is tracked if visits
 * have arrived since.
 */
function withHits(check: Check | undefined, hits: KnownHits | undefined): Check | undefined {
  if (check?.state !== 'quiet' || !hits) return check;
  const [last, week, at = 0] = [lastVisitOf({ hits, check }), weekOf({ hits, check }), askedForLast({ hits, check })];
  const visits = { at, ...(last === undefined ? {} : { last }), ...(week === undefined ? {} : { week }) };
  return hasRecentVisit(visits) ? { ...check, state: 'tracking' } : check;
}

/**
 * Information about a list's records that is stored elsewhere: which of them the other list has, the last audit's
 * results, and their visits.
 */
export interface Beside {
  links?: Links | undefined;
  checks?: Checks | undefined;
  hits?: HitsById | undefined;
}

const isSameCheck = (one: Check | undefined, other: Check | undefined): boolean =>
  one?.state === other?.state && one?.at === other?.at && one?.visits?.at === other?.visits?.at;

/** Returns a row without the information that is stored elsewhere (see `Beside`). */
export const aloneRow = ({ linked: _, check: __, hits: ___, ...row }: SlimRow): SlimRow => row;

/** Returns the rows with the information that is stored elsewhere. A row that does not change stays the same object. */
export const withBeside = (rows: readonly SlimRow[], { links, checks, hits: byId }: Beside): readonly SlimRow[] =>
  rows.map((row) => {
    const linked = links && linkOf(row, links);
    const hits = row.id ? byId?.[row.id] : undefined;
    const check = checks && withHits(checkOf(row, checks), hits);
    if (row.linked === linked && isSameCheck(row.check, check) && isSameHits(row.hits, hits)) return row;
    return {
      ...aloneRow(row),
      ...(linked === undefined ? {} : { linked }),
      ...(check ? { check } : {}),
      ...(hits ? { hits } : {}),
    };
  });

/** Returns the names that occur in several accounts. The rows of each account must stand together. Yields now and then. */
export function* sharedNames(rows: readonly SlimRow[]): Generator<undefined, ReadonlySet<string>> {
  const accounts = new Map<string, string>();
  const shared = new Set<string>();
  if (rows[0]?.account === rows.at(-1)?.account) return shared;
  for (const [at, { name, account }] of rows.entries()) {
    if (at % 500 === 0) yield;
    const before = accounts.get(name);
    if (before === undefined) accounts.set(name, account);
    else if (before !== account) shared.add(name);
  }
  return shared;
}
