import { hostOf } from '../../hosts/hostOf.ts';
import type { Registration, SiteCheck } from '../../messages/commands.ts';
import type { PendingCreate } from '../../records/database.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { fitted, type Kind, traitsOf } from '../../services/traits.ts';
import { queueByKey } from '../../util/queue.ts';
import { noteUse } from '../belongs.ts';
import { getDefaultPassword } from '../keys.ts';
import { announce } from '../records/change.ts';
import { knownSite } from '../records/records.ts';
import { type BoundContext, type Context, isConnected, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { noteTakenId, refusesDoubles, takesIds } from './doubles.ts';
import { findExact, forgetLookUps, lookUpHost, recentLookUp, suffix } from './lookUp.ts';
import {
  allPendingCreates,
  endCreate,
  isForgotten,
  isLastLook,
  keepCreate,
  pendingCreate,
  setNextAlarm,
} from './pendingCreates.ts';
import { type CreateInput, confirm, findQuietly, type Meant, sendCreate } from './sendCreate.ts';

export interface RegisterOptions {
  /** The service said that it does not have this host, and no create was sent since. True: recently, so no look-up is needed. */
  isAbsent?: boolean;
  /** The person confirmed the create although the service did not show its whole list. */
  despiteUnknown?: boolean;
  /** The person wants it sent although creates that were sent before this moment may still be carried out. */
  again?: number | undefined;
  job?: Meant['job'];
}

/** Two connections may be one account at the service, so a create waits for that of the other. By the service's address and the host. */
const inTurn = queueByKey();
/** By the same: creates that this worker sent. */
const sent = new Set<string>();

/** By the account and the host. */
const underWay = new Map<string, { input: string; flight: Promise<Registration> }>();

/** The id to create with, where the kind lets us choose. As long as the outcome of a create is unknown, its host keeps its id. */
const idFor = (kind: Kind | undefined, before: PendingCreate | undefined): { id?: string } =>
  traitsOf(kind).ownIds ? { id: before?.id ?? crypto.randomUUID() } : {};

/** Whether a create can be sent again under its own id without creating a second record. */
const isSafeAgain = async (kind: Kind | undefined, before: PendingCreate | undefined, account: string) =>
  !!traitsOf(kind).ownIds && before?.id !== undefined && takesIds(account);

/** Whether an unanswered create of a host can be sent again without creating a second record: the service takes our id, or refuses doubles. */
export async function mayCreateAgain(account: string, host: string): Promise<boolean> {
  const [before, { kind }] = await Promise.all([pendingCreate(account, host), serviceOf('analytics', account)]);
  return before !== undefined && ((await isSafeAgain(kind, before, account)) || refusesDoubles(account));
}

/** Whether the person knew of the pending create when wanting it sent again. A moment in the future: the clock was set back since. */
const isMeantAgain = ({ at }: PendingCreate, again: number | undefined): boolean =>
  again !== undefined && (at <= again || at > Date.now());

/** A create that was sent this recently may just be on its way, so it is waited for (milliseconds). */
const youth = 10_000;

/**
 * Looks for an earlier create of this host whose outcome is unknown. Undefined: the service does not show it, and sending it
 * again is safe or wanted. Rejects if the service cannot be asked, or with code `still-unconfirmed`.
 */
async function reconcile(
  before: PendingCreate,
  context: BoundContext,
  again: number | undefined,
): Promise<Website | undefined> {
  const [website] = await findExact(before.host, context);
  if (website || isMeantAgain(before, again) || (await refusesDoubles(before.base))) return website;
  const since = performance.now();
  const late = Date.now() - before.at < youth ? await confirm(before.host, since, context) : undefined;
  if (late) return late;
  throw new ApiError({ kind: 'timeout', code: 'still-unconfirmed' });
}

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
  { isAbsent, despiteUnknown, again, job }: RegisterOptions,
): Promise<Registration> {
  const { account } = context;
  if ((await suffix(host)).publicSuffix === 'icann')
    throw new ApiError({ kind: 'rejected', code: 'public-suffix', fields: { domain: [] } });
  const complete = await withDefaultPassword({ ...input, domain: host }, account);
  const [before, known, { kind }] = await Promise.all([
    pendingCreate(account, host),
    isAbsent ? knownSite(account, host) : undefined,
    serviceOf('analytics', account),
  ]);
  const own = idFor(kind, before);
  // A create that was sent meanwhile may have created it.
  let absent = isAbsent === true && !known && !before && !sent.has(place);
  const isAgain = await isSafeAgain(kind, before, account);
  const settled = before && !isAgain ? await reconcile(before, context, again) : undefined;
  if (settled) return { outcome: 'confirmed', website: settled };
  if (!absent) {
    const looked = await recentLookUp(host, context, kind).catch(() => lookUpHost(host, context));
    if (looked.matches[0]) return foundAs(looked.matches[0], own);
    if (!looked.complete && !despiteUnknown && !before)
      throw new ApiError({ kind: 'conflict', code: 'maybe-registered' });
    absent = looked.complete && isAbsent !== undefined;
  }
  sent.add(place);
  return sendCreate({ ...complete, ...own }, host, context, { before, wasAbsent: absent, job });
}

