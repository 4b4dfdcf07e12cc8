import { originOf } from '../connections/address.ts';
import { hasAccess } from '../connections/permissions.ts';
import { services, servicesOf } from '../connections/services.ts';
import type { ConnectionReport, Service, TestResult } from '../messages/commands.ts';
import { type Connection, identify, kindToAsk, type OutputOf, type ProblemKind } from '../services/index.ts';
import { knownServices } from '../services/kinds.ts';
import { traitsOf } from '../services/traits.ts';
import { keepReport } from '../storage/lastReport.ts';
import { connections, connectionWith, get } from '../storage/settings.ts';
import { noteTested } from '../storage/untested.ts';
import { requestProblem } from './problems.ts';
import { keepKind, keylessOptions } from './recognise.ts';
import { type Context, callService, hasSameAccounts, keyedServiceOf, storedConnection } from './request.ts';

/** The services of one connection that are tested and then saved, each with its API key. */
export type Candidates = { analytics: Connection } & Partial<Record<Service, Connection>>;

/**
 * The maximum number of pages that are read to count a list's records. They must be read if the lists of an account and
 * its teams state no common total.
 */
const maxPages = 5;

type Asking = Parameters<typeof callService>[3];
type Page = OutputOf<'websites.list' | 'projects.list'>;

/** Counts a service's records, starting with the first page of its list. `more`: whether there may be more of them. */
async function countFrom(first: Page, service: Service, found: Connection, asking: Asking) {
  if (first.total !== undefined) return { count: first.total, more: false };
  let [count, last] = [first.items.length, first];
  for (let pages = 1; pages < maxPages && last.next && traitsOf(found.kind).teams; pages++) {
    const input = { per_page: 100, cursor: last.next } as const;
    const page: Page | undefined = await callService(`${services[service].list}.list`, input, found, asking).catch(
      () => undefined,
    );
    if (!page) break;
    count += page.items.length;
    last = page;
  }
  return { count, more: last.more };
}

async function testFirstPage(service: Service, found: Connection, context: Context): Promise<TestResult> {
  const { list, hasKinds } = services[service];
  const kind = hasKinds && found.kind ? { kind: found.kind } : {};
  let phpMessage: string | undefined;
  const onPhpMessage = (message: string) => {
    phpMessage ??= message;
  };
  try {
    const heard = { ...context, onPhpMessage };
    const first = await callService(`${list}.list`, { per_page: 100 }, found, heard);
    const counted = await countFrom(first, service, found, heard);
    const said = phpMessage ? { phpMessage } : {};
    return { ok: true, ...counted, ...kind, ...said };
  } catch (error) {
    return { ok: false, problem: requestProblem(error), ...kind };
  }
}

/** The kinds of problem that a test may report because a service of another kind is at the address. */
const strange: ReadonlySet<ProblemKind> = new Set(['forbidden', 'missing', 'shape', 'server', 'rejected', 'redirect']);

/** The kinds of problem that a test may report because the address is that of one of the service's pages. */
const notThere: ReadonlySet<ProblemKind> = new Set(['missing', 'shape', 'redirect']);
const maxParents = 3;
/**
 * How long to search for the service at other addresses (milliseconds). This is short, because the person is waiting.
 */
const maxSearch = 5_000;

/**
 * Returns the addresses above a page's address, the nearest first. If there are more than `maxParents`, returns only
 * those closest to the root.
 */
export function parentsOf(url: string): string[] {
  const names = new URL(url).pathname.split('/').slice(1);
  const parents = names.map((_, at) => [originOf(url), ...names.slice(0, -1 - at)].join('/'));
  return parents.filter((parent) => parent !== url).slice(-maxParents);
}

/** Returns a signal that aborts a search after the time `maxSearch`, or when the page cancels the request. */
export const searchTime = ({ signal }: Context): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(maxSearch), ...(signal ? [signal] : [])]);

const searchOptions = ({ headers }: Connection, context: Context) => keylessOptions(headers, searchTime(context));

/**
 * If a test has failed but the service is found at a shorter address, adds this address to the result. The person may
 * have pasted the address of one of the service's pages. The search does not send the key.
 */
