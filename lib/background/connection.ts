import { originOf, parseAddress } from '../connections/address.ts';
import { revisionOf } from '../connections/revision.ts';
import { takenRules } from '../connections/rules.ts';
import { type ConnectedService, serviceAt, serviceNames, services } from '../connections/services.ts';
import type { Input } from '../messages/ask.ts';
import type { ConnectionReport, ConnectionStatus, Service, ServiceStatus } from '../messages/commands.ts';
import { ApiError, type Connection } from '../services/index.ts';
import { traitsOf } from '../services/traits.ts';
import { connectedReport, keepReport, lastReportOf } from '../storage/lastReport.ts';
import { readOwn, withOwn } from '../storage/merging.ts';
import {
  type ConnectionAddress,
  connections,
  connectionWith,
  firstId,
  get,
  type OwnSettings,
  update,
} from '../storage/settings.ts';
import { noteTested } from '../storage/untested.ts';
import { without } from '../util/without.ts';
import type { Candidates } from './connectionTest.ts';
import { keepToConnections, moveToAccounts } from './keepToConnections.ts';
import {
  forgetDefaultPassword,
  forgetKey,
  getDefaultPassword,
  keyFor,
  keyStatus,
  moveSecrets,
  saveKey,
} from './keys.ts';
import { refuseFixed } from './policy/fixed.ts';
import { required } from './problems.ts';
import { type Context, connectionLock, hasSameAccounts } from './request.ts';
import { checkedHeaders, type GivenHeaders, headerStatuses, headersFor, saveHeaders } from './storedHeaders.ts';
import { forgetLookUps } from './websites/lookUp.ts';

type SaveInput = Input<'connection.save'>;
type GivenService = SaveInput['services']['analytics'];

const rejected = (field: string, reason: string): ApiError =>
  new ApiError({ kind: 'rejected', fields: { [field]: [reason] } });

export function checkedAddress(field: string, text: string): string {
  const address = parseAddress(text);
  if ('refused' in address) throw rejected(field, address.refused);
  return address.url;
}

/** The ids of connections that this worker has removed, oldest first. A new connection may reuse an id. */
export const removedIds: string[] = [];

interface Target {
  id: string;
  /** The connection as it is stored, or undefined if it is new. */
  before: ConnectionAddress | undefined;
}

/**
 * Returns this id, with its stored connection if there is one. Without an id, returns those of the connection used last
 * or, if there is none, the id `firstId`.
 */
export async function connectionOrNew(id: string | undefined): Promise<Target> {
  const before = connectionWith(await get(connections), id);
  return { id: id ?? before?.id ?? firstId, before };
}

/**
 * Returns what pages may know about a connection's keys and headers: whether they are stored, and at most their last
 * four characters.
 */
export async function connectionStatus(connection?: string): Promise<ConnectionStatus> {
  const { id, before } = await connectionOrNew(connection);
  const statusOf = async (service: Service): Promise<ServiceStatus> =>
    before ? keyStatus(id, service, before[services[service].url]) : { key: 'none' };
  const [analytics, seo, headers] = await Promise.all([statusOf('analytics'), statusOf('seo'), headerStatuses(id)]);
  return { analytics, seo, ...(headers.length ? { headers } : {}) };
}

const checkedServices = ({ services: given }: SaveInput) =>
  serviceNames.flatMap((service) => {
    const one = given[service];
    return one ? [{ ...one, service, url: checkedAddress(`${service}.url`, one.url) }] : [];
  });

/**
 * Returns the first of these keys for a service:
 * 1. The typed key.
 * 2. The key of `first` (the analytics service, as it is saved now), if the person asks for it (`copyOf`). Also if both
 *    services are at the same origin, and the key stored for this service is missing or is the stored analytics key.
 * 3. The key stored for the address's origin.
 */
async function keyOf(id: string, given: GivenService & { service: Service }, first: Connection | undefined) {
  const { service, url, key, copyOf } = given;
  if (key) return key;
  const stored = await keyFor(id, service, url);
  const isAtFirst = first && originOf(first.url) === originOf(url);
  const follows = isAtFirst && (!stored || stored === (await keyFor(id, 'analytics', url)));
  return first && (copyOf || follows) ? first.key : stored;
}

/** Returns the service as stored in the connection if it has this address and this key, otherwise undefined. */
async function connectedAs(
  connection: ConnectionAddress | undefined,
  service: Service,
  { url, key }: Pick<Connection, 'url' | 'key'>,
) {
  const before = serviceAt(connection, service);
  const isSame = connection && before?.url === url && (await keyFor(connection.id, service, url)) === key;
  return isSame ? before : undefined;
}

