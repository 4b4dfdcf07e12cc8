import type { Website } from '../services/index.ts';
import type { Question } from './questions.ts';
import { rowsIn } from './read.ts';
import {
  type Answer,
  afterAnswer,
  afterWrite,
  beginPass,
  endPass,
  isSlotOf,
  type PassEnd,
  slotsToRead,
  withoutFields,
  withoutHost,
} from './rules.ts';
import { copiedPass, type Reads, type RecordStore, type Writes } from './store.ts';
import type { ListFacts, ListName, Row } from './types.ts';

const factsOr = async (reads: Reads, list: ListName, account: string): Promise<ListFacts> =>
  (await reads.facts(list, account)) ?? { account, list };

/** Returns the facts about a list with its numbers of records (`total`, `counted`) changed by `more`. */
const counting = ({ total, counted, ...facts }: ListFacts, more: 1 | -1): ListFacts => ({
  ...facts,
  ...(total === undefined ? {} : { total: total + more }),
  ...(counted === undefined ? {} : { counted: counted + more }),
});

/**
 * Returns the facts about a list after the service has deleted a record. Sets `moved` (see `ListFacts`) if the list is
 * being read. `isStored`: whether the deleted record was stored.
 */
function afterDrop(facts: ListFacts, isStored: boolean): ListFacts {
  const counted = isStored ? counting(facts, -1) : facts;
  return facts.pass === facts.ended ? counted : { ...counted, moved: true };
}

/**
 * Deletes an earlier version's rows of projects with these hosts, which have the host in place of the project's name.
 * Keeps rows whose keys are in `named`.
 */
async function dropUnnamed(store: Writes, account: string, hosts: readonly string[], named: ReadonlySet<string>) {
  for (const { pass, slot } of await store.byHosts('projects', [account], hosts))
    if (pass === copiedPass && !named.has(slot)) store.drop('projects', account, slot);
}

/** Whether an answer contains all stored records of a list, apart from those marked as `replaced` (see `Row`). */
async function showsAll<L extends ListName>(store: Reads, list: L, account: string, answer: Answer<L>) {
  const slots = new Set(slotsToRead(answer));
  for await (const { slot, replaced } of rowsIn(store, list, account)) if (!replaced && !slots.has(slot)) return false;
  return true;
}

/** Stores the records of an answer. Resolves to the list's new facts, which the caller has to store. */
async function putItems<L extends ListName>(store: Writes, list: L, before: ListFacts, answer: Answer<L>) {
  const { account } = before;
  const { question } = answer;
  const slots = slotsToRead(answer, before.pass);
  const rows = await store.get(list, account, slots);
  const bySlot = new Map(rows.flatMap((row) => (row ? [[row.slot, row] as const] : [])));
  const { put, facts } = afterAnswer(list, before, bySlot, answer);
  if (list === 'projects') {
    const hosts = put.flatMap((row) => row.hosts);
    await dropUnnamed(store, account, hosts, new Set(put.map(({ slot }) => slot)));
  }
  for (const row of put) store.put(list, row);
  for (const slot of slots) if (!question?.isOutdated(slot)) question?.note(slot);
  return facts;
}

async function putEnd(store: Writes, list: ListName, facts: ListFacts, end: PassEnd): Promise<ListFacts | undefined> {
  const { account } = facts;
  const rows: Pick<Row, 'slot' | 'pass' | 'replaced'>[] = [];
  for await (const { slot, pass, replaced } of rowsIn(store, list, account)) rows.push({ slot, pass, replaced });
  const ended = endPass(facts, { ...end, shown: rows.filter(({ pass }) => pass === end.pass).length });
  if (!ended) return undefined;
  for (const row of rows) if (ended.outdated(row)) store.drop(list, account, row.slot);
  store.putFacts(ended.facts);
  return ended.facts;
}

/**
 * Stores the records of an answer, and what the answer tells about the list. `pass`: the reading to which the answer
 * belongs, if any. Stores nothing and resolves to false if another reading has begun since, or the stored list was
 * removed. `total`: how many records the service reports. `made`: whether the answer is to a create. `whole`: whether
 * the answer is one page with the whole list.
 */
export const putAnswer = <L extends ListName>(
  { change }: RecordStore,
  list: L,
  account: string,
  answer: Answer<L> & { pass?: number; total?: number | undefined; made?: true; whole?: boolean },
): Promise<boolean> =>
  change(async (store) => {
    const before = await factsOr(store, list, account);
    if (answer.pass !== undefined && answer.pass !== before.pass) return false;
    // An answer with the whole list counts as a reading of the list, with these exceptions: another reading is under
    // way or was cut off, there was a write or a later answer meanwhile, or the answer lacks stored records.
    const mayEnd = answer.whole && before.pass === before.ended && answer.question?.isLatest() !== false;
    if (mayEnd && (await showsAll(store, list, account, answer))) {
      const begun = { ...beginPass(before, answer.at), stopped: before.stopped };
      const read = await putItems(store, list, begun, { ...answer, position: 0 });
      await putEnd(store, list, read, { pass: begun.pass, now: answer.at, total: answer.total });
      return true;
    }
    const told = await putItems(store, list, before, answer);
    const facts = answer.made ? counting(told, 1) : told;
    // The total is out of date if there was a write, or an answer to a later request, before this answer.
    const isNow = answer.question?.isLatest() !== false;
    const isCounted = isNow && answer.total !== undefined && answer.total !== facts.total;
    if (isCounted) store.putFacts({ ...facts, total: answer.total as number });
    else if (facts !== before) store.putFacts(facts);
    return true;
  });

/**
 * Stores the fields of an update that the service has accepted. If several records have the id, deletes the stored
 * values of these fields instead, because any of the records may have been updated.
 */
