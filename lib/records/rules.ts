import { hostOf, hostsOf } from '../hosts/hostOf.ts';
import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import { isNamed } from './known.ts';
import type { Question } from './questions.ts';
import { storedFields, storedPart } from './storedFields.ts';
import type { ListFacts, ListName, Lists, Row } from './types.ts';

/**
 * The first character of the slot (the row's key) of a record without a usable id. This is a line break, which no id
 * contains.
 */
const unnamed = '\n';

/** Returns the name of a record in requests: a website's id or a project's name. */
export const nameOf = (record: Website | Project): string => ('project' in record ? record.project : record.id);
const domainOf = (record: Website | Project): string => ('project' in record ? record.project : record.domain);

const hostsIn = (record: Website | Project): readonly string[] => {
  if (!('project' in record)) return hostsOf(record);
  const host = hostOf(record.project);
  return host ? [host] : [];
};

/** Whether a slot (the key of a row) contains both an id and a domain, because two records have the same id. */
const isDoubled = (slot: string): boolean => slot.includes('\n', 1);
/** Whether a slot (the key of a row) belongs to a record with this id. */
export const isSlotOf = (id: string, slot: string): boolean => slot === id || slot.startsWith(`${id}\n`);

/** A service's answer with some records of a list. */
export interface Answer<L extends ListName> {
  items: readonly Lists[L][];
  /** When the answer arrived (milliseconds since 1970). */
  at: number;
  /** How many records are on the earlier pages of the list. Set only while the whole list is being read. */
  position?: number;
  /** The request that was answered. It tells which stored data is newer than this answer. */
  question?: Omit<Question, 'end'>;
}

/**
 * Returns the row's key (`Row.slot`) for each record of an answer. This is the record's id, followed by the domain if
 * an earlier record has the same id and another domain. A record without a usable id gets its position in the list as
 * its key, but only while the whole list is being read.
 */
function slotsOf<L extends ListName>({ items, position }: Answer<L>, pass: number): (string | undefined)[] {
  const taken = new Map<string, string>();
  return items.map((record, index) => {
    const name = nameOf(record);
    const domain = domainOf(record);
    if (!isNamed(record) || !name) return position === undefined ? undefined : `${unnamed}${pass}.${position + index}`;
    const other = taken.get(name);
    if (other === undefined) taken.set(name, domain);
    return other === undefined || other === domain ? name : `${name}\n${domain}`;
  });
}

/** Returns the keys of the rows that must be read before an answer can be stored. For `pass`, see `ListFacts`. */
export const slotsToRead = <L extends ListName>(answer: Answer<L>, pass = 0): string[] =>
  slotsOf(answer, pass).filter((slot) => slot !== undefined);

/**
 * Updates a stored row (`before`) with a newly reported record. A field that this record lacks either keeps its value
 * and the time of its last report, or is removed (see `storedFields`).
 */
export function merged<L extends ListName>(
  list: L,
  before: Row<Lists[L]> | undefined,
  record: Lists[L],
  { account, slot, at, pass }: Pick<Row, 'account' | 'slot' | 'at' | 'pass'>,
): Row<Lists[L]> {
  const now = storedPart(list, record) as unknown as Record<string, unknown>;
  const old = (before?.record ?? {}) as unknown as Record<string, unknown>;
  const ages: Record<string, number> = {};
  for (const [name, kept] of Object.entries(storedFields[list])) {
    if (kept === 'ends' || name in now || !(name in old)) continue;
    // `privacy` and `privacy_raw` replace each other: only one of them can be up to date.
    if ((name === 'privacy' && 'privacy_raw' in now) || (name === 'privacy_raw' && 'privacy' in now)) continue;
    now[name] = old[name];
    ages[name] = before?.ages?.[name] ?? before?.at ?? 0;
  }
  const kept = now as unknown as Lists[L];
  return {
    account,
    slot,
    record: kept,
    hosts: isNamed(kept) ? hostsIn(kept) : [],
    at,
    ...(Object.keys(ages).length ? { ages } : {}),
    pass,
  };
}

/** What to store after an answer: the changed rows, and the facts about the list (`facts`). */
export interface Outcome<T> {
  put: Row<T>[];
  facts: ListFacts;
}

/**
 * What to store for one record of an answer. `isMoved`: whether records may have moved to pages that were already read,
 * in which case the reading under way may miss them.
 */
interface Taken<T> {
  row: Row<T> | undefined;
  isMoved: boolean;
}

function afterOne<L extends ListName>(
  list: L,
  row: Row<Lists[L]> | undefined,
  record: Lists[L],
  { slot: named, ...now }: Pick<Row, 'account' | 'slot' | 'at' | 'pass'>,
  { question, position }: Answer<L>,
): Taken<Lists[L]> {
  const { pass } = now;
  const same = row && domainOf(row.record) === domainOf(record) ? row : undefined;
  // Newer data than this answer is stored, so the row stays. If the row is missing, has another domain or is marked as
  // `replaced`, either the row or the answer is wrong, and records may have moved.
  if (question?.isOutdated(named, hostsIn(record)))
    return { row: row && { ...row, pass }, isMoved: !same || !!same.replaced };
  const isReused = row?.pass === pass && !same;
  // `isReused` means that this reading has already shown the id with another domain. Either a record was renamed
  // meanwhile, or two records have the same id. Both rows are then kept.
  const slot = isReused && position !== undefined ? `${named}\n${domainOf(record)}` : named;
  // If the domain differs, the id may now belong to another website, so nothing is taken from the old row.
  return { row: merged(list, same, record, { ...now, slot }), isMoved: isReused || isDoubled(named) };
}

