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
 * The part of a record that a list needs for search, filters, order and display, since many thousands are in memory.
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
  /** In ASCII; the list is ordered by the first one. */
  hosts: readonly string[];
  /** The name of the team whose website it is. */
  team?: string;
  /** It needs a second line for its other names, or its team. */
  isTall?: true;
  locked?: Locked;
  /**
   * Set if the last reading did not show it, so that it may be gone: when it was last reported (milliseconds since
   * 1970).
   */
  notListed?: number;
  /** Only another key has reported it, so this key may not have it. It counts as not listed, too. */
  replaced?: true;
  /** Websites only. */
  privacy?: PrivacyKind;
  /** The value of a privacy that we do not know. */
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

/** The names of a website. Equal texts share one string, to save memory. */
function ofWebsite(row: Row<Website>): Named {
  const { id, domain, name: title } = row.record;
  // The hosts of a row that proves nothing are still good for a search.
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

/** Equal texts as one string, since many rows of a database each have a copy. */
function sharedTexts() {
  const texts = new Map<string, string>();
  return (text: string): string => {
    const first = texts.get(text) ?? text;
    texts.set(text, first);
    return first;
  };
}

/** The entries of an object without undefined values. */
const given = <T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never;

/** Why a completed reading may still have missed records. */
const atEnd: readonly ListFacts['why'][] = ['changed', 'unreadable-row'];

/** Whether the last reading was completed without showing a row. That does not prove that the record is gone. */
const mayBeGone = (row: AnyRow, facts: ListFacts | undefined): boolean =>
  atEnd.includes(facts?.why) && isNotShown(row, facts);

/**
 * Makes slim rows of stored ones. `facts`: what readings of their list have proved.
 */
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

/** The hosts of the other list, and whether it was read as a whole. */
export interface Links {
  hosts: ReadonlySet<string>;
  isWhole: boolean;
}

/** Whether the other list has a record of a row's site, with or without `www.`. Undefined: unknown. */
function linkOf({ hosts }: SlimRow, links: Links): boolean | undefined {
  if (hosts.some((host) => links.hosts.has(host) || links.hosts.has(wwwVariant(host)))) return true;
  return links.isWhole && hosts.length > 0 ? false : undefined;
}

/** The last check of a row's site. If several records share the host, it belongs to the one whose id it has. */
function checkOf(row: SlimRow, checks: Checks): Check | undefined {
  const check = checks.get(hostInList(domainOf(row)) ?? '');
  return check?.id === undefined || check.id === row.id ? check : undefined;
}

/** A check beside the service's later answers: its code is there, and visits do arrive by now. */
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

/** A row without the information from elsewhere. */
export const aloneRow = ({ linked: _, check: __, hits: ___, ...row }: SlimRow): SlimRow => row;

/** The rows with the information from elsewhere. A row that does not change stays the same object. */
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

/** The names that several accounts have. */
export function sharedNames(rows: readonly SlimRow[]): ReadonlySet<string> {
  const accounts = new Map<string, string>();
  const shared = new Set<string>();
  for (const { name, account } of rows) {
    const before = accounts.get(name);
    if (before === undefined) accounts.set(name, account);
    else if (before !== account) shared.add(name);
  }
  return shared;
}
