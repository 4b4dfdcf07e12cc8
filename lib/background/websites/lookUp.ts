import { hostsOf } from '../../hosts/hostOf.ts';
import { preferredHost, relatedHosts } from '../../hosts/variants.ts';
import type { SiteCheck } from '../../messages/commands.ts';
import type { Question } from '../../records/questions.ts';
import type { InputOf, Listing, Website } from '../../services/index.ts';
import { readListing } from '../../services/readListing.ts';
import { caseProbe, withAnyCase } from '../../services/searchProof.ts';
import { type Kind, traitsOf } from '../../services/traits.ts';
import { forgetOlder } from '../../storage/remembered.ts';
import { get, preferences } from '../../storage/settings.ts';
import { asked, provedFacts, recordCount, records } from '../records/records.ts';
import { type BoundContext, request } from '../request.ts';
import { tracesOf } from '../traces.ts';

/** The code that stores answers, loaded on demand so that the worker starts fast. */
const keeping = () => import('../records/keepAnswer.ts');

/**
 * How old a look-up may be if a create relies on it (milliseconds). `maxDoubtAge` is for services that would accept a
 * duplicate, `maxCheckAge` for all others.
 */
const maxCheckAge = 60_000;
const maxDoubtAge = 2_000;

/** The latest look-up of each host for each account. `at`: when it began (milliseconds, by the monotonic clock). */
const checks = new Map<string, { at: number; answer: Promise<SiteCheck> }>();

/** Returns each host's entry in the public suffix list. Only this function loads the list. */
export const suffixes = async (hosts: readonly string[]) => {
  const { publicSuffixOf } = await import('../../hosts/publicSuffix.ts');
  return hosts.map(publicSuffixOf);
};
export const suffix = async (host: string) => (await suffixes([host]))[0] ?? {};

/**
 * Returns the host to register for a visited host. As the person prefers, this is the same host, the host without
 * `www.`, or the registrable domain.
 */
export async function hostToRegister(seen: string): Promise<string> {
  const { hostChoice } = await get(preferences);
  return hostChoice === 'seen' ? seen : preferredHost(seen, hostChoice, await suffix(seen));
}

/**
 * The maximum number of records on a page. A list that fits on one page is read whole, which proves more than a search.
 */
const pageSize = 100;

const matchesIn = (items: readonly Website[], host: string) => items.filter((one) => hostsOf(one).includes(host));

/**
 * Reads up to `maxPages` pages of the list or, with `asked.search`, of a search, and stops after a page that has the
 * host. Rejects with ApiError.
 */
const readFirstPages = (host: string, maxPages: number, context: BoundContext, asked: InputOf<'websites.list'> = {}) =>
  readListing(
    (cursor) => request('websites.list', { per_page: pageSize, ...asked, ...(cursor ? { cursor } : {}) }, context),
    { maxPages, until: (items) => matchesIn(items, host).length > 0 },
  );

/** How many stored websites are searched for a domain with which to test whether the service's search ignores case. */
const probed = 1000;

/**
 * Whether the service's search ignores upper and lower case. False if no stored domain is suitable for testing this.
 * The answer is stored, and used until the whole list is read again.
 */
async function searchesAnyCase(items: readonly Website[], context: BoundContext): Promise<boolean> {
  const { account } = context;
  const known = (await provedFacts('websites', account))?.ignoresCase;
  if (known !== undefined) return known;
  const rows = await records.read(({ batch }) => batch('websites', account, undefined, probed)).catch(() => []);
  const probe = caseProbe([...items, ...rows.map(({ record }) => record)].map(({ domain }) => domain));
  if (!probe) return false;
  const { search, shows } = probe;
  const found = shows((await request('websites.list', { search, search_by: 'domain', per_page: 100 }, context)).items);
  if (tracesOf(context).stored) await (await keeping()).keepIgnoresCase(account, found);
  return found;
}

/**
 * The maximum number of pages of the list that are read if the search may miss the host, for example because the list
 * has it in capitals.
 */
const maxListPages = 5;

/**
 * Finds the records of a host, and whether there may be more of them. `items`: records that the caller has just read.
 * Rejects with ApiError.
 */
