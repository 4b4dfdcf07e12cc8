import { inputLimits } from '../util/inputLimits.ts';
import { isSame } from '../util/isSame.ts';
import { without } from '../util/without.ts';
import {
  connectionFields,
  type Names,
  namesIn,
  preferenceFields,
  type Table,
  templateFields,
  type Written,
} from './fields.ts';
import { hasSameName, into, isAtSame, newConnection, whole, withSeoAccount } from './merging.ts';
import { type Applied, type AppliedConnection, type FieldValues, nothingApplied } from './policyInForce.ts';
import { initialOf } from './readParts.ts';
import type { ConnectionAddress, Connections } from './settings.ts';
import { readWritten, type WrittenTable } from './writtenSettings.ts';

const addresses = namesIn(connectionFields, ({ type }) => type === 'address');

/** The fields that a policy may either fix or only preset. Addresses are always fixed. */
type Fixable<T> = Exclude<keyof T, Names<T, { only: string } | { type: 'address' }>>;
const fixedIn = <T extends Table>(table: T) =>
  ({
    type: 'list',
    of: { type: 'choice', choices: namesIn(table, ({ only, type }) => !only && type !== 'address') as Fixable<T>[] },
  }) as const;

/**
 * The settings of an organisation. Values that are not `fixed` are defaults, which the person may change. There is
 * never a key.
 */
export const policyFields = {
  connections: {
    type: 'list',
    of: { type: 'record', fields: { ...connectionFields, fixed: fixedIn(connectionFields) } },
    key: ({ analyticsUrl, name }: { analyticsUrl: string; name?: string }) => `${analyticsUrl} ${name}`,
    most: inputLimits.connections,
  },
  preferences: { type: 'record', fields: preferenceFields },
  fixed: fixedIn(preferenceFields),
} as const satisfies WrittenTable;
export type PolicyConnection = Written<(typeof policyFields)['connections']['of']['fields']>;

/** Reads the policy from the browser: its usable parts, and its faults. */
export function readPolicy(managed: unknown) {
  const { read: policy, faults } = readWritten(policyFields, managed, 'policy');
  return { policy, faults };
}

/**
 * Returns the list without the policy: the earlier list (`own`), with the person's changes to the policy's list (`set`)
 * since, which make it the present list (`now`). Undefined if the result is empty.
 */
function ownList(own: unknown, set: readonly unknown[], now: readonly unknown[]): unknown[] | undefined {
  const before: readonly unknown[] = Array.isArray(own) ? own : [];
  const kept = before.filter((one) => now.includes(one) || !set.includes(one));
  const added = now.filter((one) => !set.includes(one) && !kept.includes(one));
  return kept.length + added.length ? [...kept, ...added] : undefined;
}

/**
 * Returns a field's value without the policy: the earlier value (`own`), unless the person has changed the field since.
 */
function ownValue(own: unknown, set: unknown, now: unknown): unknown {
  if (isSame(now, set)) return own;
  return Array.isArray(set) && Array.isArray(now) ? ownList(own, set, now) : now;
}

/**
 * Returns the settings `current` with the fields that the policy sets (`set`) in place of those that it set last
 * (`last`), and the data that is needed to undo that. A field that is not `fixed` is set only if the policy's value is
 * new. A field that is no longer set gets its earlier value back, unless the person has changed it since; in a list,
 * only the entries that the person added or removed count as changes.
 */
export function applied<T extends object>(
  current: T,
  last: Applied,
  set: FieldValues,
  fixed: readonly string[],
): { value: T } & Applied {
  const value = Object.assign({}, current) as FieldValues;
  const own: FieldValues = {};
  for (const name of new Set([...Object.keys(last.set), ...Object.keys(set)])) {
    const wasSet = name in last.set;
    const isOld = wasSet && name in set && isSame(last.set[name], set[name]);
    const ownSince = () => (wasSet ? ownValue(last.own[name], last.set[name], value[name]) : value[name]);
    const before = isOld ? last.own[name] : ownSince();
    if (name in set) own[name] = before;
    if (isOld && !fixed.includes(name)) continue;
    value[name] = name in set ? set[name] : before;
    if (value[name] === undefined) delete value[name];
  }
  return { value: value as T, set, own };
}

