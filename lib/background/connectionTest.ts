import { originOf } from '../connections/address.ts';
import type { ConnectionReport, Service, TestResult } from '../messages/commands.ts';
import { identify, type ProblemKind } from '../services/index.ts';
import { knownServices } from '../services/kinds.ts';
import { defaultKind, type Kind } from '../services/traits.ts';
import { keepReport } from '../storage/lastReport.ts';
import { connections, connectionWith, get, update } from '../storage/settings.ts';
import { requestProblem } from './problems.ts';
import { countedFetch } from './rateLimits.ts';
import {
  accountsOf,
  type Context,
  callService,
  type KeyedService,
  keyedServiceOf,
  storedConnection,
} from './request.ts';

/** A service to be connected. `shared`: one key was given for both services. */
export type TestedService = KeyedService & { shared?: boolean | undefined };

/** Without `seo`, no SEO service is to be connected. */
export type Candidates = { analytics: TestedService } & Partial<Record<Service, TestedService>>;

const listOperations = { analytics: 'websites.list', seo: 'projects.list' } as const;

async function testFirstPage(service: Service, found: KeyedService, context: Context): Promise<TestResult> {
  try {
    const { items, total, more } = await callService(listOperations[service], { per_page: 100 }, found, context);
    const kind = found.kind ? { kind: found.kind } : {};
    return { ok: true, count: total ?? items.length, more: total === undefined && more, ...kind };
  } catch (error) {
    return { ok: false, problem: requestProblem(error) };
  }
}

/** Problems that suggest a service of another kind. */
const strange: ReadonlySet<ProblemKind> = new Set(['forbidden', 'missing', 'shape', 'server', 'rejected', 'redirect']);

/** Problems that suggest the address of a page of the service instead of its own. */
const notThere: ReadonlySet<ProblemKind> = new Set(['missing', 'shape', 'redirect']);
const maxParents = 3;
/** How long to search for the service (milliseconds); the person is waiting. */
const maxSearch = 5_000;

/** The addresses above a page's, nearest first; at most the `maxParents` closest to the root. */
export function parentsOf(url: string): string[] {
  const names = new URL(url).pathname.split('/').slice(1);
  const parents = names.map((_, at) => [originOf(url), ...names.slice(0, -1 - at)].join('/'));
  return parents.filter((parent) => parent !== url).slice(-maxParents);
}

/** Aborts a search that takes too long, or that the page has cancelled. */
export const searchTime = ({ signal }: Context): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(maxSearch), ...(signal ? [signal] : [])]);

/** `fetch` with the headers that a proxy in front of the service requires. */
const fetchWith =
  (own: KeyedService['headers']): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
    return countedFetch(input, { ...init, headers });
  };

/**
 * Tests the analytics service as the kind it was, or that its origin is known for. If that fails, detects its kind and tests
 * again, or, because the address of one of its pages may have been pasted, looks for it at the addresses above, without
 * the key.
 */
async function testAnalytics(candidate: KeyedService, context: Context): Promise<TestResult> {
  const known = candidate.kind ?? knownServices[originOf(candidate.url)]?.kind;
  const first = await testFirstPage('analytics', { ...candidate, kind: known }, context);
  if (first.ok || !strange.has(first.problem.kind)) return first;
  const signal = searchTime(context);
  const kindAt = (url: string) => identify(url, { signal, fetch: fetchWith(candidate.headers) }).catch(() => undefined);
  const kind = await kindAt(candidate.url);
  if (kind && kind !== (known ?? defaultKind)) return testFirstPage('analytics', { ...candidate, kind }, context);
  if (kind || !notThere.has(first.problem.kind)) return first;
  for (const found of parentsOf(candidate.url)) if (await kindAt(found)) return { ...first, found };
  return first;
}

const testOne = (service: Service, found: KeyedService, context: Context): Promise<TestResult> =>
  service === 'analytics' ? testAnalytics(found, context) : testFirstPage(service, found, context);

const testConnected = (service: Service, account: string | undefined, context: Context): Promise<TestResult> =>
  keyedServiceOf(service, account).then(
    (found) => testOne(service, found, context),
    (error: unknown) => ({ ok: false, problem: requestProblem(error) }),
  );

/** Stores the detected kind of a connection's service. */
const keepKind = (id: string, kind: Kind) =>
  update(connections, ({ list, ...rest }) => ({
    ...rest,
    list: list.map((one) => (one.id === id ? { ...one, kind } : one)),
  }));

/** Tests each service of a connection by reading one page of its list. Rejects as `storedConnection` does. */
export async function testConnection(id: string | undefined, context: Context): Promise<ConnectionReport> {
  const connection = storedConnection(await get(connections), id);
  const [analytics, seo] = await Promise.all([
    testConnected('analytics', connection?.account, context),
    connection?.seoUrl ? testConnected('seo', connection.seoAccount, context) : undefined,
  ]);
  const kind = analytics.ok ? analytics.kind : undefined;
  const report = { analytics, ...(seo ? { seo } : {}) };
  // The result does not apply to a connection that has replaced this one meanwhile.
  const now = connectionWith(await get(connections), connection?.id);
  if (!connection || accountsOf(now) !== accountsOf(connection)) return report;
  if (kind && kind !== connection.kind) await keepKind(connection.id, kind);
  await keepReport(connection.id, report);
  return report;
}

/** Tests services as `testConnection` does, before they are connected. */
export async function testCandidates({ analytics, seo }: Candidates, context: Context): Promise<ConnectionReport> {
  const [first, second] = await Promise.all([
    testOne('analytics', analytics, context),
    seo && testOne('seo', seo, context),
  ]);
  return { analytics: first, ...(second ? { seo: second } : {}) };
}
