import { lastChange } from '@/lib/messages/changes.ts';
import { firstRows, listFacts, readRows, rowsAt } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import { mayHaveMore } from '@/lib/records/known.ts';
import { type Links, type SlimRow, slimRows } from '@/lib/records/slim.ts';
import type { AnyRow, ListName } from '@/lib/records/types.ts';
import { watch } from '@/lib/storage/settings.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { ListEvent } from './state.ts';

/** How many rows are read first: few enough that the page soon shows them, but enough to fill a large screen. */
const firstCount = 100;

/**
 * Calls the function `read` now and after every change of an account's stored data. Pauses between the calls, so that
 * they take at most a fifth of the time, even while a long list is being stored. Returns `stop`, which ends the calls,
 * and `again`, which calls `read` without a pause and resolves when that call ends, or at `stop`.
 */
function followed(account: string, read: () => Promise<void>) {
  let count: number | undefined;
  let isOver = false;
  let isOld = false;
  let isReading = false;
  /** Resolves at the end of the next call of `read`. */
  let next = Promise.withResolvers<void>();
  let rest = new AbortController();
  const readOn = async () => {
    isReading = true;
    while (isOld && !isOver) {
      isOld = false;
      rest = new AbortController();
      const { resolve } = next;
      next = Promise.withResolvers();
      const begun = performance.now();
      await read();
      resolve();
      if (isOld) await sleep(4 * (performance.now() - begun), rest.signal);
    }
    isReading = false;
  };
  const readLater = () => {
    isOld = true;
    if (!isReading) void readOn();
  };
  const again = () => {
    const { promise } = next;
    rest.abort();
    readLater();
    return promise;
  };
  const stop = watch(recordChanges, (counts) => {
    if (counts[account] === count) return;
    count = counts[account];
    readLater();
  });
  readLater();
  return {
    again,
    stop: () => {
      isOver = true;
      next.resolve();
      stop();
    },
    isOver: () => isOver,
  };
}

/** Returns the key (`Row.slot`) of the changed record, or undefined if the record is not in this list. */
const slotOf = (list: ListName, change: typeof lastChange.fallback) => {
  if (list === 'projects') return change?.kind === 'project-gone' ? change.project : undefined;
  if (change?.kind === 'website') return change.website.id;
  return change?.kind === 'website-gone' ? change.id : undefined;
};

/**
 * Reports the stored rows of an account's list as events: first the newest records, then all records, then every
 * change. `again`: reads all rows immediately, and resolves when they have been read. `stop`: ends the events.
 */
export function followRows(list: ListName, account: string, tell: (event: ListEvent) => void) {
  let isFirst = true;
  /**
   * The keys (`Row.slot`) of records that change while all rows are being read. These records are read again, because
   * the first reading may have missed the change.
   */
  let changed: string[] = [];
  const changedNow = async (slots: readonly string[]): Promise<ListEvent> => ({
    type: 'changed',
    account,
    slots,
    rows: (await rowsAt(list, account, slots)).map(slimRows(await listFacts(list, account))),
  });
  const read = async () => {
    changed = [];
    const all: SlimRow[] = [];
    let at = 0;
    try {
      const first = isFirst ? await firstRows(list, account, firstCount) : undefined;
      const slim = slimRows(first ? first.facts : await listFacts(list, account));
      const show = (rows: readonly SlimRow[]) => {
        if (isFirst && rows.length && !follow.isOver()) tell({ type: 'arrived', account, rows });
      };
      const take = (rows: readonly AnyRow[]) => {
        const some = rows.map(slim);
        for (const row of rows) at = Math.max(at, row.at);
        for (const row of some) all.push(row);
        show(some);
      };
      if (first) show(first.rows.map(slim));
      await readRows(list, account, take);
      const facts = await listFacts(list, account);
      if (follow.isOver()) return;
      isFirst = false;
      tell({ type: 'read', account, rows: all, at, facts });
      if (changed.length) tell(await changedNow(changed));
    } catch (error) {
      if (!follow.isOver()) tell({ type: 'unread', account, problem: whyUnread(error) });
    }
  };
  const follow = followed(account, read);
  const stop = watch(lastChange, (change) => {
    const slot = change?.account === account ? slotOf(list, change) : undefined;
    if (slot === undefined) return;
    changed.push(slot);
    // A deleted record is removed even if its row cannot be read or deleted, for example because the disk is full.
    if (change?.kind !== 'website') return tell({ type: 'changed', account, slots: [slot], rows: [] });
    void changedNow([slot]).then(
      (event) => follow.isOver() || tell(event),
      () => {},
    );
  });
  return {
    again: follow.again,
    stop: () => {
      follow.stop();
      stop();
    },
  };
}

/**
 * Calls `tell` now and after every change. Passes the hosts that have a record in an account's list, and whether the
 * list is complete (`isWhole`). Passes undefined if the list cannot be read. Returns a function that stops the calls.
 */
export function followHosts(list: ListName, account: string, tell: (links: Links | undefined) => void): () => void {
  const follow = followed(account, async () => {
    try {
      const hosts = new Set<string>();
      await readRows(list, account, (rows) => {
        for (const row of rows) for (const host of row.hosts) hosts.add(host);
      });
      const facts = await listFacts(list, account);
      if (!follow.isOver()) tell({ hosts, isWhole: !mayHaveMore(facts) });
    } catch {
      // Unknown hosts are not the same as no hosts.
      if (!follow.isOver()) tell(undefined);
    }
  });
  return follow.stop;
}
