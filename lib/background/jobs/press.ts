import { keeperOf } from '../../connections/services.ts';
import { openJobStore } from '../../jobs/database.ts';
import { isKnown } from '../../jobs/kept.ts';
import { idInMemory, type Press as Sent } from '../../jobs/memory.ts';
import { claimItem, itemSettled, type JobStart, newJob } from '../../jobs/state.ts';
import type { Item, ItemOutcome, Job, JobFields, JobKind } from '../../jobs/types.ts';
import { pressNamed, writeJob } from '../../jobs/write.ts';
import type { Input, Output } from '../../messages/ask.ts';
import type { Registration } from '../../messages/commands.ts';
import { ApiError, type ProblemCode } from '../../services/index.ts';
import { orWithout } from '../../storage/database.ts';
import { activeConnection, type Connections, connections, get, update } from '../../storage/settings.ts';
import { queueByKey } from '../../util/queue.ts';
import { type BoundContext, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import type { RegisterOptions } from '../websites/register.ts';
import type { CreateInput } from '../websites/sendCreate.ts';
import { isUnconfirmed } from './attempt.ts';
import { type Given, type Made, verifyItem } from './jobKinds.ts';
import { runPress, wake } from './runner.ts';

/**
 * Returns the id of a new write by hand. It tells whether the write is stored on disk or in memory. Memory is used for
 * writes from private windows, and for all writes if the browser refuses databases. If the database fails for another
 * reason, such as a full disk, a create rejects. An update or deletion then uses memory, because sending it twice does
 * no harm.
 */
async function newId(kind: JobKind, name: string, context: BoundContext): Promise<string> {
  if (!tracesOf(context).stored) return idInMemory(name);
  const store = orWithout(openJobStore(), undefined);
  return (await (kind === 'create' ? store : store.catch(() => undefined))) ? name : idInMemory(name);
}

/** A single write that a person makes by hand. It is stored as a job with one item. */
interface Press {
  kind: 'create' | 'update' | 'delete';
  list?: 'projects';
  item: Pick<Item, 'key' | 'id' | 'despiteUnknown' | 'resend'>;
  fields: JobFields;
}

/**
 * Returns the outcome of a single write that an earlier copy of the page's message has started, for example if the
 * worker stopped before it could answer. Looks the write up. Undefined if the outcome is unknown.
 */
async function madeBefore({ job, item }: Sent): Promise<Made | undefined> {
  const [outcome] = Object.keys(job.outcomes) as ItemOutcome[];
  const found = await verifyItem(job, item);
  if (outcome) return { ...found, outcome };
  if (!found.outcome) return undefined;
  await writeJob(job.id, ['sending', 'unknown'], (stored, [one]) => {
    const step = one && itemSettled(stored, one, { outcome: found.outcome }, Date.now());
    return step ? { job: step.job, items: [step.item] } : { job: stored, items: [] };
  });
  return found;
}

/** Resolves to a single write's outcome if another window has found it meanwhile, otherwise to undefined. */
async function foundElsewhere(job: Job, { unsent: _, ...item }: Item): Promise<Made | undefined> {
  const stored = await pressNamed(job.id);
  if (stored && !isKnown(stored.job)) return undefined;
  const found = await verifyItem(job, item);
  return found.outcome ? found : undefined;
}

async function sendPress(start: JobStart, given: Given, service: Parameters<typeof newJob>[1]): Promise<Made> {
  const now = Date.now();
  const { job, items } = newJob(start, service, now);
  const claimed = claimItem(job, items[0] as Item, now);
  try {
    return await runPress(claimed.job, claimed.item, given);
  } catch (error) {
    if (!isUnconfirmed(error)) throw error;
    const found = await foundElsewhere(claimed.job, claimed.item).catch(() => undefined);
    if (found) return found;
    void wake();
    throw error;
  }
}

const startOf = (
  { kind, list, item, fields }: Press,
  { password }: Given,
  { private: isPrivate }: BoundContext,
): Omit<JobStart, 'id'> => ({
  ...{ kind, press: true, items: [item], fields, speed: 'fast' },
  ...(list ? { list } : {}),
  ...(isPrivate ? { private: true } : {}),
  ...(password ? { password: 'common' } : {}),
});

/** Runs writes with the same message id one after the other, because a page may send a message twice. */
const byMessage = queueByKey();

/**
 * Sends one write at once, for a person who waits for it. If the worker stops after sending, the next worker looks up
 * whether the write was carried out. Rejects with the failure, or with code `unconfirmed` if the outcome is unknown.
 */
function press(what: Press, given: Given, context: BoundContext): Promise<Made> {
  const { kind, list } = what;
  const { account, message } = context;
  const name = message ?? crypto.randomUUID();
  return byMessage(name, async () => {
    const keeper = keeperOf(list ?? 'websites');
    const [service, id] = await Promise.all([serviceOf(keeper, account), newId(kind, name, context)]);
    const before = message ? await pressNamed(id).catch(() => undefined) : undefined;
    const made = before && (await madeBefore(before));
    if (made) return made;
    const isAwaited = message && tracesOf(context).stored;
    const start = { ...startOf(what, given, context), ...(isAwaited ? { awaited: true as const } : {}) };
    return sendPress({ ...start, id: before ? await newId(kind, crypto.randomUUID(), context) : id }, given, service);
  });
}

/** Notes that an account's connection was used last. */
async function noteUse(account: string): Promise<void> {
  if (activeConnection(await get(connections))?.account === account) return;
  const note = (all: Connections): Connections => {
    const used = all.list.find((one) => one.account === account);
    return used ? { ...all, active: used.id } : all;
  };
  await update(connections, note);
}

/** Registers a website for a person, and notes that its connection was used last. Rejects as `register` does. */
export async function registerByHand(
  { domain, password, ...fields }: CreateInput,
  context: BoundContext,
  { despiteUnknown, again }: Pick<RegisterOptions, 'despiteUnknown' | 'again'> = {},
): Promise<Registration> {
  const item = {
    key: domain,
    ...(despiteUnknown ? { despiteUnknown: true as const } : {}),
    ...(again === undefined ? {} : { resend: again }),
  };
  const { outcome, website } = await press({ kind: 'create', item, fields }, { password }, context);
  // The site is registered, whether or not this can be stored.
  if (tracesOf(context).stored) await noteUse(context.account).catch(() => {});
  return { outcome: outcome as Registration['outcome'], website };
}

/**
 * Returns a function that rethrows an error. An error that leaves the outcome of the write unknown gets this code in
 * place of its own.
 */
const orMaybe =
  (code: ProblemCode) =>
  (error: unknown): never => {
    throw isUnconfirmed(error) ? new ApiError({ ...(error as ApiError).problem, code }) : error;
  };

/**
 * Updates a website for a person. Rejects as `updateWebsite` does, but with code `maybe-changed` if the outcome is
 * unknown.
 */
export async function updateByHand(
  { id, domain = '', sent, password, ...fields }: Input<'websites.update'>,
  context: BoundContext,
): Promise<Output<'websites.update'>> {
  const known = domain ? { domain, sent } : undefined;
  const item = { key: domain, id };
  const made = press({ kind: 'update', item, fields }, { password, known }, context);
  return made.then(({ website }) => website, orMaybe('maybe-changed'));
}

async function remove(
  what: Pick<Press, 'list' | 'item'>,
  given: Given,
  context: BoundContext,
): Promise<Output<'websites.delete'>> {
  const made = await press({ kind: 'delete', ...what, fields: {} }, given, context).catch(orMaybe('maybe-deleted'));
  return { outcome: made.outcome === 'gone' ? 'gone' : 'deleted' };
}

/**
 * Deletes a website for a person. Rejects as `deleteWebsite` does, but with code `maybe-deleted` if the outcome is
 * unknown.
 */
export const deleteByHand = ({ id, domain, still, sent }: Input<'websites.delete'>, context: BoundContext) =>
  remove({ item: { key: domain, id } }, { known: { still, sent } }, context);

/**
 * Deletes a project for a person. Rejects as `deleteProject` does, but with code `maybe-deleted` if the outcome is
 * unknown.
 */
export const deleteProjectByHand = ({ project }: Input<'projects.delete'>, context: BoundContext) =>
  remove({ list: 'projects', item: { key: project, id: project } }, {}, context);
