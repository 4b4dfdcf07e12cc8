import { parseAddress } from '../connections/address.ts';
import { parseKey } from '../connections/key.ts';
import { type ConnectedService, serviceAt, serviceNames } from '../connections/services.ts';
import { typedSince } from '../connections/typedSince.ts';
import type { ConnectionReport, ConnectionStatus, Keep, Service } from '../messages/commands.ts';
import { ApiError } from '../services/index.ts';
import { keepReport } from '../storage/lastReport.ts';
import {
  type ConnectionAddress,
  connections,
  connectionWith,
  draftOf,
  firstId,
  get,
  type OwnSettings,
  update,
} from '../storage/settings.ts';
import { noteTested } from '../storage/untested.ts';
import { without } from '../util/without.ts';
import { resolveAnalyticsKey, resolveSeoKey, type TypedKeys } from './connectionKeys.ts';
import type { Candidates, TestedService } from './connectionTest.ts';
import { headerStatuses, headersFor, moveHeaders } from './headers.ts';
import { keepToConnections, moveToAccounts } from './keepToConnections.ts';
import { draftKey, forgetKey, getDefaultPassword, keyFor, keyStatus, saveDraft, saveKey, settleDraft } from './keys.ts';
import { refuseFixed } from './policy/fixed.ts';
import { type Context, connectionLock, hasSameAccounts } from './request.ts';
import { forgetLookUps } from './websites/lookUp.ts';

interface SaveInput {
  /** The connection's id: a new one adds a connection. Without it, the one used last. */
  connection?: string | undefined;
  analyticsUrl: string;
  seoUrl?: string;
  apiKey?: string;
  seoApiKey?: string;
  keep: Keep;
  /** Saves services that do not answer now, too. */
  anyway?: true | undefined;
}

const rejected = (field: string, reason: string): ApiError =>
  new ApiError({ kind: 'rejected', fields: { [field]: [reason] } });
const required = (field: string): ApiError =>
  new ApiError({ kind: 'rejected', code: 'required', fields: { [field]: [] } });

export function checkedAddress(field: string, text: string): string {
  const address = parseAddress(text);
  if ('refused' in address) throw rejected(field, address.refused);
  return address.url;
}

/** The ids of the connections that this worker removed, in order; a removed id may be connected again later. */
export const removedIds: string[] = [];

interface Meant {
  id: string;
  /** As stored; undefined for a new connection. */
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

/** Holds a typed key until it is saved. */
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

/** The keys typed now, or else those typed for the same origins before the page was reloaded. */
async function typedKeys(id: string, { apiKey, seoApiKey }: SaveInput, urls: SavedAddresses): Promise<TypedKeys> {
  const waiting = async (service: Service, url: string | undefined) => url && draftKey(id, service, url);
  return {
    analytics: typedKey('apiKey', apiKey ?? (await waiting('analytics', urls.analyticsUrl))),
    seo: typedKey('seoApiKey', seoApiKey ?? (await waiting('seo', urls.seoUrl))),
    forBoth: typedKey('apiKey', apiKey ?? (await waiting('analytics', urls.seoUrl))),
  };
}

/** The services to test. Rejects with `rejected`, code `required`, and the field's name if a key is missing. */
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
  // A file or a policy may have set the address or the kind, and the service there has not been asked yet.
  // A new key may be that of another kind, which has replaced the one that was there.
  const isTested =
    before?.analyticsUrl === analyticsUrl && (await keyFor(id, 'analytics', analyticsUrl)) === analytics.key;
  return {
    // A kind that was detected holds until a test detects another one.
    analytics: { ...(await withHeaders(analyticsUrl)), ...analytics, kind: isTested ? before.kind : undefined },
    ...(seoUrl && seo ? { seo: { ...(await withHeaders(seoUrl)), ...seo } } : {}),
  };
}

/** The stored account, if the candidate is what is connected already. Without the old key, that cannot be told. */
async function accountOf(connection: ConnectionAddress | undefined, service: Service, { url, key }: TestedService) {
  const before = serviceAt(connection, service);
  const isSame = connection && before?.url === url && (await keyFor(connection.id, service, url)) === key;
  return isSame ? before?.account : undefined;
}

/** What the connection will hold for one service. */
type Settled = Partial<ConnectedService> & { isStored: boolean };