export async function findHost(
  input: InputOf<'websites.find'>,
  context: BoundContext,
  items: readonly Website[] = [],
): Promise<Listing<Website>> {
  const { host } = input;
  const found = await request('websites.find', input, context);
  if (found.complete || found.why !== 'letter-case') return found;
  if (!(await searchesAnyCase([...items, ...found.items], context))) return readFirstPages(host, maxListPages, context);
  // The service may store an international name in Unicode, which no search for its ASCII form (`xn--`) finds.
  const search = host.includes('xn--') ? (await import('../../hosts/punycode.ts')).toUnicode(host) : host;
  if (search === host) return withAnyCase(found);
  const named = await readFirstPages(host, 1, context, { search, search_by: 'domain' });
  return { ...named, items: [...found.items, ...matchesIn(named.items, host)] };
}

async function askService(host: string, given: BoundContext, question: Question): Promise<SiteCheck> {
  const { account } = given;
  const [count, facts] = await Promise.all([recordCount('websites', account), provedFacts('websites', account)]);
  // After a person has removed the stored list, a look-up must not store parts of it again.
  const isForgotten = !count && facts?.stopped !== undefined;
  const context = { ...given, ...(isForgotten ? { unkept: true as const } : {}) };
  const { registrable = host } = await suffix(host);
  // If the list probably fits on one page, reads that page, and searches only if the page leaves the question open.
  const isSmall = count < pageSize;
  const first = isSmall ? await readFirstPages(host, 1, context) : undefined;
  const isEnough = first?.complete || (first && matchesIn(first.items, host).length > 0);
  const found = isEnough ? first : await findHost({ host, within: registrable }, context, first?.items);
  const matches = matchesIn(found.items, host);
  // Only a complete answer proves that the host has no other record.
  if (found.complete && tracesOf(context).stored) await (await keeping()).keepHost(account, host, matches, question);
  const related = relatedHosts(host, registrable).flatMap((other) => matchesIn(found.items, other));
  // A record that has both the host and a related host is returned only in `matches`.
  const others = [...new Set(related)].filter((one) => !matches.includes(one));
  return { host, matches, related: others, complete: found.complete };
}

/** Asks the service whether a host is registered, and which related hosts are. Usually takes one request. */
export function lookUpHost(host: string, context: BoundContext): Promise<SiteCheck> {
  const { account } = context;
  const name = `${account} ${host}`;
  const question = asked.ask(account);
  const answer = askService(host, context, question).finally(question.end);
  const entry = { at: performance.now(), answer };
  checks.set(name, entry);
  entry.answer.catch(() => checks.get(name) === entry && checks.delete(name));
  return entry.answer;
}

/**
 * Returns the answer of the latest look-up of this host if it began recently. Otherwise looks the host up. `kind`: the
 * kind of service.
 */
export async function recentLookUp(host: string, context: BoundContext, kind: Kind | undefined): Promise<SiteCheck> {
  const recent = checks.get(`${context.account} ${host}`);
  const maxAge = traitsOf(kind).doubles ? maxDoubtAge : maxCheckAge;
  const isRecent = recent && performance.now() - recent.at < maxAge;
  // If the account has joined a team meanwhile, earlier look-ups did not search the team's websites, so the service is
  // asked again.
  const isOutdated = await forgetOlder(context.account, maxCheckAge);
  return isRecent && !isOutdated ? recent.answer : lookUpHost(host, context);
}

/**
 * Forgets the answers of look-ups of a host or, without `host`, of all hosts. Called after writes and after changes of
 * a connection, which may make these answers wrong.
 */
export function forgetLookUps(host?: string): void {
  for (const name of checks.keys()) if (!host || name.endsWith(` ${host}`)) checks.delete(name);
}

/**
 * Asks the service for a host, and returns its first record, or undefined if there is none. Never uses an earlier
 * answer, so it can confirm a create with unknown outcome. Rejects with ApiError.
 */
export const findFirst = async (host: string, context: BoundContext): Promise<Website | undefined> =>
  matchesIn((await request('websites.find', { host }, context)).items, host)[0];

/** Asks the service as `findFirst` does. Also resolves to undefined if the service cannot be asked. */
export const findQuietly = (host: string, context: BoundContext): Promise<Website | undefined> =>
  findFirst(host, context).catch(() => undefined);
