import type { Website } from '../services/index.ts';
import type { Question } from './questions.ts';
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
import { batchSize, copiedPass, type Reads, type RecordStore, type Writes } from './store.ts';
import type { ListFacts, ListName, Lists, Row } from './types.ts';

const factsOr = async (reads: Reads, list: ListName, account: string): Promise<ListFacts> =>
  (await reads.facts(list, account)) ?? { account, list };

/** With one record more or fewer than the last reading was told, and than the service has said since. */
const counting = ({ total, counted, ...facts }: ListFacts, more: 1 | -1): ListFacts => ({
  ...facts,
  ...(total === undefined ? {} : { total: total + more }),
  ...(counted === undefined ? {} : { counted: counted + more }),
});

/** Records that follow a deleted one move to pages that a reading under way has read before. */
function afterDrop(facts: ListFacts, isStored: boolean): ListFacts {
  const counted = isStored ? counting(facts, -1) : facts;
  return facts.pass === facts.ended ? counted : { ...counted, moved: true };
}

/** Every row of an account's list, in batches of one step. */
async function* rowsIn<L extends ListName>(reads: Reads, list: L, account: string): AsyncGenerator<Row<Lists[L]>> {
  for (let after: string | undefined, rows: readonly Row<Lists[L]>[]; ; after = rows.at(-1)?.slot) {
    rows = await reads.batch(list, account, after, batchSize);
    yield* rows;
    if (rows.length < batchSize) return;
  }
}

/** Forgets what an earlier version stored of these hosts without a project's name, which may be spelled in another way. */
async function dropUnnamed(store: Writes, account: string, hosts: readonly string[], named: ReadonlySet<string>) {
  for (const { pass, slot } of await store.byHosts('projects', [account], hosts))
    if (pass === copiedPass && !named.has(slot)) store.drop('projects', account, slot);
}

/** Whether an answer shows every record that is stored: what it does not show, only a reading proves to be gone. */
async function showsAll<L extends ListName>(store: Reads, list: L, account: string, answer: Answer<L>) {
  const slots = new Set(slotsToRead(answer));
  for await (const { slot, replaced } of rowsIn(store, list, account)) if (!replaced && !slots.has(slot)) return false;
  return true;
}

/** Stores what an answer says of its records. Resolves to the facts after it, which are not stored yet. */
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
  const ended = endPass(facts, end);
  if (!ended) return undefined;
  for await (const row of rowsIn(store, list, account)) if (ended.outdated(row)) store.drop(list, account, row.slot);
  store.putFacts(ended.facts);
  return ended.facts;
}

/**
 * Stores an answer. False: it is part of a reading of the whole list that is not the last that has begun, or whose list was
 * forgotten, so nothing was stored. `total`: how many records the service says that it has. `made`: the answer is to a create.
 * `whole`: it is the whole list, as a reading of one page.
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
    // A reading under way, or one that was cut off, would not be heard of again.
    const mayEnd = answer.whole && before.pass === before.ended && answer.question?.isLatest() !== false;
    if (mayEnd && (await showsAll(store, list, account, answer))) {
      const begun = { ...beginPass(before, answer.at), stopped: before.stopped };
      const read = await putItems(store, list, begun, { ...answer, position: 0 });
      await putEnd(store, list, read, { pass: begun.pass, now: answer.at, total: answer.total });
      return true;
    }
    const told = await putItems(store, list, before, answer);
    const facts = answer.made ? counting(told, 1) : told;
    // What was written since it was asked may be counted in it, or not.
    const isNow = answer.question?.isLatest() !== false;
    const isCounted = isNow && answer.total !== undefined && answer.total !== facts.total;
    if (isCounted) store.putFacts({ ...facts, total: answer.total as number });
    else if (facts !== before) store.putFacts(facts);
    return true;
  });

/** Stores what an accepted update changed. */
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
    // A reading has seen the id in several records, so it is not known which of them this one is.
    if (others.length)
      for (const one of row ? [row, ...others] : others) store.put('websites', withoutFields(one, Object.keys(fields)));
    else if (row) store.put('websites', afterWrite(row, fields, at, pass));
  });

/** Forgets a record that its service no longer has, by its id or a project's name; `host`: that it stood for. */
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

/** Whether a record of a host is in this store; one that is not copied yet may have the id of another by now. */
async function isCopied(store: Reads, { account, slot, pass }: Row, host: string): Promise<boolean> {
  if (pass !== copiedPass) return true;
  const [row] = await store.get('websites', account, [slot]);
  return row?.hosts.includes(host) === true;
}

/** Forgets that any record but these stands for a host: the service has said so. */
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
 * Ends a reading of the whole list, and forgets what it proves to be gone. Resolves to the facts after it; undefined: it
 * proves nothing, because another has begun or the list was forgotten meanwhile.
 */
export const finishPass = (
  { change }: RecordStore,
  list: ListName,
  account: string,
  end: PassEnd,
): Promise<ListFacts | undefined> =>
  change(async (store) => {
    const facts = await factsOr(store, list, account);
    return putEnd(store, list, facts, end);
  });

/** Notes whether searches ignore case, until the whole list is read again, because services change. */
export const putIgnoresCase = ({ change }: RecordStore, account: string, ignoresCase: boolean): Promise<void> =>
  change(async (store) => store.putFacts({ ...(await factsOr(store, 'websites', account)), ignoresCase }));

/** Notes that the person wants no reading for now. */
export const putStopped = ({ change }: RecordStore, list: ListName, account: string, now: number): Promise<void> =>
  change(async (store) => store.putFacts({ ...(await factsOr(store, list, account)), stopped: now }));

/** Forgets everything of an account. */
export const forgetAccount = ({ change }: RecordStore, account: string): Promise<void> =>
  change(async (store) => store.clear(account));

/** Forgets all other accounts. */
export const keepAccounts = ({ change }: RecordStore, accounts: readonly string[]): Promise<void> =>
  change(async (store) => {
    for (const account of await store.accounts()) if (!accounts.includes(account)) store.clear(account);
  });

/**
 * Gives a list of an account to the account that a new key at the same address belongs to. Until its records are reported
 * again, they prove nothing. What else the old account has stays: earlier versions named both services at one address alike.
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
