import { parseAddress } from '../connections/address.ts';
import { parseKey } from '../connections/key.ts';
import type { ConnectionReport, ConnectionStatus, Keep, Service } from '../messages/commands.ts';
import { ApiError } from '../services/index.ts';
import type { Kind } from '../services/traits.ts';
import { keepReport } from '../storage/lastReport.ts';
import {
  type ConnectionAddress,
  connections,
  connectionWith,
  draftOf,
  firstId,
  get,
  type OwnSettings,
  set,
  update,
} from '../storage/settings.ts';
import { resolveAnalyticsKey, resolveSeoKey, type TypedKeys } from './connectionKeys.ts';
import type { Candidates, TestedService } from './connectionTest.ts';
import { headerStatuses, headersFor, moveHeaders } from './headers.ts';
import { draftKey, forgetKey, getDefaultPassword, keyFor, keyStatus, saveDraft, saveKey, settleDraft } from './keys.ts';
import { refuseFixed } from './policy/fixed.ts';
import { accountsOf, type Context, connectionLock } from './request.ts';
import { forgetLookUps } from './websites/lookUp.ts';
import { moveCreates } from './websites/pendingCreates.ts';
import { keepToConnections } from './websites/sync.ts';

interface SaveInput {
  /** The connection's id: a new one adds a connection. Without it, the one used last. */
  connection?: string | undefined;
  analyticsUrl: string;
  seoUrl?: string;
  apiKey?: string;
  seoApiKey?: string;
  keep: Keep;
  /** Also what does not answer now. */
  anyway?: true | undefined;
}

export const both: readonly Service[] = ['analytics', 'seo'];

const rejected = (field: string, reason: string): ApiError =>
  new ApiError({ kind: 'rejected', fields: { [field]: [reason] } });
const required = (field: string): ApiError =>
  new ApiError({ kind: 'rejected', code: 'required', fields: { [field]: [] } });

export function checkedAddress(field: string, text: string): string {
  const address = parseAddress(text);
  if ('refused' in address) throw rejected(field, address.refused);
  return address.url;
}

/** The ids of the connections that this worker removed, in their order; one may be set up again afterwards. */
export const removedIds: string[] = [];

interface Meant {
  id: string;
  /** What is stored of it. */
  before: ConnectionAddress | undefined;
}

/** The connection with an id, which may be a new one; without an id the one used last, or the first. */
export async function meant(id: string | undefined): Promise<Meant> {
  const before = connectionWith(await get(connections), id);
  return { id: id ?? before?.id ?? firstId, before };
}

/** What pages may know about a connection. */
export async function connectionStatus(connection?: string): Promise<ConnectionStatus> {
  const { id, before } = await meant(connection);
  const [analytics, seo, headers] = await Promise.all([
    keyStatus(id, 'analytics', before && { url: before.analyticsUrl }),
    keyStatus(id, 'seo', before && { url: before.seoUrl }),
    headerStatuses(id),
  ]);
  return { analytics, seo, ...(headers.length ? { headers } : {}) };
}

/** Keeps a key that is typed until it is saved. */
export async function draftTypedKey(
  connection: string | undefined,
  service: Service,
  text: string,
  addresses: readonly string[],
) {
  const { id } = await meant(connection);
  const urls = addresses.map((address) => checkedAddress('addresses', address));
  await saveDraft(id, service, text, urls);
  return connectionStatus(id);
}

function typedKey(field: string, text: string | undefined): string | undefined {
  if (!text) return undefined;
  const key = parseKey(text);
  if ('refused' in key) throw rejected(field, key.refused);
  return key.key;
}

interface SavedAddresses {
  analyticsUrl: string;
  seoUrl: string | undefined;
}

/** The keys typed now, else those typed for the same origins before the page was reloaded. */
async function typedKeys(id: string, { apiKey, seoApiKey }: SaveInput, urls: SavedAddresses): Promise<TypedKeys> {
  const waiting = async (service: Service, url: string | undefined) => url && draftKey(id, service, url);
  return {
    analytics: typedKey('apiKey', apiKey ?? (await waiting('analytics', urls.analyticsUrl))),
    seo: typedKey('seoApiKey', seoApiKey ?? (await waiting('seo', urls.seoUrl))),
    forBoth: typedKey('apiKey', apiKey ?? (await waiting('analytics', urls.seoUrl))),
  };
}

/** Rejects with `rejected`, code `required`, and the field's name where a key is missing. */
async function candidatesOf(
  { id, before }: Meant,
  { analyticsUrl, seoUrl }: SavedAddresses,
  typed: TypedKeys,
): Promise<Candidates> {
  const analytics = await resolveAnalyticsKey(id, analyticsUrl, typed);
  if (!analytics) throw required('apiKey');
  const seo = seoUrl ? await resolveSeoKey(id, { analytics: analyticsUrl, seo: seoUrl }, typed) : undefined;
  if (seoUrl && !seo) throw required('seoApiKey');
  const withHeaders = async (url: string) => ({ url, headers: await headersFor(id, url) });
  return {
    // A kind that was found stands until a test finds another there.
    analytics: {
      ...(await withHeaders(analyticsUrl)),
      ...analytics,
      kind: before?.analyticsUrl === analyticsUrl ? before.kind : undefined,
    },
    ...(seoUrl && seo ? { seo: { ...(await withHeaders(seoUrl)), ...seo } } : {}),
  };
}

/** What is connected of a service. */
const connectedTo = (connection: ConnectionAddress | undefined, service: Service) =>
  service === 'seo'
    ? { url: connection?.seoUrl, account: connection?.seoAccount }
    : { url: connection?.analyticsUrl, account: connection?.account, kind: connection?.kind };

