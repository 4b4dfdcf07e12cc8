import { openJobStore } from '../../jobs/database.ts';
import { idInMemory } from '../../jobs/memory.ts';
import { claimItem, newJob } from '../../jobs/state.ts';
import type { Item } from '../../jobs/types.ts';
import type { Registration } from '../../messages/commands.ts';
import { orWithout } from '../../storage/database.ts';
import { noteUse } from '../belongs.ts';
import { type BoundContext, serviceOf } from '../request.ts';
import { tracesOf } from '../traces.ts';
import type { CreateInput } from '../websites/sendCreate.ts';
import { isUnconfirmed } from './attempt.ts';
import { forgetTyped, noteTyped } from './passwords.ts';
import { runPress, wake } from './runner.ts';

/** The id of a new press, by which it is kept on the disk, or in memory. */
async function newId(context: BoundContext): Promise<string> {
  const isOnDisk = tracesOf(context).stored && (await orWithout(openJobStore(), undefined));
  return isOnDisk ? crypto.randomUUID() : idInMemory();
}

interface PressOptions {
  /** The person confirmed the create although the service did not show its whole list. */
  despiteUnknown?: boolean | undefined;
  /** The person wants it sent although creates that were sent before this moment may still be carried out. */
  again?: number | undefined;
}

/** A press for one site, which is stored right before the create is sent. */
async function newPress(
  { domain, password, ...fields }: CreateInput,
  context: BoundContext,
  { despiteUnknown, again }: PressOptions,
) {
  const service = await serviceOf('analytics', context.account);
  const now = Date.now();
  const item: Pick<Item, 'key' | 'despiteUnknown' | 'resend'> = {
    key: domain,
    ...(despiteUnknown ? { despiteUnknown: true } : {}),
    ...(again === undefined ? {} : { resend: again }),
  };
  const id = await newId(context);
  const given = { id, kind: 'create', press: true, items: [item], fields, speed: 'fast' } as const;
  const { job, items } = newJob(
    { ...given, ...(context.private ? { private: true } : {}), ...(password ? { password: 'common' } : {}) },
    service,
    now,
  );
  if (password) noteTyped(id, password);
  return claimItem(job, items[0] as Item, now);
}

/**
 * Registers a website because a person asked for it, which makes its connection the one used last. If the worker is stopped
 * after it was sent, the next one looks for it; before, nothing is sent. Rejects as `register` does.
 */
export async function registerByHand(
  input: CreateInput,
  context: BoundContext,
  options: PressOptions = {},
): Promise<Registration> {
  const { job, item } = await newPress(input, context, options);
  try {
    const { outcome, website } = await runPress(job, item);
    if (tracesOf(context).stored) await noteUse(context.account);
    return { outcome: outcome as Registration['outcome'], website };
  } catch (error) {
    if (isUnconfirmed(error)) void wake();
    throw error;
  } finally {
    forgetTyped(job.id);
  }
}