/**
 * Registers a website: looks up the exact host, creates it once, and confirms it if the answer was lost. The only way to
 * create, for popup, menu, shortcut, page and job. Simultaneous calls for one host share one create.
 * Rejects with ApiError; code `unconfirmed`: the create was sent and its outcome is unknown; `still-unconfirmed`: nothing was
 * sent, because the outcome of an earlier create is unknown; `maybe-registered`: nothing was sent, because the service did not
 * show its whole list.
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

/** Notes that the service took our id, where a record shows it. */
export async function noteId({ account, ...context }: BoundContext, host: string, website: Website | undefined) {
  const id = website && tracesOf(context).stored ? (await pendingCreate(account, host))?.id : undefined;
  if (id && id === website?.id) await noteTakenId(account);
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
      await noteId(context, host, registration.website);
      await Promise.all([
        endCreate(context.account, host),
        tracesOf(context).stored ? announceNew(context.account, registration, input) : undefined,
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

/** Announces a new website to the pages. */
async function announceNew(account: string, registration: Registration, input: CreateInput): Promise<void> {
  if (!registration.website || registration.outcome === 'already' || !(await isConnected(account))) return;
  await announce(account, { kind: 'website', created: true, website: withSent(registration, input) });
}

/**
 * Looks up every create whose outcome is unknown, each only in the account it was sent to; those of an account that is gone
 * are forgotten. Called by the alarm and when the browser starts.
 */
export async function reconcilePendingCreates(): Promise<void> {
  // The store of a newer version cannot be read, nor can a create start with it.
  const pending = await allPendingCreates().catch(() => undefined);
  if (!pending?.length) return;
  const open = pending.filter(({ isOver }) => !isOver);
  // First, because this worker may be stopped as well.
  await setNextAlarm(open);
  for (const { base, host } of pending.filter(isForgotten)) await endCreate(base, host);
  // A service that does not answer holds up no other.
  await Promise.all(
    [...Map.groupBy(open, ({ base }) => base).values()].map(async (creates) => {
      for (const create of creates) await settlePendingCreate(create);
    }),
  );
}

async function settlePendingCreate(create: PendingCreate): Promise<void> {
  const { base: account, host, private: isPrivate = false } = create;
  if (underWay.has(`${account} ${host}`)) return;
  if (!(await isConnected(account))) return endCreate(account, host);
  const website = await findQuietly(host, { account, private: isPrivate });
  // It may have been sent again, or settled, while the service was asked.
  const now = await pendingCreate(account, host);
  if (now?.at !== create.at || underWay.has(`${account} ${host}`)) return;
  if (!website) return noteLook(create);
  await noteId({ account, private: isPrivate }, host, website);
  await endCreate(account, host);
  if (!tracesOf({ private: isPrivate }).stored) return;
  await announce(account, { kind: 'website', created: true, website });
}

/** A create was not found. Its moment must not lie in the future, where the clock was set back. */
async function noteLook(create: PendingCreate): Promise<void> {
  const isLast = isLastLook(create);
  if (isLast || create.at > Date.now())
    await keepCreate({ ...create, at: Math.min(create.at, Date.now()), ...(isLast ? { isOver: true } : {}) });
}
