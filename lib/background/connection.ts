import { originOf, parseAddress } from '../connections/address.ts';
import { parseKey } from '../connections/key.ts';
import type { ConnectionReport, ConnectionStatus, Keep, Service, TestResult } from '../messages/commands.ts';
import { ApiError, identify, type Problem } from '../services/index.ts';
import { defaultKind, type Kind } from '../services/traits.ts';
import { activeConnection, type ConnectionAddress, connections, draft, get, set, update } from '../storage/settings.ts';
import { draftKey, forgetKey, isShared, keyFor, keyStatus, saveDraft, saveKey, settleDraft } from './keys.ts';
import { requestProblem } from './problems.ts';
import { countedFetch } from './rateLimits.ts';
import { type Context, connectionLock, request } from './request.ts';
import { forgetLookUps } from './websites/lookUp.ts';
import { keepToConnection } from './websites/sync.ts';

/** The key typed for each service, now or before the page was reloaded. */
interface TypedKeys {
  analytics?: string;
  seo?: string;
}

/** A key to store for a service; undefined if there is none for this address's origin. */
type ResolvedKey = { key: string; shared?: boolean } | undefined;

/** The analytics service's key: the one typed, else the one stored for this address's origin. */
async function resolveAnalyticsKey(id: string, url: string, typed: TypedKeys): Promise<ResolvedKey> {
  const key = typed.analytics ?? (await keyFor(id, 'analytics', url));
  return key ? { key } : undefined;
}

/**
 * The SEO service's key: its own if there is one, else the one typed for both. A stored analytics key is used for the SEO
 * service only if both have the same origin.
 */
async function resolveSeoKey(
  id: string,
  urls: { analytics: string; seo: string },
  typed: TypedKeys,
): Promise<ResolvedKey> {
  if (typed.seo) return { key: typed.seo };
  const stored = await keyFor(id, 'seo', urls.seo);
  const shared = await isShared(id, 'seo');
  if (stored && !shared) return { key: stored };
  if (typed.analytics) return { key: typed.analytics, shared: true };
  if (stored) return { key: stored, shared };
  const key = originOf(urls.seo) === originOf(urls.analytics) && (await keyFor(id, 'analytics', urls.analytics));
  return key ? { key, shared: true } : undefined;
}

interface SaveInput {
  analyticsUrl: string;
  seoUrl?: string;
  apiKey?: string;
  seoApiKey?: string;
  keep: Keep;
}

const rejected = (field: string, reason: string): ApiError =>
  new ApiError({ kind: 'rejected', fields: { [field]: [reason] } });
const required = (field: string): ApiError =>
  new ApiError({ kind: 'rejected', code: 'required', fields: { [field]: [] } });

function checkedAddress(field: string, text: string): string {
  const address = parseAddress(text);
  if ('refused' in address) throw rejected(field, address.refused);
  return address.url;
}

async function active(): Promise<ConnectionAddress | undefined> {
  return activeConnection(await get(connections));
}

/** What pages may know about the connection. */
export async function connectionStatus(): Promise<ConnectionStatus> {
  const connection = await active();
  const [analytics, seo] = await Promise.all([
    keyStatus(connection?.id, 'analytics', connection?.analyticsUrl),
    keyStatus(connection?.id, 'seo', connection?.seoUrl),
  ]);
  return { analytics, seo };
}

async function listOne(service: Service, context: Context): Promise<TestResult> {
  const name = service === 'seo' ? 'projects.list' : 'websites.list';
  try {
    const { items, total, more } = await request(name, { per_page: 100 }, context);
    return { ok: true, count: total ?? items.length, more: total === undefined && more };
  } catch (error) {
    return { ok: false, problem: requestProblem(error) };
  }
}

/** After these the service may be of another kind than the one it was asked as. */
const strange: ReadonlySet<Problem['kind']> = new Set([
  'forbidden',
  'missing',
  'shape',
  'server',
  'rejected',
  'redirect',
]);

/** Keeps what kind of service answers at an address. */
const keepKind = (url: string, kind: Kind) =>
  update(connections, ({ list, ...rest }) => ({
    ...rest,
    list: list.map((one) => (one.analyticsUrl === url ? { ...one, kind } : one)),
  }));

/** Asks the analytics service as the kind that it was; where it does not answer as such, sees what it is, and asks again. */
async function testAnalytics(context: Context): Promise<TestResult> {
  const first = await listOne('analytics', context);
  const { analyticsUrl: url, kind } = (await active()) ?? {};
  if (first.ok || !url || !strange.has(first.problem.kind)) return first.ok && kind ? { ...first, kind } : first;
  const found = await identify(url, { ...context, fetch: countedFetch }).catch(() => undefined);
  if (!found || found === (kind ?? defaultKind)) return first;
  await keepKind(url, found);
  const again = await listOne('analytics', context);
  return again.ok ? { ...again, kind: found } : again;
}

