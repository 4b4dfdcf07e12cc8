import { orWithout } from '../storage/database.ts';
import { openJobStore } from './database.ts';
import { pressesInMemory } from './memory.ts';
import { copyOldCreates } from './oldCreates.ts';
import { itemSettled, type JobStep } from './state.ts';
import type { Item, Job } from './types.ts';
import { everyJob, forgetJob, writeJob } from './write.ts';

/** A create that was sent and whose outcome is unknown. */
export interface OpenCreate {
  /** The id of the press or job that the create belongs to, and the create's position (`place`) in that job. */
  job: string;
  place: number;
  account: string;
  host: string;
  /** When it was sent (milliseconds since 1970). */
  at: number;
  /**
   * The id that we chose for the record, which only some kinds of service allow. With this id the create can be sent
   * again.
   */
  id?: string;
  /**
   * Whether all planned look-ups failed to find the record. The next look-up happens only when somebody wants to
   * register the host.
   */
  isOver: boolean;
  /** Whether it was pressed in a private window. */
  private: boolean;
  /** Whether its answer was lost, so that nothing waits for this answer any more. */
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

/** Returns the creates whose outcome is unknown. `range`: only those of this account and host. */
export async function openCreates(range?: [account: string, host: string]): Promise<OpenCreate[]> {
  await copyOldCreates();
  const stored = orWithout(
    openJobStore().then((store) => store.getAllFromIndex('items', 'open', range && IDBKeyRange.only(range))),
    [],
  );
  const kept = (await pressesInMemory()).flatMap(({ job, item }) => fromItem(item, !!job.private));
  const isMeant = ({ account, host }: OpenCreate) => !range || (range[0] === account && range[1] === host);
  return [...(await stored).flatMap((item) => fromItem(item, false)), ...kept.filter(isMeant)];
}

/** Returns the latest create of a host that still has an unknown outcome. */
export const openCreate = async (account: string, host: string): Promise<OpenCreate | undefined> =>
  (await openCreates([account, host])).toSorted((one, other) => one.at - other.at).at(-1);

/** Whether a create of a host may still be carried out: it is under way, or its record is still being looked for. */
export const mayCome = async (account: string, host: string): Promise<boolean> =>
  (await openCreates([account, host])).some((one) => !one.isOver);

/** Whether a create of a host, outside private windows, has an unknown outcome. */
export const mayBeThere = async (account: string, host: string): Promise<boolean> =>
  (await openCreates([account, host])).some((one) => !one.private);

const states = ['waiting', 'sending', 'unknown'] as const;

/** Changes the item of an open create, and its job. */
const change = ({ job, place }: OpenCreate, apply: (job: Job, item: Item) => JobStep): Promise<unknown> =>
  writeJob(job, states, (stored, items) => {
    const item = items.find(({ at, open }) => open && at === place);
    const step = item && apply(stored, item);
    return step ? { job: step.job, items: [step.item] } : { job: stored, items: [] };
  });

/**
 * Closes an open create. A press ends. In a bulk job the item keeps its state, but the next create of the host does not
 * wait for it any more.
 */
function closed({ awaited: _, ...job }: Job, item: Item): JobStep {
  if (job.press) return itemSettled(job, item, { outcome: 'confirmed' }, Date.now());
  const { open: __, create: ___, ...rest } = item;
  return { job, item: rest };
}

/**
 * Closes the open creates of a host once their outcome is known. `own`: an item that stays open, since its own run
 * settles it. `isLost`: closes only creates whose answer was lost. Never rejects: a create that cannot be closed now is
 * looked up later.
 */
export async function endCreate(
  account: string,
  host: string,
  own?: Pick<Item, 'job' | 'at'>,
  isLost = false,
): Promise<void> {
  const isOver = (one: OpenCreate) => (!isLost || one.isLost) && (one.job !== own?.job || one.place !== own.at);
  const open = await openCreates([account, host]).catch(() => []);
  await Promise.allSettled(open.filter(isOver).map((one) => change(one, closed)));
}

/** Moves the open creates of an account to the account of a new key for the same service. */
export async function moveCreates(from: string, to: string): Promise<void> {
  for (const one of (await openCreates()).filter(({ account }) => account === from))
    await change(one, (job, item) => ({
      job: job.press ? { ...job, account: to } : job,
      item: { ...item, open: [to, one.host] },
    }));
}

/** Forgets the presses and creates of every account but these, since the others can no longer be looked up. */
export async function dropOtherPresses(accounts: readonly string[]): Promise<void> {
  for (const one of await openCreates()) if (!accounts.includes(one.account)) await change(one, closed);
  for (const { id, press, account } of await everyJob()) if (press && !accounts.includes(account)) await forgetJob(id);
}
