import type { Check, Checks } from '../audit/report.ts';
import { hostInList } from '../hosts/hostInList.ts';
import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import { wwwVariant } from '../hosts/parse.ts';
import type { Locked, Project, Website } from '../services/index.ts';
import type { HitsById, KnownHits } from '../storage/hits.ts';
import { type PrivacyKind, privacyKind } from '../websites/privacyKind.ts';
import { projectRows, websiteRows } from '../websites/rows.ts';
import { isNotShown, reported } from './known.ts';
import type { AnyRow, ListFacts, Row } from './types.ts';
import { isSameHits } from './visits.ts';

/** As much of a record as a list needs to be searched, filtered, ordered and shown: many thousands are held in memory. */
export interface SlimRow {
  /** Unique among the rows of all accounts. */
  key: string;
  account: string;
  slot: string;
  id: string;
  /** As it is shown, in Unicode. */
  name: string;
  /** As its service has it, if that is not its name. */
  domain?: string;
  /** What its service calls it, if that is not its domain. */
  title?: string;
  /** In ASCII, the one that it is ordered by first. */
  hosts: readonly string[];
  /** It takes a second line to say what else it is called. */
  isTall?: true;
  locked?: Locked;
  /** When it was reported last, if the last reading did not show it (milliseconds since 1970): it may be gone. */
  notListed?: number;
  /** Another key has reported it, so that this one may not have it: it counts as not listed, too. */
  replaced?: true;
  /** Of a website. */
  privacy?: PrivacyKind;
  /** The value of a privacy that is none of ours. */
  otherPrivacy?: string;
  /** What the last check found on its page; undefined: it was never checked. */
  check?: Check;
  /** What its service tells of its visits: known of few. */
  hits?: KnownHits;
  /** Whether the other list has a record of it, websites the one and projects the other; undefined: not known. */
  linked?: boolean;
  created?: string;
  /** Of a project. */
  reports?: number;
  score?: number;
}

export const keyOf = (account: string, slot: string): string => `${account} ${slot}`;
export const domainOf = ({ domain, name }: Pick<SlimRow, 'domain' | 'name'>): string => domain ?? name;

type Named = Pick<SlimRow, 'id' | 'name' | 'hosts'> & { given: string; title?: string | undefined };

/** The names of a website. Each text that it has twice is one. */
function ofWebsite(row: Row<Website>): Named {
  const { id, domain, name: title } = row.record;
  // That the hosts of a row prove nothing is no reason not to find it.
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

/** The entries of an object that have a value. */
const given = <T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never;

/** Why a reading was not the whole list although it has come to its end. */
const atEnd: readonly ListFacts['why'][] = ['changed', 'unreadable-row'];

/** The last reading came to the end of the list and did not show it, which does not prove that it is gone. */
const mayBeGone = (row: AnyRow, facts: ListFacts | undefined): boolean =>
  atEnd.includes(facts?.why) && isNotShown(row, facts);

/**
 * Makes slim rows of stored ones; `facts`: what the readings of their list have proved. Each row that is read from a database
 * has its own copy of its account's name: here all share one.
 */
export function slimRows(facts?: ListFacts): (row: AnyRow) => SlimRow {
  const accounts = new Map<string, string>();
  return (row) => {
    const isProject = 'project' in row.record;
    const named = isProject ? ofProject(row as Row<Project>) : ofWebsite(row as Row<Website>);
    const { id, name, hosts } = named;
    const account = accounts.get(row.account) ?? row.account;
    accounts.set(account, account);
    const slot = row.slot === id ? id : row.slot;
    const record = reported(row);
    const { created_at: created, locked } = record;
    const { privacy_raw: otherPrivacy } = record as Website;
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
        isTall: notListed !== undefined || hasMore(named) || undefined,
        notListed,
        replaced,
        locked,
        created,
        ...(isProject ? { reports, score } : { privacy: privacyKind(record as Website), otherPrivacy }),
      }),
    } as SlimRow;
  };
}

/** The hosts of the other list, and whether these are all. */
export interface Links {
  hosts: ReadonlySet<string>;
  isWhole: boolean;
}

/** Whether the other list has a record of a row's site, with or without `www.`; undefined: it may, for what is known. */
function linkOf({ hosts }: SlimRow, links: Links): boolean | undefined {
  if (hosts.some((host) => links.hosts.has(host) || links.hosts.has(wwwVariant(host)))) return true;
  return links.isWhole && hosts.length > 0 ? false : undefined;
}

/** The last check of a row's site. Of several records with one host, it was the check of that whose id it has. */
function checkOf(row: SlimRow, checks: Checks): Check | undefined {
  const check = checks.get(hostInList(domainOf(row)) ?? '');
  return check?.id === undefined || check.id === row.id ? check : undefined;
}

/** What is kept elsewhere about the records of a list: which of them the other list has, what the last audit has found, and their visits. */
export interface Beside {
  links?: Links | undefined;
  checks?: Checks | undefined;
  hits?: HitsById | undefined;
}

const isSameCheck = (one: Check | undefined, other: Check | undefined): boolean =>
  one?.state === other?.state && one?.at === other?.at && one?.visits?.at === other?.visits?.at;

/** A row without what is known of it beside its list. */
export const aloneRow = ({ linked: _, check: __, hits: ___, ...row }: SlimRow): SlimRow => row;

/** The rows with what is known beside their list. A row about which nothing changes stays the same. */
export const withBeside = (rows: readonly SlimRow[], { links, checks, hits: byId }: Beside): readonly SlimRow[] =>
  rows.map((row) => {
    const linked = links && linkOf(row, links);
    const check = checks && checkOf(row, checks);
    const hits = row.id ? byId?.[row.id] : undefined;
    if (row.linked === linked && isSameCheck(row.check, check) && isSameHits(row.hits, hits)) return row;
    return { ...aloneRow(row), ...given({ linked, check, hits }) } as SlimRow;
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