/** The account of a candidate that is connected already. Where the key before is gone, nobody knows whose it was. */
async function accountOf(connection: ConnectionAddress | undefined, service: Service, { url, key }: TestedService) {
  const before = connectedTo(connection, service);
  const isSame = connection && before.url === url && (await keyFor(connection.id, service, url)) === key;
  return isSame ? before.account : undefined;
}

/** What is to be connected of a service from now on. */
interface Settled {
  url?: string | undefined;
  account?: string | undefined;
  kind?: Kind | undefined;
  isStored: boolean;
}

const ownSettings = ({ name, rules, defaults, templates }: OwnSettings = {}): OwnSettings => ({
  ...(name ? { name } : {}),
  ...(rules ? { rules } : {}),
  ...(defaults ? { defaults } : {}),
  ...(templates ? { templates } : {}),
});

/** What was set up of a new connection before it is saved. A password that it was copied with stays the other's. */
async function draftOwn(id: string): Promise<OwnSettings> {
  const own = ownSettings((await get(draftOf(id))).own);
  if (!own.defaults) return own;
  const hasPassword = (await getDefaultPassword(id)) !== '';
  return { ...own, defaults: { ...own.defaults, hasPassword } };
}

/** Stores the candidates that are connected already or may be, and leaves the others as they were. Gives those stored. */
async function storeCandidates(
  { id, before }: Meant,
  candidates: Candidates,
  keep: Keep,
  mayConnect: (service: Service) => boolean,
): Promise<Service[]> {
  const settle = async (service: Service): Promise<Settled> => {
    const candidate = candidates[service];
    if (!candidate) return { isStored: false };
    const account = await accountOf(before, service, candidate);
    if (!account && !mayConnect(service)) return { isStored: false, ...connectedTo(before, service) };
    const { url, kind } = candidate;
    return { isStored: true, url, account: account ?? crypto.randomUUID(), kind };
  };
  const analytics = await settle('analytics');
  const seo = await settle('seo');
  if (!analytics.url || !analytics.account) return [];

  const connection: ConnectionAddress = {
    id,
    ...(before ? {} : await draftOwn(id)),
    analyticsUrl: analytics.url,
    account: analytics.account,
    ...(analytics.kind ? { kind: analytics.kind } : {}),
    ...(seo.url && seo.account ? { seoUrl: seo.url, seoAccount: seo.account } : {}),
  };
  const stored = await update(connections, ({ active = id, list }) => ({
    active,
    // A page may change meanwhile what is set up beside the addresses.
    list: before
      ? list.map((one) => (one.id === id ? { ...ownSettings(one), ...connection } : one))
      : [...list, connection],
  }));
  // What was sent with the key before may still arrive.
  if (before?.analyticsUrl === analytics.url) await moveCreates(before.account, analytics.account).catch(() => {});
  await keepToConnections(stored);
  if (analytics.isStored) await saveKey(id, 'analytics', { ...candidates.analytics, keep });
  if (seo.isStored && candidates.seo) {
    const shared = candidates.seo.shared && analytics.isStored;
    await saveKey(id, 'seo', { ...candidates.seo, shared, keep });
  } else if (!seo.url) await forgetKey(id, 'seo');
  else if (analytics.account !== before?.account) await separateKey(id, seo.url, keep);
  return both.filter((service) => ({ analytics, seo })[service].isStored);
}

/** The SEO service keeps the key that was both services' until the other one got its own. */
async function separateKey(id: string, url: string, keep: Keep): Promise<void> {
  const key = await keyFor(id, 'seo', url);
  if (key) await saveKey(id, 'seo', { url, key, keep });
}

/**
 * Tests the addresses and what keys were typed, then saves what answers, or is connected already, or all where the
 * person wants it `anyway`. A key stays bound to the origin it was typed for; a typed key goes on waiting until it is saved.
 * Rejects with `rejected` and the field's name: code `required` where a key is to be typed (again), else why it is refused;
 * with `setup`, code `other-service`, where the connection was changed or removed meanwhile, `fixed` where an organisation
 * has set another address: nothing is saved then.
 */
export async function saveConnection(input: SaveInput, context: Context): Promise<ConnectionReport> {
  const before = removedIds.length;
  const first = await meant(input.connection);
  const { id } = first;
  const addresses = {
    analyticsUrl: checkedAddress('analyticsUrl', input.analyticsUrl),
    seoUrl: input.seoUrl ? checkedAddress('seoUrl', input.seoUrl) : undefined,
  };
  const typed = await typedKeys(id, input, addresses);
  const candidates = await candidatesOf(first, addresses, typed);
  const mayChange = () =>
    refuseFixed(({ list }) => ({ list: list.map((one) => (one.id === id ? { ...one, ...addresses } : one)) }));
  await mayChange();
  const { testCandidates } = await import('./connectionTest.ts');
  const report = await testCandidates(candidates, context);
  if (report.analytics.ok) candidates.analytics.kind = report.analytics.kind;
  const mayConnect = (service: Service) => input.anyway === true || report[service]?.ok === true;
  const saved = await navigator.locks.request(connectionLock, async () => {
    const now = await meant(id);
    if (accountsOf(now.before) !== accountsOf(first.before) || removedIds.includes(id, before))
      throw new ApiError({ kind: 'setup', code: 'other-service' });
    await mayChange();
    return storeCandidates(now, candidates, input.keep, mayConnect);
  });
  if (saved.includes('analytics')) await moveHeaders(id, input.keep);
  forgetLookUps();
  const unsaved = both.filter((service) => candidates[service] && !saved.includes(service));
  for (const service of both) if (!unsaved.includes(service)) await settleDraft(id, service, typed[service]);
  if (!unsaved.length) await set(draftOf(id), {});
  const told = { ...report, ...(unsaved.length ? { unsaved } : {}) };
  await keepReport(id, told);
  return told;
}