/**
 * Returns the services to test, with their keys. Rejects with kind `rejected`, code `required`, if a key is missing.
 */
async function candidatesOf(
  { id, before }: Target,
  given: ReturnType<typeof checkedServices>,
  added: GivenHeaders,
): Promise<Candidates> {
  const found: Partial<Record<Service, Connection>> = {};
  for (const one of given) {
    const { service, url } = one;
    const key = await keyOf(id, one, found.analytics);
    // A second service without a key may stay like that, because the person may have no account there.
    if (!key && found.analytics && serviceAt(before, service)?.url === url) continue;
    if (!key) throw required(`${service}.key`);
    // The kind is known only if the service is unchanged, because a new key may belong to another kind of service at
    // the same address. It is also unknown if the address came from a file or a policy.
    const kind = (await connectedAs(before, service, { url, key }))?.kind;
    const isBound = originOf(url) === originOf(given[0]?.url ?? url);
    found[service] = { url, key, kind, headers: { ...(await headersFor(id, url)), ...(isBound ? added : {}) } };
  }
  return found as Candidates;
}

/**
 * The fields of a service after a save. `isStored`: whether this save has stored them. If not, they are the earlier
 * fields, or none.
 */
type Settled = Partial<ConnectedService> & { isStored: boolean };

/**
 * Whether the stored connection already has the values of this save. It may have them because a page repeats its save
 * if the worker stops. A new connection may still lack a service, because the first save left out a service that did
 * not answer. A key may be missing, because it is stored last.
 */
async function isSavedAs(
  one: ConnectionAddress | undefined,
  candidates: Candidates,
  { own, read, keep, services: given }: Pick<SaveInput, 'own' | 'read' | 'keep' | 'services'>,
): Promise<boolean> {
  if (!one || (one.forgetKeys === true) !== (keep === 'session') || revisionOf(withOwn(one, own)) !== revisionOf(one))
    return false;
  for (const service of serviceNames) {
    const candidate = candidates[service];
    const stored = serviceAt(one, service);
    if (!stored !== !given[service] && (stored || read !== '')) return false;
    if (!stored || !candidate) continue;
    const key = await keyFor(one.id, service, candidate.url);
    if (stored.url !== candidate.url || (key !== undefined && key !== candidate.key)) return false;
  }
  return true;
}

/**
 * Returns a connection's own settings, ready to be stored. Adds whether the connection has a default password, because
 * the page cannot know that.
 */
async function checkedOwn(id: string, given: OwnSettings | undefined): Promise<OwnSettings | undefined> {
  const own = given && readOwn(given);
  if (!own?.defaults) return own;
  return { ...own, defaults: { ...own.defaults, hasPassword: (await getDefaultPassword(id)) !== '' } };
}

/**
 * Returns a new id for the account of a new key. If the test has neither succeeded nor detected the service's kind,
 * first notes the account as untested, so that the kind is detected before the key is sent.
 */
async function newAccount(isTested: boolean): Promise<string> {
  const account = crypto.randomUUID();
  if (!isTested) await noteTested(account, false);
  return account;
}

const parts = ['kind', 'seoUrl', 'seoAccount', 'forgetKeys'] as const;

/**
 * Stores the tested services that are already connected or for which `mayConnect` returns true. Other services in
 * `given` stay as they are; a service that `given` lacks is removed. Resolves to the names of the stored services.
 */
