import { hostOf } from '../../hosts/hostOf.ts';
import { twinsOf } from '../../hosts/parse.ts';
import type { SiteCheck } from '../../messages/commands.ts';
import type { Website } from '../../services/index.ts';
import { type Context, request, serviceUrlOf } from '../request.ts';
import { dropHost, putSites } from './siteCache.ts';

/** How long an answer to "is it registered?" may stand for the look-up before a create. */
const freshFor = 60_000;
const maxLookUpPages = 5;

const checks = new Map<string, { at: number; answer: Promise<SiteCheck> }>();

/** What the public suffix list says of a host; the list is evaluated only here. */
export const suffix = async (host: string) => (await import('../../hosts/publicSuffix.ts')).publicSuffixOf(host);

const page = (search: string, cursor: string | undefined, context: Context) =>
  request('websites.list', { search, search_by: 'domain', per_page: 100, ...(cursor ? { cursor } : {}) }, context);

/**
 * Looks a host up with as few requests as it can: one search for `term` usually tells the exact record and its
 * relatives. Services may ignore `search` or match parts of names, so records are compared exactly here.
 */
async function lookUp(host: string, term: string, context: Context): Promise<Website[]> {
  const found: Website[] = [];
  let cursor: string | undefined;
  for (let count = 0; count < maxLookUpPages; count++) {
    const { items, more, next } = await page(term, cursor, context);
    found.push(...items);
    if (!more || items.some(({ domain }) => hostOf(domain) === host)) return found;
    if (!next) break;
    cursor = next;
  }
  return term === host ? found : [...found, ...(await lookUp(host, host, context))];
}

/** What is known locally only helps the next opening: where it cannot be kept, the service's answer still stands. */
async function remember(
  url: string,
  host: string,
  matches: readonly Website[],
  twins: readonly Website[],
): Promise<void> {
  const kept = [putSites(url, [...matches, ...twins]), ...(matches.length ? [] : [dropHost(url, host)])];
  await Promise.allSettled(kept);
}

async function askService(host: string, context: Context): Promise<SiteCheck> {
  const { url } = await serviceUrlOf('analytics');
  const { registrable } = await suffix(host);
  const found = await lookUp(host, registrable ?? host, context);
  const byId = new Map(found.map((website) => [website.id || website.domain, website]));
  const related = new Set(twinsOf(host, registrable));
  const websites = [...byId.values()].map((website) => ({ website, host: hostOf(website.domain) }));
  const matches = websites.filter((one) => one.host === host).map((one) => one.website);
  const twins = websites.filter((one) => one.host && related.has(one.host)).map((one) => one.website);
  if (!context.private) await remember(url, host, matches, twins);
  return { host, matches, twins };
}

/** Asks the service whether a host is registered, and which related hosts are. One flight per host; one request as a rule. */
export function lookUpHost(host: string, context: Context): Promise<SiteCheck> {
  const entry = { at: Date.now(), answer: askService(host, context) };
  checks.set(host, entry);
  entry.answer.catch(() => checks.get(host) === entry && checks.delete(host));
  return entry.answer;
}

/** The running or fresh answer for a host, else a new look-up. */
export function recentLookUp(host: string, context: Context): Promise<SiteCheck> {
  const recent = checks.get(host);
  return recent && Date.now() - recent.at < freshFor ? recent.answer : lookUpHost(host, context);
}

/** After a write, or with another connection, what was asked before no longer stands. */
export function forgetLookUps(host?: string): void {
  if (host) checks.delete(host);
  else checks.clear();
}

/** The exact record of a host, asked anew and by its full name: what an uncertain create is confirmed by. */
export async function findExact(host: string, context: Context): Promise<Website | undefined> {
  return (await lookUp(host, host, context)).find(({ domain }) => hostOf(domain) === host);
}
