import { withoutAccess } from '@/lib/connections/permissions.ts';
import { addressesOf } from '@/lib/connections/services.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { ConnectionStatus } from '@/lib/messages/commands.ts';
import { lastReportOf } from '@/lib/storage/lastReport.ts';
import { fixedNames, policyInForce } from '@/lib/storage/policyInForce.ts';
import { connections, connectionWith, defaults, firstId, get, preferences } from '@/lib/storage/settings.ts';
import { isRecord } from '@/lib/util/isRecord.ts';
import { keepable } from './check.ts';
import type { Mirrored } from './reduce.ts';
import { isTyped } from './shown.ts';
import { type Field, nothingTyped, type Read, type State, secretFields, type Typed } from './state.ts';

const noStatus: ConnectionStatus = { analytics: { key: 'none' }, seo: { key: 'none' } };

let turns = 0;

/** Reads everything that a connection's form shows. */
export async function loadRead(id: string): Promise<Read> {
  turns += 1;
  const turn = turns;
  const all = await get(connections);
  const connection = connectionWith(all, id);
  const [answer, barred, last, common, preferred, policy] = await Promise.all([
    ask('connection.status', { connection: id }),
    withoutAccess(connection ? addressesOf(connection) : []),
    get(lastReportOf(id)),
    get(defaults),
    get(preferences),
    get(policyInForce),
  ]);
  return {
    turn,
    connection,
    all,
    status: answer.ok ? answer.value : noStatus,
    barred,
    last,
    defaults: common,
    preferences: preferred,
    fixed: fixedNames(policy, id),
  };
}

/** The key in `sessionStorage` for a connection's form. Earlier builds used another key, for text in another format. */
const keyOf = (id: string) => `form:${id}`;
/** The key in `sessionStorage` for the id of a connection that is not saved yet. */
const newKey = 'form:new';

/**
 * Stores the form's unsaved texts and choices, but no secrets, in `sessionStorage`, so that they survive a reload.
 * Removes them if there is no `state` or nothing is unsaved.
 */
export function mirror(id: string, state?: State): void {
  const { texts, headers: _, ...choices } = state?.typed ?? nothingTyped;
  const kept = Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => {
      // A header's name is useless without its value, which is secret and not stored.
      if (field === 'header.name' || secretFields.includes(field as Field)) return [];
      const left = field.endsWith('.url') ? keepable(text) : text;
      return left === undefined ? [] : [[field, left]];
    }),
  );
  const typed: Typed = { ...choices, texts: kept };
  const isKept = state && isTyped(typed);
  if (isKept) sessionStorage.setItem(keyOf(id), JSON.stringify({ base: state.base, typed } satisfies Mirrored));
  else sessionStorage.removeItem(keyOf(id));
  if (isKept && !state.read.connection) sessionStorage.setItem(newKey, id);
  else if (sessionStorage.getItem(newKey) === id) sessionStorage.removeItem(newKey);
}

/** Returns the unsaved texts and choices from before a reload, or undefined if there are none. */
export function mirrored(id: string): Mirrored | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(id)) ?? '');
    if (!isRecord(kept) || !isRecord(kept.typed)) return undefined;
    return kept.base === undefined || isRecord(kept.base) ? (kept as unknown as Mirrored) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the id for a new connection. After a reload, returns the same id if the form had unsaved text. */
export async function newId(): Promise<string> {
  const { list } = await get(connections);
  if (!list.length) return firstId;
  const id = sessionStorage.getItem(newKey);
  return id && !connectionWith({ list }, id) ? id : crypto.randomUUID();
}