/**
 * Returns what to store after an answer with some records. `before`: the stored rows by their keys. A row that has
 * changed since the request was sent keeps its values.
 */
export function afterAnswer<L extends ListName>(
  list: L,
  facts: ListFacts,
  before: ReadonlyMap<string, Row<Lists[L]>>,
  answer: Answer<L>,
): Outcome<Lists[L]> {
  const { account, pass = 0 } = facts;
  const { items, at } = answer;
  const put = new Map<string, Row<Lists[L]>>();
  let isMoved = facts.moved === true;
  slotsOf(answer, pass).forEach((slot, index) => {
    if (slot === undefined) return;
    const row = put.get(slot) ?? before.get(slot);
    const taken = afterOne(list, row, items[index] as Lists[L], { account, slot, at, pass }, answer);
    if (taken.row) put.set(taken.row.slot, taken.row);
    isMoved ||= taken.isMoved;
  });
  return { put: [...put.values()], facts: isMoved && !facts.moved ? { ...facts, moved: true } : facts };
}

/**
 * Returns a row changed by an update of these fields, which the service has accepted without returning the record. The
 * times of the last report stay as they are for all other fields.
 */
export function afterWrite(row: Row, fields: Partial<Website>, at: number, pass: number): Row {
  const { account, slot, hosts, replaced } = row;
  const { id, domain, name, locked } = row.record;
  const now = merged('websites', row, { id, domain, name, locked, ...fields } as Website, { account, slot, at, pass });
  // The row stays `replaced`, because an accepted change does not prove which record has this id now.
  return replaced ? { ...now, hosts, replaced } : now;
}

/** Returns a row without these fields, because their values are no longer known. */
export function withoutFields(row: Row, names: readonly string[]): Row {
  const { ages, ...rest } = row;
  const kept = Object.entries(ages ?? {}).filter(([name]) => !names.includes(name));
  const record = without(row.record, names as (keyof Website)[]) as Website;
  return { ...rest, record, ...(kept.length ? { ages: Object.fromEntries(kept) } : {}) };
}

/** Returns a row without this host, which the record does not have. Undefined if the row has no other host. */
export function withoutHost(row: Row, host: string): Row | undefined {
  const hosts = row.hosts.filter((one) => one !== host);
  return hosts.length ? { ...row, hosts, record: { ...row.record, hosts: [...hosts] } } : undefined;
}

/**
 * Begins a new reading of the whole list. Returns the facts about the list, with the reading's number (`pass`). It is
 * greater than all earlier numbers, even if the clock was set back.
 */
export function beginPass(facts: ListFacts, now: number): ListFacts & { pass: number } {
  const { moved: _, stopped: _stopped, ...rest } = facts;
  return { ...rest, tried: now, pass: Math.max(now, (facts.pass ?? 0) + 1) };
}

/**
 * How a reading of the whole list has ended. `pass`: the number of the reading. `now`: when the reading began. For
 * `total`, see `ListFacts`.
 */
export interface PassEnd {
  pass: number;
  now: number;
  /** Why the reading did not show the whole list. Undefined if all records were shown. */
  why?: ListFacts['why'];
  total?: number | undefined;
  /**
   * `read`: how many records the reading has counted. `shown`: how many stored rows it has shown. They differ if a
   * service repeats records on later pages: these are counted twice, and others may have been skipped.
   */
  read?: number;
  shown?: number;
}

/**
 * Returns the facts about a list after a reading, and the function `outdated`, which tells whether to delete a row.
 * Undefined if another reading has begun or the stored list was removed. These rows are deleted:
 * - After a reading that showed all records: rows that were not shown or are marked as `replaced`.
 * - After any other reading: only older rows of records without a usable id.
 */
export function endPass(facts: ListFacts, { pass, now, why, total, read = 0, shown }: PassEnd) {
  if (facts.pass !== pass) return undefined;
  const { why: _, moved, counted: _counted, ...rest } = facts;
  const isShort = shown !== undefined && shown < (total ?? read);
  const reason = why ?? (moved || isShort ? 'changed' : undefined);
  const told = total === undefined ? {} : { total, counted: total };
  if (reason)
    return {
      facts: { ...rest, ...told, ended: pass, why: reason } satisfies ListFacts as ListFacts,
      outdated: (row: Pick<Row, 'slot' | 'pass'>) => row.slot.startsWith(unnamed) && row.pass !== pass,
    };
  const { replaced: _replaced, ignoresCase: _case, ...proved } = rest;
  return {
    facts: { ...proved, ...told, ended: pass, whole: now } satisfies ListFacts as ListFacts,
    // A row marked as `replaced` is outdated even after an update, because an update proves only that the id exists.
    outdated: (row: Pick<Row, 'slot' | 'pass' | 'replaced'>) => row.pass !== pass || row.replaced === true,
  };
}