export const putFields = (
  { change }: RecordStore,
  account: string,
  id: string,
  fields: Partial<Website>,
  at: number,
): Promise<void> =>
  change(async (store) => {
    const [[row], { pass = 0 }] = await Promise.all([
      store.get('websites', account, [id]),
      factsOr(store, 'websites', account),
    ]);
    const next = await store.batch('websites', account, `${id}\n`, 10);
    const others = next.filter(({ slot }) => isSlotOf(id, slot));
    // Any of the records with this id may have been updated, so the fields are unknown for all of them.
    if (others.length)
      for (const one of row ? [row, ...others] : others) store.put('websites', withoutFields(one, Object.keys(fields)));
    else if (row) store.put('websites', afterWrite(row, fields, at, pass));
  });

/**
 * Deletes the rows of a record that its service no longer has. `name`: the website's id or the project's name. `host`:
 * the record's host, if it is known.
 */
export const dropRecord = (
  { change }: RecordStore,
  list: ListName,
  account: string,
  name: string,
  host?: string,
): Promise<void> =>
  change(async (store) => {
    const [facts, [row]] = await Promise.all([store.facts(list, account), store.get(list, account, [name])]);
    const after = facts && afterDrop(facts, row !== undefined);
    if (after && after !== facts) store.putFacts(after);
    store.drop(list, account, name);
    for (;;) {
      const [other] = await store.batch(list, account, `${name}\n`, 1);
      if (!other || !isSlotOf(name, other.slot)) break;
      store.drop(list, account, other.slot);
    }
    if (host) await dropUnnamed(store, account, [host], new Set());
    await store.dropOld(list, account, host ? { host } : { id: name });
  });

/**
 * Whether a row that was found for a host is in the present tables. If it is only in a table of an earlier version, a
 * present row with the same key is a different row, which must not be deleted.
 */
async function isCopied(store: Reads, { account, slot, pass }: Row, host: string): Promise<boolean> {
  if (pass !== copiedPass) return true;
  const [row] = await store.get('websites', account, [slot]);
  return row?.hosts.includes(host) === true;
}

/**
 * Removes a host from all stored websites except those with these ids, because an answer (`question`) has shown that no
 * others have it. Leaves out websites about which newer data is stored.
 */
export const proveHost = (
  { change }: RecordStore,
  account: string,
  host: string,
  ids: readonly string[],
  question: Omit<Question, 'end'>,
): Promise<void> =>
  change(async (store) => {
    const here = await store.byHosts('websites', [account], [host]);
    question.noteHost(host, ids);
    for (const row of here) {
      if (ids.includes(row.record.id) || question.isOutdated(row.slot)) continue;
      question.note(row.slot);
      const rest = withoutHost(row, host);
      if (rest) store.put('websites', rest);
      else if (await isCopied(store, row, host)) store.drop('websites', account, row.slot);
    }
    if (!here.some(({ pass, record }) => pass === copiedPass && ids.includes(record.id)))
      await store.dropOld('websites', account, { host });
  });

/** Begins a reading of the whole list, and resolves to its number. */
export const startPass = ({ change }: RecordStore, list: ListName, account: string, now: number): Promise<number> =>
  change(async (store) => {
    const facts = beginPass(await factsOr(store, list, account), now);
    store.putFacts(facts);
    return facts.pass;
  });

/**
 * Ends a reading of the whole list, and deletes the rows that are now outdated. Resolves to the list's new facts. Does
 * nothing and resolves to undefined if another reading has begun or the stored list was removed.
 */
export const finishPass = (
  { change }: RecordStore,
  list: ListName,
  account: string,
  end: PassEnd,
): Promise<ListFacts | undefined> =>
  change(async (store) => putEnd(store, list, await factsOr(store, list, account), end));

/**
 * Stores whether the service's search ignores case. The next reading of the whole list deletes this value, because
 * services change.
 */
export const putIgnoresCase = ({ change }: RecordStore, account: string, ignoresCase: boolean): Promise<void> =>
  change(async (store) => store.putFacts({ ...(await factsOr(store, 'websites', account)), ignoresCase }));

/**
 * Stores when the person stopped a reading or removed the stored list. The worker then does not read the list for a
 * day.
 */
export const putStopped = ({ change }: RecordStore, list: ListName, account: string, now: number): Promise<void> =>
  change(async (store) => store.putFacts({ ...(await factsOr(store, list, account)), stopped: now }));

/** Deletes all stored data of an account. */
export const forgetAccount = ({ change }: RecordStore, account: string): Promise<void> =>
  change(async (store) => store.clear(account));

/** Deletes all stored data of all accounts except these. */
export const keepAccounts = ({ change }: RecordStore, accounts: readonly string[]): Promise<void> =>
  change(async (store) => {
    for (const account of await store.accounts()) if (!accounts.includes(account)) store.clear(account);
  });

/**
 * Moves a list to the account of a new API key at the same address, and marks its rows as `replaced` (see `Row`). Only
 * moves this one list, because earlier versions used one account for both services at an address.
 */
export const moveList = <L extends ListName>(
  { change }: RecordStore,
  list: L,
  from: string,
  to: string,
  now: number,
): Promise<void> =>
  change(async (store) => {
    let isReplaced = false;
    for await (const row of rowsIn(store, list, from)) {
      isReplaced = true;
      store.put(list, { ...row, account: to, hosts: [], replaced: true });
      store.drop(list, from, row.slot);
    }
    const { total } = await factsOr(store, list, from);
    const more = { ...(isReplaced ? { replaced: now } : {}), ...(total === undefined ? {} : { total }) };
    store.putFacts({ account: to, list, ...more });
    store.putFacts({ account: from, list });
  });
