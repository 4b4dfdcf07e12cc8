import { hostOf } from '../../hosts/hostOf.ts';
import { openJobStore } from '../../jobs/database.ts';
import { idInMemory } from '../../jobs/memory.ts';
import { claimItem, newJob } from '../../jobs/state.ts';
import type { Item, ItemOutcome, Job, JobFields, JobKind } from '../../jobs/types.ts';
import { jobNamed } from '../../jobs/write.ts';
import type { Input, Output } from '../../messages/ask.ts';
import type { Registration } from '../../messages/commands.ts';
import { ApiError, type ProblemCode } from '../../services/index.ts';
import { orWithout } from '../../storage/database.ts';
import { noteUse } from '../belongs.ts';
import { type BoundContext, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import { findQuietly } from '../websites/lookUp.ts';
import type { CreateInput } from '../websites/sendCreate.ts';
import { isUnconfirmed } from './attempt.ts';
import type { Given, Made } from './kinds.ts';
import { runPress, wake } from './runner.ts';

/**
 * The id of a new press, by which it is kept on the disk, or in memory. Where the disk is full or damaged, a create is refused;
 * any other change is sent all the same, because sending it twice harms nothing.
 */
async function newId(kind: JobKind, name: string, context: BoundContext): Promise<string> {
  if (!tracesOf(context).stored) return idInMemory(name);
  const store = orWithout(openJobStore(), undefined);
  return (await (kind === 'create' ? store : store.catch(() => undefined))) ? name : idInMemory(name);
}

/** What became of the same create, sent by a worker that was stopped before it could answer. */
async function outcomeOf({ outcomes }: Job, { key }: Press['item'], context: BoundContext): Promise<Made | undefined> {
  const [outcome] = Object.keys(outcomes) as ItemOutcome[];
  const website = outcome && (await findQuietly(hostOf(key) ?? key, context));
  return website && { outcome, website };
}

interface Press {
  kind: 'create' | 'update' | 'delete';
  item: Pick<Item, 'key' | 'id' | 'despiteUnknown' | 'resend'>;
  fields: JobFields;
}

/**
 * Writes what a person wants of one site, at once. It is stored right before the request; if the worker is stopped after
 * that, the next one looks for it; before, nothing is sent. Rejects with why it failed; code `unconfirmed`: its outcome is
 * not known.
 */
async function press({ kind, item, fields }: Press, given: Given, context: BoundContext): Promise<Made> {
  const { message = crypto.randomUUID() } = context;
  const [service, name] = await Promise.all([serviceOf('analytics', context.account), newId(kind, message, context)]);
  const before = context.message ? await jobNamed(name).catch(() => undefined) : undefined;
  const found = before?.ended && !before.counts.unknown && (await outcomeOf(before, item, context));
  if (found) return found;
  const id = before ? await newId(kind, crypto.randomUUID(), context) : name;
  const now = Date.now();
  const made = newJob(
    {
      ...{ id, kind, press: true, items: [item], fields, speed: 'fast' },
      ...(context.private ? { private: true } : {}),
      ...(context.message && kind === 'create' ? { awaited: true } : {}),
      ...(given.password ? { password: 'common' } : {}),
    },
    service,
    now,
  );
  const claimed = claimItem(made.job, made.items[0] as Item, now);
  try {
    return await runPress(claimed.job, claimed.item, given);
  } catch (error) {
    if (isUnconfirmed(error)) void wake();
    throw error;
  }
}

interface CreateOptions {
  /** The person confirmed the create although the service did not show its whole list. */
  despiteUnknown?: boolean | undefined;
  /** The person wants it sent although creates that were sent before this moment may still be carried out. */
  again?: number | undefined;
}

/** Registers a website, which makes its connection the one used last. Rejects as `register` does. */
export async function registerByHand(
  { domain, password, ...fields }: CreateInput,
  context: BoundContext,
  { despiteUnknown, again }: CreateOptions = {},
): Promise<Registration> {
  const item = {
    key: domain,
    ...(despiteUnknown ? { despiteUnknown: true as const } : {}),
    ...(again === undefined ? {} : { resend: again }),
  };
  const { outcome, website } = await press({ kind: 'create', item, fields }, { password }, context);
  if (tracesOf(context).stored) await noteUse(context.account);
  return { outcome: outcome as Registration['outcome'], website };
}

/** Says of a change whose outcome is not known what may have become of its record. */
export const orMaybe =
  (code: ProblemCode) =>
  (error: unknown): never => {
    throw isUnconfirmed(error) ? new ApiError({ ...(error as ApiError).problem, code }) : error;
  };

/** Rejects as `updateWebsite` does, but with code `maybe-changed` where the outcome is not known. */
export async function updateByHand(
  { id, domain = '', sent, password, ...fields }: Input<'websites.update'>,
  context: BoundContext,
): Promise<Output<'websites.update'>> {
  const known = domain ? { domain, sent } : undefined;
  const item = { key: domain, id };
  const made = await press({ kind: 'update', item, fields }, { password, known }, context).catch(
    orMaybe('maybe-changed'),
  );
  return made.website;
}

/** Rejects as `deleteWebsite` does, but with code `maybe-deleted` where the outcome is not known. */
export async function deleteByHand(
  { id, domain, still, sent }: Input<'websites.delete'>,
  context: BoundContext,
): Promise<Output<'websites.delete'>> {
  const item = { key: domain, id };
  const made = await press({ kind: 'delete', item, fields: {} }, { known: { still, sent } }, context).catch(
    orMaybe('maybe-deleted'),
  );
  return { outcome: made.outcome === 'gone' ? 'gone' : 'deleted' };
}
