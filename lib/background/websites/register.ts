import { hostOf } from '../../hosts/hostOf.ts';
import type { Registration, SiteCheck } from '../../messages/commands.ts';
import { ApiError, type InputOf, type Problem, type Website } from '../../services/index.ts';
import { fitted, type Kind, traitsOf } from '../../services/traits.ts';
import { cachedSite, type PendingCreate } from '../../storage/siteCache.ts';
import { queueByKey } from '../../util/queue.ts';
import { sleep } from '../../util/sleep.ts';
import { noteUse } from '../belongs.ts';
import { getDefaultPassword } from '../keys.ts';
import { isCertain, requestProblem } from '../problems.ts';
import { type BoundContext, type Context, isConnected, prepareCall, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { underWayFor } from '../underWay.ts';
import { findExact, forgetLookUps, lookUpHost, recentLookUp, suffix } from './lookUp.ts';
import { allPendingCreates, beginCreate, endCreate, pendingCreate, setNextAlarm } from './pendingCreates.ts';
import { announce, putSites } from './siteCache.ts';

export type CreateInput = InputOf<'websites.create'>;

/** Delays of the look-ups after an uncertain answer (milliseconds). The worker has 30 s in all. */
const lookUpDelays = [2_000, 6_000];
/** No look-up starts later than this after the press, because the browser may stop the worker after 30 s. */
const maxLookUpTime = 22_000;

export interface RegisterOptions {
  /** The service said that it does not have this host, and no create was sent since. True: recently, so no look-up is needed. */
  isAbsent?: boolean;
  /** The person confirmed the create although the service did not show its whole list. */
  despiteUnknown?: boolean;
}

/** Two connections may be one account at the service, so a create waits for that of the other. By the service's address and the host. */
const inTurn = queueByKey();
/** By the same: creates that this worker sent. */
const sent = new Set<string>();

/** By the account and the host. */
const underWay = new Map<string, { input: string; flight: Promise<Registration> }>();

const unconfirmed = (cause: Problem): Problem => ({ ...cause, code: 'unconfirmed' });

/** Looks up a create whose answer was lost, after each delay; undefined: the service does not have it. */
async function confirm(
  host: string,
  since: number,
  context: Context,
  delays: readonly number[],
): Promise<Website | undefined> {
  for (const after of delays) {
    if (performance.now() + after - since > maxLookUpTime) break;
    await sleep(after);
    const found = await findQuietly(host, context);
    if (found) return found;
  }
  return undefined;
}

/** A create refused because the domain exists (409, or 422 naming `domain`) may be one that another window made. */
const maybeThere = ({ kind, fields }: Problem) => kind === 'conflict' || (kind === 'rejected' && !!fields?.domain);

const findQuietly = (host: string, context: Context) =>
  findExact(host, context).then(
    ([website]) => website,
    () => undefined,
  );

/**
 * The service refused, so this request created nothing. If it says "exists", another window may have created it, or the
 * browser: when a kept-alive connection breaks before the answer, Chromium repeats the request by itself, even a POST.
 */
async function afterRefusal(
  problem: Problem,
  host: string,
  context: Context,
  wasAbsent: boolean,
): Promise<Registration> {
  const website = maybeThere(problem) ? await findQuietly(host, context) : undefined;
  if (website) return { outcome: wasAbsent ? 'confirmed' : 'already', website };
  throw new ApiError(problem);
}

/** Sends the one create. `undefined`: accepted, but the answer did not carry the domain that was sent. */
async function sendCreate(
  input: CreateInput,
  host: string,
  context: BoundContext,
  wasAbsent: boolean,
): Promise<Registration> {
  const { account } = context;
  const since = performance.now();
  const answer = await Promise.all([
    prepareCall('websites.create', context),
    beginCreate(account, host, context.private, input.id),
  ])
    .then(([send]) => send(input))
    .then(
      (website) => ({ website, problem: undefined }),
      (error) => ({ website: undefined, problem: requestProblem(error) }),
    );
  if (answer.problem && isCertain(answer.problem)) {
    await endCreate(account, host);
    return afterRefusal(answer.problem, host, context, wasAbsent);
  }
  const website =
    answer.website ??
    (answer.problem ? undefined : await findQuietly(host, context)) ??
    (await confirm(host, since, context, lookUpDelays));
  if (!website) throw new ApiError(unconfirmed(answer.problem ?? { kind: 'shape' }));
  return { outcome: answer.problem ? 'confirmed' : 'created', website };
}

/**
 * Resolves an earlier create of this host whose outcome is unknown, so that no second one is sent while it may still be
 * under way. After that, what the service shows counts. Rejects if the service cannot be asked.
 */
async function reconcile(
  host: string,
  context: BoundContext,
  delays: readonly number[] = lookUpDelays,
): Promise<Website | undefined> {
  const { account } = context;
  const left = () => underWayFor(`${account} ${host}`);
  const [website] = await findExact(host, context);
  const found = website ?? (left() ? await confirm(host, performance.now(), context, delays) : undefined);
  if (!found && left()) throw new ApiError({ kind: 'timeout', code: 'unconfirmed' });
  await endCreate(account, host);
  return found;
}

/** The id to create with, where the kind lets us choose; the one of a create that may still be under way, which is then sent again. */
const idFor = (kind: Kind | undefined, before: PendingCreate | undefined): { id?: string } => {
  const isUnderWay = before && underWayFor(`${before.base} ${before.host}`);
  return traitsOf(kind).ownIds ? { id: (isUnderWay && before.id) || crypto.randomUUID() } : {};
};

async function withDefaultPassword(input: CreateInput, account: string): Promise<CreateInput> {
  if (input.privacy !== 2 || input.password) return input;
  const { id } = await serviceOf('analytics', account);
  const password = await getDefaultPassword(id);
  if (!password) throw new ApiError({ kind: 'rejected', code: 'required', fields: { password: [] } });
  return { ...input, password };
}

/** A website that was found: one with our own id was created by an earlier worker. */
const foundAs = (website: Website, own: { id?: string }): Registration => ({
  outcome: website.id === own.id ? 'confirmed' : 'already',
  website,
});

async function runRegistration(
  input: CreateInput,
  host: string,
  place: string,
  context: BoundContext,
  { isAbsent, despiteUnknown }: RegisterOptions,
): Promise<Registration> {
  const { account } = context;
  if ((await suffix(host)).publicSuffix === 'icann')
    throw new ApiError({ kind: 'rejected', code: 'public-suffix', fields: { domain: [] } });
  const complete = await withDefaultPassword({ ...input, domain: host }, account);
  const [before, known, { kind }] = await Promise.all([
    pendingCreate(account, host),
    isAbsent ? cachedSite(account, host) : undefined,
    serviceOf('analytics', account),
  ]);
  const own = idFor(kind, before);
  // A create that was sent meanwhile may have created it.
  let absent = isAbsent === true && !known && !before && !sent.has(place);
  // A create with its own id can be sent again without creating a second record.
  const isAgain = own.id !== undefined && own.id === before?.id;
  const settled = before && !isAgain ? await reconcile(host, context) : undefined;
  if (settled) return { outcome: 'confirmed', website: settled };
  if (!absent) {
    const looked = await recentLookUp(host, context, kind).catch(() => lookUpHost(host, context));
    if (looked.matches[0]) return foundAs(looked.matches[0], own);
    if (!looked.complete && !despiteUnknown) throw new ApiError({ kind: 'conflict', code: 'maybe-registered' });
    absent = looked.complete && isAbsent !== undefined;
  }
  sent.add(place);
  return sendCreate({ ...complete, ...own }, host, context, absent);
}

/**
 * Registers a website: looks up the exact host, creates it once, and confirms it if the answer was lost. The only way to
 * create, for popup, menu, shortcut, page and job. Simultaneous calls for one host share one create.
 * Rejects with ApiError; code `unconfirmed`: the create was sent and its outcome is unknown; code `maybe-registered`:
 * nothing was sent, because the service did not show its whole list.
 */
export async function register(
  input: CreateInput,
  context: Context,
  options: RegisterOptions = {},
): Promise<Registration> {
  const host = hostOf(input.domain);
  if (!host) throw new ApiError({ kind: 'rejected', code: 'not-a-domain', fields: { domain: [] } });
  const { account, url, kind } = await serviceOf('analytics', context.account);
  const meant = fitted(kind, { ...input, privacy: input.privacy ?? 1 });
  const other = underWay.get(`${account} ${host}`);
  if (!other) return startRegistration(meant, host, url, { ...context, account }, options);
  const made = await other.flight;
  // It was created with other fields than this call asked for.
  return other.input === JSON.stringify(meant) ? made : { ...made, outcome: 'already' };
}

/** Asks the service whether a host is registered; a create of it that is under way comes first, and tells. */
export async function checkHost(host: string, context: BoundContext): Promise<SiteCheck> {
  const made = await underWay.get(`${context.account} ${host}`)?.flight.catch(() => undefined);
  if (!made?.website) return lookUpHost(host, context);
  return { host, matches: [made.website], related: [], complete: true };
}

/** Registers because a person asked for it, which makes its connection the one used last. Rejects as `register` does. */
export async function registerByHand(
  input: CreateInput,
  context: BoundContext,
  options?: RegisterOptions,
): Promise<Registration> {
  const registration = await register(input, context, options);
  if (tracesOf(context).stored) await noteUse(context.account);
  return registration;
}

function startRegistration(
  input: CreateInput,
  host: string,
  url: string,
  context: BoundContext,
  options: RegisterOptions,
): Promise<Registration> {
  const name = `${context.account} ${host}`;
  const place = `${url} ${host}`;
  const flight = inTurn(place, () => runRegistration(input, host, place, context, options))
    .then(async (registration) => {
      forgetLookUps(host);
      await Promise.all([
        endCreate(context.account, host),
        tracesOf(context).stored ? keepRegistration(context.account, registration, input) : undefined,
      ]);
      return registration;
    })
    .finally(() => {
      underWay.delete(name);
      forgetLookUps(host);
    });
  underWay.set(name, { input: JSON.stringify(input), flight });
  return flight;
}

/** A new record has the privacy that was sent, if the service does not report it. */
function withSent({ website, outcome }: Registration, input: CreateInput): Website {
  const reported = website as Website;
  return outcome === 'created'
    ? { ...(input.privacy === undefined ? {} : { privacy: input.privacy }), ...reported }
    : reported;
}

/** Caches a registered website, and announces a new one to the pages. */
async function keepRegistration(account: string, registration: Registration, input: CreateInput): Promise<void> {
  if (!registration.website || !(await isConnected(account))) return;
  const website = withSent(registration, input);
  await putSites(account, [website]);
  if (registration.outcome !== 'already') await announce(account, { kind: 'website', created: true, website });
}

/**
 * Looks up every create that a stopped worker left behind, each only in the account it was sent to; those of an account
 * that is gone are forgotten. Called by the alarm and when the browser starts.
 */
export async function reconcilePendingCreates(): Promise<void> {
  // The store of a newer version cannot be read, nor can a create start with it.
  const pending = await allPendingCreates().catch(() => undefined);
  if (!pending?.length) return;
  // First, because this worker may be stopped as well.
  await setNextAlarm(pending);
  // A service that does not answer holds up no other.
  await Promise.all(
    [...Map.groupBy(pending, ({ base }) => base).values()].map(async (creates) => {
      for (const create of creates) await settlePendingCreate(create);
    }),
  );
}

async function settlePendingCreate({ base: account, host, private: isPrivate = false }: PendingCreate): Promise<void> {
  const name = `${account} ${host}`;
  if (underWay.has(name)) return;
  if (!(await isConnected(account))) return endCreate(account, host);
  // Nobody is waiting, so look again only once the create can no longer be under way.
  const found = await reconcile(host, { account, private: isPrivate }, [underWayFor(name)]).catch(() => undefined);
  if (!found || !tracesOf({ private: isPrivate }).stored) return;
  await putSites(account, [found]);
  await announce(account, { kind: 'website', created: true, website: found });
}
