import { hostsOf } from '../../hosts/hostOf.ts';
import { relatedHosts } from '../../hosts/parse.ts';
import type { SiteCheck } from '../../messages/commands.ts';
import { ApiError, type Listing, type Website } from '../../services/index.ts';
import { type PageAnswer, readPages } from '../../services/readPages.ts';
import { cachedSiteCount } from '../../storage/siteCache.ts';
import { requestProblem } from '../problems.ts';
import { type BoundContext, type Context, request, serviceOf } from '../request.ts';
import { dropHost, putSites } from './siteCache.ts';

/** How long a look-up may replace the one before a create (milliseconds). */
const maxCheckAge = 60_000;

/** By account and host. */
const checks = new Map<string, { at: number; answer: Promise<SiteCheck> }>();

/** What the public suffix list says about a host; the list is loaded only here. */
export const suffix = async (host: string) => (await import('../../hosts/publicSuffix.ts')).publicSuffixOf(host);

/** The largest page. A list that fits is read completely, which proves more than a search. */
const pageSize = 100;

/** The first page of the whole list. Rejects with ApiError. */
async function readFirst(context: Context): Promise<Listing<Website>> {
  const list = (): Promise<PageAnswer<Website>> =>
    request('websites.list', { per_page: pageSize }, context).then(
      (value) => ({ ok: true, value }),
      (error) => ({ ok: false, problem: requestProblem(error) }),
    );
  const read = await readPages<Website>({ list, maxPages: 1 });
  if (!read.ok) throw new ApiError(read.problem);
  return read.value;
}

const matchesIn = (items: readonly Website[], host: string) => items.filter((one) => hostsOf(one).includes(host));

/** Caches what was read. Only a complete answer proves that a host is absent. */
async function remember(account: string, host: string, { items, complete }: Listing<Website>): Promise<void> {
  await putSites(account, items);
  if (complete && !matchesIn(items, host).length) await dropHost(account, host);
}

async function askService(host: string, account: string, given: Context, stands: () => boolean): Promise<SiteCheck> {
  const context = { ...given, account };
  const { registrable = host } = await suffix(host);
  const isSmall = (await cachedSiteCount('sites', account)) < pageSize;
  const first = isSmall ? await readFirst(context) : undefined;
  const isEnough = first?.complete || (first && matchesIn(first.items, host).length > 0);
  const found = isEnough ? first : await request('websites.find', { host, within: registrable }, context);
  if (!context.private && stands()) {
    // The next look-up sees from the cache that the list is longer, and reads no page of it.
    if (first && !isEnough) await putSites(account, first.items);
    await remember(account, host, found);
  }
  const matches = matchesIn(found.items, host);
  const related = relatedHosts(host, registrable).flatMap((other) => matchesIn(found.items, other));
  // A record may stand for both.
  const others = [...new Set(related)].filter((one) => !matches.includes(one));
  return { host, matches, related: others, complete: found.complete };
}

/** Asks the service whether a host is registered, and which related hosts are. Usually one request. */
export async function lookUpHost(host: string, context: Context): Promise<SiteCheck> {
  const account = context.account ?? (await serviceOf('analytics')).account;
  const name = `${account} ${host}`;
  // An answer that a write has overtaken is not cached.
  const stands = () => checks.get(name) === entry;
  const entry = { at: Date.now(), answer: askService(host, account, context, stands) };
  checks.set(name, entry);
  entry.answer.catch(() => stands() && checks.delete(name));
  return entry.answer;
}

/** The running or recent look-up of a host, else a new one. */
export async function recentLookUp(host: string, context: BoundContext): Promise<SiteCheck> {
  const recent = checks.get(`${context.account} ${host}`);
  const age = recent ? Date.now() - recent.at : maxCheckAge;
  return recent && age >= 0 && age < maxCheckAge ? recent.answer : lookUpHost(host, context);
}

/** Earlier answers are void after a write or a change of the connection. */
export function forgetLookUps(host?: string): void {
  for (const name of checks.keys()) if (!host || name.endsWith(` ${host}`)) checks.delete(name);
}

/** The exact records of a host, always asked again: confirms an uncertain create. */
export const findExact = async (host: string, context: Context): Promise<Website[]> =>
  matchesIn((await request('websites.find', { host }, context)).items, host);