async function withFound(result: TestResult, candidate: Connection, context: Context): Promise<TestResult> {
  if (result.ok || !notThere.has(result.problem.kind)) return result;
  const within = searchOptions(candidate, context);
  for (const found of parentsOf(candidate.url))
    if (await identify(found, within).catch(() => undefined)) return { ...result, found };
  return result;
}

/** Detects the kind of a service and then tests it, so that the key is not sent to an unknown service. */
async function testUnknown(service: Service, candidate: Connection, context: Context): Promise<TestResult> {
  if (!(await hasAccess([candidate.url]))) return { ok: false, problem: { kind: 'access', url: candidate.url } };
  const options = keylessOptions(candidate.headers, context.signal);
  const kind = await kindToAsk(candidate.url, service, options).catch(requestProblem);
  if (typeof kind === 'object') return { ok: false, problem: kind };
  return testFirstPage(service, { ...candidate, kind }, context);
}

/**
 * Tests a service as the kind known for its address. If none is known, detects the kind first. If the answer does not
 * fit the known kind, detects the kind again, because another service may be at the address now. Sends nothing if a
 * known service has only its web pages at the address, and its interface at another.
 */
async function testWithin(service: Service, candidate: Connection, context: Context): Promise<TestResult> {
  const { hasKinds } = services[service];
  if (!hasKinds) return testUnknown(service, candidate, context);
  const known = knownServices[originOf(candidate.url)];
  if (known?.api) return { ok: false, problem: { kind: 'missing' }, found: known.api };
  const kind = candidate.kind ?? known?.kind;
  if (!kind) return withFound(await testUnknown(service, candidate, context), candidate, context);
  const first = await testFirstPage(service, { ...candidate, kind }, context);
  if (first.ok || !strange.has(first.problem.kind)) return first;
  const now = await identify(candidate.url, searchOptions(candidate, context)).catch(() => undefined);
  if (now && now !== kind) return testFirstPage(service, { ...candidate, kind: now }, context);
  return now ? first : withFound(first, candidate, context);
}

/** The time limit for the whole test of one service (milliseconds). */
const patience = 20_000;

type Tested = [service: Service, result: TestResult];

async function testOne(service: Service, candidate: Connection, { signal, ...context }: Context): Promise<Tested> {
  const late = AbortSignal.timeout(patience);
  const both = AbortSignal.any([late, ...(signal ? [signal] : [])]);
  const result = await testWithin(service, candidate, { ...context, signal: both });
  const isLate = !result.ok && result.problem.kind === 'cancelled' && !signal?.aborted;
  return [service, isLate ? { ...result, problem: { kind: 'timeout' } } : result];
}

const testConnected = (service: Service, account: string | undefined, context: Context): Promise<Tested> =>
  keyedServiceOf(service, account).then(
    (found) => testOne(service, found, context),
    (error: unknown) => [service, { ok: false, problem: requestProblem(error) }],
  );

const reportOf = async (tests: Promise<Tested>[]) =>
  Object.fromEntries(await Promise.all(tests)) as Pick<ConnectionReport, Service>;

/**
 * Tests each service of a stored connection by reading its list. Stores the report. Rejects as `storedConnection` does.
 */
export async function testConnection(id: string | undefined, context: Context): Promise<ConnectionReport> {
  const connection = storedConnection(await get(connections), id);
  if (!connection) return reportOf([testConnected('analytics', undefined, context)]);
  const all = servicesOf(connection);
  const report = await reportOf(all.map(({ service, account }) => testConnected(service, account, context)));
  // If another connection has taken this one's place during the test, this report must not be stored for it.
  if (!hasSameAccounts(connectionWith(await get(connections), connection.id), connection)) return report;
  for (const { service, account } of all) {
    const { ok = false, kind } = report[service] ?? {};
    if (kind) await keepKind(account, kind);
    if (ok || kind) await noteTested(account, true);
  }
  await keepReport(connection.id, report);
  return report;
}

/** Tests the services of a connection that is about to be saved. Resolves to a report, but does not store it. */
export function testCandidates(candidates: Candidates, context: Context): Promise<ConnectionReport> {
  const all = Object.entries(candidates) as [Service, Connection][];
  return reportOf(all.map(([service, candidate]) => testOne(service, candidate, context)));
}