/** The settings made for a new connection before it is saved. If they were copied, the password was not. */
async function draftOwn(id: string): Promise<OwnSettings> {
  const { own = {} } = await get(draftOf(id));
  if (!own.defaults) return own;
  const hasPassword = (await getDefaultPassword(id)) !== '';
  return { ...own, defaults: { ...own.defaults, hasPassword } };
}

/** A name for the account of a new key; noted before a request can be sent with it if its service has not answered. */
async function newAccount(isTested: boolean): Promise<string> {
  const account = crypto.randomUUID();
  if (!isTested) await noteTested(account, false);
  return account;
}

/** Stores the candidates that are already connected or may be, and leaves the others unchanged. Returns those stored. */
async function storeCandidates(
  { id, before }: Meant,
  candidates: Candidates,
  keep: Keep,
  mayConnect: (service: Service) => boolean,
  isTested: (service: Service) => boolean,
): Promise<Service[]> {
  const settle = async (service: Service): Promise<Settled> => {
    const candidate = candidates[service];
    if (!candidate) return { isStored: false };
    const account = await accountOf(before, service, candidate);
    if (!account && !mayConnect(service)) return { isStored: false, ...serviceAt(before, service) };
    const { url, kind } = candidate;
    return { isStored: true, url, account: account ?? (await newAccount(isTested(service))), kind };
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
      ? list.map((one) => (one.id === id ? { ...without(one, ['kind', 'seoUrl', 'seoAccount']), ...connection } : one))
      : [...list, connection],
  }));
  await moveToAccounts(before, connection);
  await keepToConnections(stored);
  if (analytics.isStored) await saveKey(id, 'analytics', { ...candidates.analytics, keep });
  if (seo.isStored && candidates.seo) {
    const shared = candidates.seo.shared && analytics.isStored;
    await saveKey(id, 'seo', { ...candidates.seo, shared, keep });
  } else if (!seo.url) await forgetKey(id, 'seo');
  else if (analytics.account !== before?.account) await separateKey(id, seo.url, keep);
  return serviceNames.filter((service) => ({ analytics, seo })[service].isStored);
}

/** Gives the SEO service a copy of the key it shared, because the analytics service got a new one. */
async function separateKey(id: string, url: string, keep: Keep): Promise<void> {
  const key = await keyFor(id, 'seo', url);
  if (key) await saveKey(id, 'seo', { url, key, keep });
}

/**
 * Tests the addresses and typed keys, then saves the services that answer or are already connected, or all of them if the
 * person wants to save `anyway`. A key stays bound to the origin it was typed for, and a typed key is held until it is saved.
 * Rejects, with nothing saved: `rejected` and the field's name, with code `required` if a key must be typed (again), else
 * with the reason; `setup`, code `other-service`, if the connection was changed or removed meanwhile, or code `fixed` if an
 * organisation has set another address.
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
  const isSameAddress = first.before?.analyticsUrl === addresses.analyticsUrl;
  candidates.analytics.kind = report.analytics.kind ?? (isSameAddress ? first.before?.kind : undefined);
  const mayConnect = (service: Service) => input.anyway === true || report[service]?.ok === true;
  const saved = await navigator.locks.request(connectionLock, async () => {
    const now = await meant(id);
    if (!hasSameAccounts(now.before, first.before) || removedIds.includes(id, before))
      throw new ApiError({ kind: 'setup', code: 'other-service' });
    await mayChange();
    const isTested = (service: Service) => report[service]?.ok === true || report[service]?.kind !== undefined;
    return storeCandidates(now, candidates, input.keep, mayConnect, isTested);
  });
  if (saved.includes('analytics')) await moveHeaders(id, input.keep);
  forgetLookUps();
  const unsaved = serviceNames.filter((service) => candidates[service] && !saved.includes(service));
  for (const service of serviceNames) if (!unsaved.includes(service)) await settleDraft(id, service, typed[service]);
  const { analyticsUrl, seoUrl = '' } = input;
  const sent = { analyticsUrl, seoUrl, forgetKeys: input.keep === 'session' };
  if (!unsaved.length) await update(draftOf(id), (draft) => typedSince(sent, draft));
  const told = { ...report, ...(unsaved.length ? { unsaved } : {}) };
  await keepReport(id, told);
  return told;
}
