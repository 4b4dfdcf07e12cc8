import type { ConnectedService } from '../../connections/services.ts';
import { hostOf, standsFor } from '../../hosts/hostOf.ts';
import { withoutWww } from '../../hosts/variants.ts';
import { endCreate, type OpenCreate, openCreate } from '../../jobs/openCreates.ts';
import type { Item } from '../../jobs/types.ts';
import type { Registration } from '../../messages/commands.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { fitted, type Kind, traitsOf } from '../../services/traits.ts';
import { connections, get } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { afterCreate } from '../../websites/record.ts';
import { lacksPassword } from '../../websites/written.ts';
import { getDefaultPassword } from '../keys.ts';
import { required } from '../problems.ts';
import { announce } from '../records/change.ts';
import { knownSite } from '../records/records.ts';
import { type BoundContext, isConnected, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { joiningWww, noteId, refusingDoubles, takingIds } from './accountFacts.ts';
import { findFirst, findQuietly, forgetLookUps, lookUpHost, recentLookUp, suffix } from './lookUp.ts';
import { type CreateFacts, type CreateInput, sendCreate } from './sendCreate.ts';
import { createUnderWay, inTurn, placeOf } from './turns.ts';

/** What the caller of `register` knows about the host, and what the person has decided. */
export interface RegisterOptions {
  /**
   * Whether the service has recently reported that it lacks this host, so that no look-up is needed. False if that
   * report is too old, undefined if there was none.
   */
  isAbsent?: boolean;
  /**
   * Set if the person wants to create the website although it may already exist, because the service did not show its
   * whole list.
   */
  despiteUnknown?: boolean;
  /**
   * When a person agreed to send the create again although an earlier one may still be carried out (milliseconds since
   * 1970). The agreement covers only creates sent before this time.
   */
  again?: number | undefined;
  /** The item for which the website is created. It belongs to a job, or to one write that a person makes by hand. */
  item: Pick<Item, 'job' | 'at'>;
  begin: CreateFacts['begin'];
}

/** The hosts for which this worker has sent a create, each with the service's address. */
const sent = new Set<string>();

/**
 * Returns a create with unknown outcome that was sent to a service for a host, if there is one. Looks at all connected
 * accounts at the service's address, because two of them may be one account there.
 */
async function openCreateAt(url: string, account: string, host: string): Promise<OpenCreate | undefined> {
  const [own, { list }] = await Promise.all([openCreate(account, host), get(connections)]);
  if (own) return own;
  const others = list.filter((one) => one.analyticsUrl === url && one.account !== account);
  const open = await Promise.all(others.map((one) => openCreate(one.account, host)));
  return open.find((one) => one !== undefined);
}

/**
 * Returns the id for a new record, if this kind of service lets Waymark choose it. If this account's earlier create of
 * the host has an unknown outcome, returns the id of that create.
 */
const idFor = (kind: Kind | undefined, before: OpenCreate | undefined, account: string): { id?: string } => {
  if (!traitsOf(kind).ownIds) return {};
  return { id: (before?.account === account && before.id) || crypto.randomUUID() };
};

/** Whether an earlier create can be sent again under its id without creating a second record. */
const isSafeAgain = async (kind: Kind | undefined, before: OpenCreate | undefined, account: string) =>
  !!traitsOf(kind).ownIds && before?.id !== undefined && before.account === account && takingIds.has(account);

/**
 * Whether a host's create with a lost answer can be sent again without creating a second record. For this, the service
 * must accept Waymark's id, or refuse hosts that it already has.
 */
export async function mayCreateAgain(account: string, host: string): Promise<boolean> {
  const [before, { kind }] = await Promise.all([openCreate(account, host), serviceOf('analytics', account)]);
  return before !== undefined && ((await isSafeAgain(kind, before, account)) || refusingDoubles.has(account));
}

/**
 * Whether the person agreed, at the time `again`, to send this create again. The agreement covers creates sent before
 * that time. It also covers creates dated in the future, because they were sent before the clock was set back.
 */
const isMeantAgain = ({ at }: OpenCreate, again: number | undefined): boolean =>
  again !== undefined && (at <= again || at > Date.now());

/** A create sent less than this long ago may still be on its way, so Waymark waits for it (milliseconds). */
const youth = 10_000;
/** How long to wait before each further look-up of a create that may still be on its way (milliseconds). */
const youthLooks = [2_000, 6_000];

async function waitFor(host: string, context: BoundContext): Promise<Website | undefined> {
  for (const after of youthLooks) {
    await sleep(after);
    const found = await findQuietly(host, context);
    if (found) return found;
  }
  return undefined;
}

/**
 * Resolves to the website of an earlier create with unknown outcome. If the service does not show the website, resolves
 * to undefined if the create may be sent again, and otherwise rejects with code `still-unconfirmed`. Also rejects if
 * the service cannot be asked.
 */
async function reconcile(
  before: OpenCreate,
  context: BoundContext,
  again: number | undefined,
): Promise<Website | undefined> {
  const website = await findFirst(before.host, context);
  if (website || isMeantAgain(before, again) || (await refusingDoubles.has(before.account))) return website;
  const late = Date.now() - before.at < youth ? await waitFor(before.host, context) : undefined;
  if (late) return late;
  throw new ApiError({ kind: 'timeout', code: 'still-unconfirmed' });
}

async function withDefaultPassword(input: CreateInput, account: string): Promise<CreateInput> {
  if (!lacksPassword(input)) return input;
  const { id } = await serviceOf('analytics', account);
  const password = await getDefaultPassword(id);
  if (!password) throw required('password');
  return { ...input, password };
}

/** Returns the outcome if an earlier create has made the website. `isShared`: see `CreateFacts`. */
const confirmedAs = (website: Website, isShared: boolean): Registration => ({
  outcome: 'confirmed',
  website,
  ...(isShared ? { isOthers: true } : {}),
});

/**
 * Returns the outcome for a website that was found. If it has the id that Waymark chose, it comes from Waymark's own
 * earlier create.
 */
const foundAs = (website: Website, own: { id?: string }, isShared: boolean): Registration =>
  website.id === own.id ? confirmedAs(website, isShared) : { outcome: 'already', website };

/** If a host begins with `www.`, returns the stored website of the host without `www.`, if there is one. */
async function storedBare(account: string, host: string): Promise<Website[]> {
  const bare = withoutWww(host);
  const known = bare !== host && (await knownSite(account, bare));
  return known ? [known.website] : [];
}

type Service = Pick<ConnectedService, 'url' | 'kind'>;

async function runRegistration(
  input: CreateInput,
  host: string,
  { url, kind }: Service,
  context: BoundContext,
  { isAbsent, despiteUnknown, again, item, begin }: RegisterOptions,
): Promise<Registration> {
  const { account } = context;
  if ((await suffix(host)).publicSuffix === 'icann')
    throw new ApiError({ kind: 'rejected', code: 'public-suffix', fields: { domain: [] } });
  const complete = await withDefaultPassword({ ...input, domain: host }, account);
  const [before, known, bare] = await Promise.all([
    openCreateAt(url, account, host),
    isAbsent ? knownSite(account, host) : undefined,
    storedBare(account, host),
  ]);
  const place = placeOf(url, 'host', host);
  const own = idFor(kind, before, account);
  const isShared = before !== undefined && (before.job !== item.job || before.place !== item.at);
  // Whether the service certainly lacks the host. Its report (`isAbsent`) alone does not prove that, because a create
  // may have been sent since.
  let absent = isAbsent === true && !known && !before && !sent.has(place);
  const isAgain = await isSafeAgain(kind, before, account);
  const settled = before && !isAgain ? await reconcile(before, context, again) : undefined;
  if (settled) return confirmedAs(settled, isShared);
  if (!absent) {
    const looked = await recentLookUp(host, context, kind).catch(() => lookUpHost(host, context));
    if (looked.matches[0]) return foundAs(looked.matches[0], own, isShared);
    if (!looked.complete && !despiteUnknown && !before)
      throw new ApiError({ kind: 'conflict', code: 'maybe-registered' });
    absent = looked.complete && isAbsent !== undefined;
    bare.push(...looked.related);
  }
  sent.add(place);
  const facts = { url, begin, wasAbsent: absent, isShared, isResent: !!before, bare };
  return sendCreate({ ...complete, ...own }, host, context, facts);
}

/**
 * Registers a website: looks up the exact host, and creates the website once. Every create goes through this function.
 * Simultaneous calls for one host share one create. Rejects with ApiError. Code `unconfirmed`: the create was sent, and
 * its outcome is unknown. Code `still-unconfirmed`: nothing was sent, because the outcome of an earlier create is
 * unknown. Code `maybe-registered`: nothing was sent, because the service did not show its whole list.
 */
export async function register(
  input: CreateInput,
  context: BoundContext,
  options: RegisterOptions,
): Promise<Registration> {
  const host = hostOf(input.domain);
  if (!host) throw new ApiError({ kind: 'rejected', code: 'not-a-domain', fields: { domain: [] } });
  const { account } = context;
  const service = await serviceOf('analytics', account);
  const meant = fitted(service.kind, { ...input, privacy: input.privacy ?? 1 });
  const other = createUnderWay(account, host);
  if (!other) return startRegistration(meant, host, service, context, options);
  const made = await other.answer;
  // If the other call has created the website with fields that differ from those of this call, the outcome is
  // `already`.
  return other.input === JSON.stringify(meant) ? made : { ...made, outcome: 'already' };
}

/**
 * Registers a host after the earlier writes for this host at the same service have ended. These include creates by
 * other connections, because two connections may be one account at the service.
 */
function startRegistration(
  input: CreateInput,
  host: string,
  service: Service,
  context: BoundContext,
  options: RegisterOptions,
): Promise<Registration> {
  const { account } = context;
  const what = { account, create: { host, input: JSON.stringify(input) } };
  return inTurn(placeOf(service.url, 'host', host), what, async () => {
    try {
      const registration = await runRegistration(input, host, service, context, options);
      forgetLookUps(host);
      await noteId(context, host, registration.website).catch(() => {});
      const isMade = registration.outcome === 'created' && !registration.isFound;
      await Promise.all([
        endCreate(account, host, options.item, { isMade }),
        tracesOf(context).stored ? announceNew(account, registration, input) : undefined,
      ]);
      return registration;
    } finally {
      forgetLookUps(host);
    }
  });
}

async function announceNew(account: string, registration: Registration, input: CreateInput): Promise<void> {
  const { website, outcome } = registration;
  if (!website || outcome === 'already' || !(await isConnected(account))) return;
  if (!standsFor(website, input.domain)) await joiningWww.note(account).catch(() => {});
  const shown = outcome === 'created' ? afterCreate(input, website) : website;
  await announce(account, { kind: 'website', website: shown });
}