async function storeCandidates(
  { id, before }: Target,
  candidates: Candidates,
  { keep, own, headers, services: given }: Pick<SaveInput, 'keep' | 'own' | 'services'> & { headers: GivenHeaders },
  mayConnect: (service: Service) => boolean,
  isTested: (service: Service) => boolean,
): Promise<Service[]> {
  const settle = async (service: Service): Promise<Settled> => {
    const candidate = candidates[service];
    if (!given[service]) return { isStored: false };
    const account = candidate && (await connectedAs(before, service, candidate))?.account;
    if (!candidate || (!account && !mayConnect(service))) return { isStored: false, ...serviceAt(before, service) };
    const { url, kind } = candidate;
    return { isStored: true, url, account: account ?? (await newAccount(isTested(service))), kind };
  };
  const settled = { analytics: await settle('analytics'), seo: await settle('seo') };
  const { analytics, seo } = settled;
  if (!analytics.url || !analytics.account) return [];

  const connection: ConnectionAddress = {
    id,
    analyticsUrl: analytics.url,
    account: analytics.account,
    ...(analytics.kind ? { kind: analytics.kind } : {}),
    ...(seo.url && seo.account ? { seoUrl: seo.url, seoAccount: seo.account } : {}),
    ...(keep === 'session' ? { forgetKeys: true } : {}),
  };
  const stored = await update(connections, ({ active = id, list }) => ({
    active,
    // Uses the list as it is stored now, because a page may have changed other settings of the connection meanwhile.
    list: before
      ? list.map((one) => (one.id === id ? withOwn({ ...without(one, parts), ...connection }, own) : one))
      : [...list, withOwn(connection, own)],
  }));
  // If the connection has no defaults of its own, the common password applies, so its own password is removed.
  if (own && !own.defaults) await forgetDefaultPassword(id);
  await moveToAccounts(before, connection, candidates.analytics.key);
  await keepToConnections(stored);
  for (const service of serviceNames) {
    const { [service]: candidate } = candidates;
    if (settled[service].isStored && candidate) await saveKey(id, service, { ...candidate, keep });
    else if (!settled[service].url) await forgetKey(id, service);
  }
  if (settled.analytics.isStored) await saveHeaders(id, headers, { url: analytics.url, keep });
  // This also moves a stored key that was kept because the service refused its replacement.
  await moveSecrets(id, keep);
  return serviceNames.filter((service) => settled[service].isStored);
}

/**
 * Tests the addresses and typed keys, then saves the services that answer or are already connected. With `anyway`,
 * saves all of them. Saves nothing if it rejects. Rejects with kind `rejected` and the field's name if a field is
 * wrong, or if a key must be typed (code `required`). Rejects with kind `setup` and one of these codes. `changed`: the
 * connection has changed since the page read it. `other-service`: the connection was removed, or its accounts changed
 * during the test. `fixed`: an organisation's policy has set another value.
 */
export async function saveConnection(input: SaveInput, context: Context): Promise<ConnectionReport> {
  const before = removedIds.length;
  const first = await connectionOrNew(input.connection);
  const { id } = first;
  const given = checkedServices(input);
  const urls = given.map(({ url }) => url);
  const [analyticsUrl = '', seoUrl] = urls;
  const isKnown = first.before?.analyticsUrl === analyticsUrl;
  const isBasic = !isKnown || traitsOf(first.before?.kind).basic === true;
  const headersToAdd = () => checkedHeaders(id, urls, input.headers, isBasic);
  const candidates = await candidatesOf(first, given, await headersToAdd());
  const own = await checkedOwn(id, input.own);
  const mayChange = async () => {
    const all = await get(connections);
    const now = connectionWith(all, id);
    const isOther = input.read !== undefined && input.read !== revisionOf(now);
    if (isOther && !(await isSavedAs(now, candidates, { ...input, own })))
      throw new ApiError({ kind: 'setup', code: 'changed' });
    const [taken] = takenRules(id, own?.rules ?? [], all);
    if (taken) throw rejected('rules', taken.rule);
    await refuseFixed(({ list }) => ({
      list: list.map((one) => (one.id === id ? withOwn({ ...one, analyticsUrl, seoUrl }, own) : one)),
    }));
  };
  await mayChange();
  const { testCandidates } = await import('./connectionTest.ts');
  const report = await testCandidates(candidates, context);
  candidates.analytics.kind = report.analytics.kind ?? (isKnown ? first.before?.kind : undefined);
  const mayConnect = (service: Service) => input.anyway === true || report[service]?.ok === true;
  const saved = await navigator.locks.request(connectionLock, async () => {
    const now = await connectionOrNew(id);
    if (!hasSameAccounts(now.before, first.before) || removedIds.includes(id, before))
      throw new ApiError({ kind: 'setup', code: 'other-service' });
    await mayChange();
    // Checks the headers again, because another window may meanwhile have added one of the same name.
    const headers = await headersToAdd();
    const isTested = (service: Service) => report[service]?.ok === true || report[service]?.kind !== undefined;
    return storeCandidates(now, candidates, { ...input, own, headers }, mayConnect, isTested);
  });
  forgetLookUps();
  const unsaved = serviceNames.filter((service) => candidates[service] && !saved.includes(service));
  const told = { ...report, ...(unsaved.length ? { unsaved } : {}) };
  const connected = connectedReport(told, (await get(lastReportOf(id)))?.report);
  if (connected) await keepReport(id, connected);
  return told;
}