/** Tests each service by reading one page of its list. */
export async function testConnection(context: Context): Promise<ConnectionReport> {
  const connection = await active();
  const [analytics, seo] = await Promise.all([
    testAnalytics(context),
    connection?.seoUrl ? listOne('seo', context) : undefined,
  ]);
  return { analytics, ...(seo ? { seo } : {}) };
}

function checkedKey(field: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  const key = parseKey(text);
  if ('refused' in key) throw rejected(field, key.refused);
  return key.key;
}

/** The keys typed now, else those typed before the page was reloaded. */
const typedKeys = async ({ apiKey, seoApiKey }: SaveInput): Promise<TypedKeys> => ({
  analytics: checkedKey('apiKey', apiKey ?? (await draftKey('analytics'))),
  seo: checkedKey('seoApiKey', seoApiKey ?? (await draftKey('seo'))),
});

/** The account of an address and a key: the previous one if both are unchanged, else a new one. If the previous key is gone, its owner is unknown. */
async function accountFor(
  id: string,
  service: Service,
  before: { url: string | undefined; account: string | undefined },
  { url, key }: { url: string; key: string },
): Promise<string> {
  const isSame = before.url === url && (await keyFor(id, service, url)) === key;
  return (isSame && before.account) || crypto.randomUUID();
}

async function storeConnection(input: SaveInput, typed: TypedKeys): Promise<void> {
  const analyticsUrl = checkedAddress('analyticsUrl', input.analyticsUrl);
  const seoUrl = input.seoUrl ? checkedAddress('seoUrl', input.seoUrl) : undefined;
  const { keep } = input;
  const before = await active();
  const id = before?.id ?? 'main';
  const analytics = await resolveAnalyticsKey(id, analyticsUrl, typed);
  if (!analytics) throw required('apiKey');
  const seo = seoUrl ? await resolveSeoKey(id, { analytics: analyticsUrl, seo: seoUrl }, typed) : undefined;
  if (seoUrl && !seo) throw required('seoApiKey');

  const account = await accountFor(
    id,
    'analytics',
    { url: before?.analyticsUrl, account: before?.account },
    { url: analyticsUrl, ...analytics },
  );
  const seoAccount =
    seoUrl &&
    seo &&
    (await accountFor(id, 'seo', { url: before?.seoUrl, account: before?.seoAccount }, { url: seoUrl, ...seo }));
  const connection: ConnectionAddress = {
    id,
    analyticsUrl,
    account,
    // A kind that was found stands until the test finds another there.
    ...(before?.kind && before.analyticsUrl === analyticsUrl ? { kind: before.kind } : {}),
    ...(seoUrl && seoAccount ? { seoUrl, seoAccount } : {}),
  };
  const stored = await update(connections, ({ list }) => ({
    active: id,
    list: [...list.filter((one) => one.id !== id), connection],
  }));
  await keepToConnection(stored);
  await saveKey(id, 'analytics', { url: analyticsUrl, keep, ...analytics });
  if (seoUrl && seo) await saveKey(id, 'seo', { url: seoUrl, keep, ...seo });
  else await forgetKey(id, 'seo');
  await set(draft, {});
}

/**
 * Saves the addresses and typed keys, then tests them. A key stays bound to the origin it was typed for. A typed key is
 * kept as a draft until its service accepts it, so that a mistyped address does not lose it.
 * Rejects with `rejected` and the field's name: code `required` if a key must be typed (again), else the reason.
 */
export async function saveConnection(input: SaveInput, context: Context): Promise<ConnectionReport> {
  const typed = await typedKeys(input);
  await navigator.locks.request(connectionLock, () => storeConnection(input, typed));
  forgetLookUps();
  const report = await testConnection(context);
  if (report.analytics.ok) await settleDraft('analytics', typed.analytics);
  if (report.seo?.ok ?? !input.seoUrl) await settleDraft('seo', typed.seo);
  return report;
}

/** The next key may be another account's; one key may have served both services. */
const withoutKey =
  (service: Service) =>
  (one: ConnectionAddress): ConnectionAddress => ({
    ...one,
    ...(service === 'analytics' ? { account: crypto.randomUUID() } : {}),
    ...(one.seoAccount ? { seoAccount: crypto.randomUUID() } : {}),
  });

/** Forgets a service's key; a key shared by both services is forgotten for both. */
export async function removeKey(service: Service): Promise<ConnectionStatus> {
  // Connections that a newer Waymark wrote cannot be read, but their keys can still be removed.
  await navigator.locks.request(connectionLock, async () => {
    await forgetKey((await active())?.id, service);
    await update(connections, ({ list, ...rest }) => ({ ...rest, list: list.map(withoutKey(service)) })).then(
      keepToConnection,
      () => {},
    );
  });
  await saveDraft(service, '');
  forgetLookUps();
  return connectionStatus();
}