export const noTemplates = initialOf(templateFields);

/** Returns the fields without `hasPassword`, because the default password belongs to the person. */
const passwordless = (one: { defaults?: object }): FieldValues =>
  one.defaults ? { ...one, defaults: without(one.defaults, ['hasPassword']) } : { ...one };

/**
 * The person's default passwords: whether there is a common one, and the passwords of connections. An empty text means
 * that the connection has no password.
 */
export interface DefaultPasswords {
  common: boolean;
  own: Readonly<Partial<Record<string, string>>>;
}

/**
 * Returns a connection with other fields, and with `hasPassword` as the stored passwords say. A connection with its own
 * password keeps its own defaults, too. Among equal rules the policy's come first.
 */
function stored(
  before: ConnectionAddress,
  { policyRules: _, ...after }: FieldValues,
  passwords: DefaultPasswords,
  policyRules?: string[],
): ConnectionAddress {
  const hasOwn = Object.hasOwn(passwords.own, before.id);
  const hasPassword = hasOwn ? !!passwords.own[before.id] : passwords.common;
  const defaults = after.defaults ? { ...after.defaults, hasPassword } : hasOwn && before.defaults;
  const more = { ...(defaults && { defaults }), ...(policyRules?.length && { policyRules }) };
  return withSeoAccount(before, { ...after, ...more } as ConnectionAddress);
}

/**
 * Restores a connection that the policy no longer names. If the policy had added it, its addresses stay, because the
 * person has saved a key for them.
 */
function letGo(one: ConnectionAddress, last: AppliedConnection, passwords: DefaultPasswords): ConnectionAddress {
  const set = without(last.set, ['analyticsUrl', ...(last.isAdded ? ['seoUrl'] : [])]);
  return stored(one, applied(passwordless(one), { set, own: last.own }, {}, []).value, passwords);
}

/**
 * Merges the connections of a policy into the stored ones: each changes the connection with its address, or is added. A
 * connection that the policy no longer names is restored. If the policy had added it, it is removed, unless the person
 * has ever saved a key for it. That is so if it has a key (`hasKey`), or another account because a key was stored until
 * the browser closed.
 */
export function appliedConnections(
  { list, ...rest }: Connections,
  last: Record<string, AppliedConnection>,
  wanted: readonly PolicyConnection[],
  hasKey: (id: string) => boolean,
  passwords: DefaultPasswords,
): { value: Connections; connections: Record<string, AppliedConnection> } {
  const lastOf = new Map(Object.entries(last));
  const tests = [
    ({ name }: PolicyConnection, { id }: ConnectionAddress) => lastOf.has(id) && lastOf.get(id)?.set.name === name,
    hasSameName,
    (_: PolicyConnection, { id }: ConnectionAddress) => lastOf.has(id),
  ];
  const done = new Map<string, AppliedConnection>();
  const merged = into(list, wanted, isAtSame, tests, ({ fixed = [], ...one }, before) => {
    const start = before ?? newConnection(one.analyticsUrl);
    const was: Applied & Partial<AppliedConnection> = lastOf.get(start.id) ?? nothingApplied;
    const { isAdded = !before, account = start.account } = was;
    const all = [...fixed, ...addresses];
    const { value, set, own } = applied(passwordless(start), was, passwordless(whole(one, {})), all);
    done.set(start.id, { set, own, fixed: all.filter((name) => name in set), isAdded, account });
    return stored(start, value, passwords, one.rules);
  });
  const kept = merged.flatMap((one) => {
    const before = lastOf.get(one.id);
    if (done.has(one.id) || !before) return one;
    const isPersons = !before.isAdded || hasKey(one.id) || one.account !== before.account;
    return isPersons ? letGo(one, before, passwords) : [];
  });
  return { value: { ...rest, list: kept }, connections: Object.fromEntries(done) };
}
