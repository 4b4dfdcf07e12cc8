import { orWithout } from '../storage/database.ts';
import { openJobStore } from './database.ts';
import { pressesInMemory } from './memory.ts';
import { copyOldCreates } from './oldCreates.ts';
import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job } from './types.ts';
import { everyJob, forgetJob, writeJob } from './write.ts';

/** An open create: a create that was sent and whose outcome is unknown. */
export interface OpenCreate {
  /** `job`: the id of the job that sends the create. `place`: its position among the job's items. */
  job: string;
  place: number;
  account: string;
  host: string;
  /** When the create was sent (milliseconds since 1970). */
  at: number;
  /** The record's id, if Waymark could choose it. The create can then be sent again with this id. */
  id?: string;
  /** Whether no further look-up of the record is planned. The create's item then has the state `unknown`. */
  isOver: boolean;
  private: boolean;
  /**
   * Whether the answer is known to be lost. If false, the create is under way, the worker stopped before the answer
   * came, or a person has asked to send the create again.
   */
  isLost: boolean;
}

const fromItem = ({ job, at: place, open, create, lost, sent = 0, state }: Item, isPrivate: boolean): OpenCreate[] =>
  open?.length === 2
    ? [
        {
          job,
          place,
          account: open[0],
          host: open[1],
          at: create?.at ?? sent,
          ...(create?.id ? { id: create.id } : {}),
          isOver: state === 'unknown',
          private: isPrivate,
          isLost: !!lost,
        },
      ]
    : [];

/** Returns all open creates (see `OpenCreate`), or only those of one account and host (`range`). */
export async function openCreates(range?: [account: string, host: string]): Promise<OpenCreate[]> {
  await copyOldCreates();
  const stored = orWithout(
    openJobStore().then((store) => store.getAllFromIndex('items', 'open', range && IDBKeyRange.only(range))),
    [],
  );
  const kept = (await pressesInMemory()).flatMap(({ job, item }) => fromItem(item, !!job.private));
  const isInRange = ({ account, host }: OpenCreate) => !range || (range[0] === account && range[1] === host);
  return [...(await stored).flatMap((item) => fromItem(item, false)), ...kept.filter(isInRange)];
}

/** Returns the latest open create (see `OpenCreate`) of a host, or undefined if there is none. */
export const openCreate = async (account: string, host: string): Promise<OpenCreate | undefined> =>
  (await openCreates([account, host])).toSorted((one, other) => one.at - other.at).at(-1);

/**
 * Whether the service may soon have the record of a create: the create is under way, or its record is still looked up.
 */
export const mayCreateYet = async (account: string, host: string): Promise<boolean> =>
  (await openCreates([account, host])).some((one) => !one.isOver);

/** Whether a host has an open create (see `OpenCreate`). Ignores creates from private windows. */
export const hasOpenCreate = async (account: string, host: string): Promise<boolean> =>
  (await openCreates([account, host])).some((one) => !one.private);

const states = ['waiting', 'sending', 'unknown'] as const;

const change = ({ job, place }: OpenCreate, apply: (job: Job, item: Item) => JobStep): Promise<unknown> =>
  writeJob(job, states, (stored, items) => {
    const item = items.find(({ at, open }) => open && at === place);
    const step = item && apply(stored, item);
    return step ? { job: step.job, items: [step.item] } : { job: stored, items: [] };
  });

/**
 * Closes an open create (see `OpenCreate`) whose outcome has become known, and returns the changed job and item. A
 * single write ends. An item of a bulk job keeps its state but no longer counts as an open create. `isOthers`: whether
 * another create has certainly made the host's record.
 */
function closed({ awaited: _, ...job }: Job, item: Item, isOthers = false): JobStep {
  if (job.press) return itemSettled(job, item, { outcome: 'confirmed' }, Date.now());
  const { open: __, create: ___, ...rest } = item;
  return { job, item: isOthers ? { ...rest, awaits: true } : rest };
}

interface Ended {
  /** Whether to close only creates whose answer was lost. */
  isLost?: boolean;
  /** Whether the caller's own create (`own`) has certainly made the host's record. */
  isMade?: boolean;
}

/**
 * Closes a host's open creates (see `OpenCreate`), because their outcome is now known. Skips the caller's own item
 * (`own`), which its job closes. If a create cannot be closed now, a later look-up closes it. Never rejects.
 */
export async function endCreate(
  account: string,
  host: string,
  own?: Pick<Item, 'job' | 'at'>,
  { isLost, isMade }: Ended = {},
): Promise<void> {
  const isOver = (one: OpenCreate) => (!isLost || one.isLost) && (one.job !== own?.job || one.place !== own.at);
  const open = await openCreates([account, host]).catch(() => []);
  await Promise.allSettled(open.filter(isOver).map((one) => change(one, (job, item) => closed(job, item, isMade))));
}

/** Moves an account's open creates (see `OpenCreate`) to the account of its new API key. */
export async function moveCreates(from: string, to: string): Promise<void> {
  for (const one of (await openCreates()).filter(({ account }) => account === from))
    await change(one, (job, item) => ({
      job: job.press ? { ...job, account: to } : job,
      item: { ...item, open: [to, one.host] },
    }));
}

/**
 * Keeps only the open creates (see `OpenCreate`) and single writes of these accounts. Closes or deletes all others,
 * because nothing can be looked up at their accounts any more.
 */
export async function dropOtherPresses(accounts: readonly string[]): Promise<void> {
  for (const one of await openCreates()) if (!accounts.includes(one.account)) await change(one, closed);
  for (const { id, press, account } of await everyJob()) if (press && !accounts.includes(account)) await forgetJob(id);
}
