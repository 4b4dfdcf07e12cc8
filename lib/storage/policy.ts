import { inputLimits } from '../util/inputLimits.ts';
import { isRecord } from '../util/isRecord.ts';
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

/** The fields that a policy may fix or merely preset. Addresses are left out, because a policy always fixes them. */
type Fixable<T> = Exclude<keyof T, Names<T, { only: string } | { type: 'address' }>>;
const fixedIn = <T extends Table>(table: T) =>
  ({
    type: 'list',
    of: { type: 'choice', choices: namesIn(table, ({ only, type }) => !only && type !== 'address') as Fixable<T>[] },
  }) as const;

/**
 * The fields of an organisation's policy. The person can change a field that the policy sets, unless `fixed` names it.
 * A policy never contains keys.
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

/** Reads a policy as the browser returns it. Returns the usable parts, and the faults of the others. */
export function readPolicy(managed: unknown) {
  const { read: policy, faults } = readWritten(policyFields, managed, 'policy');
  return { policy, faults };
}

/** Converts a value to a form that does not depend on the order of its fields. */
const unordered = (value: unknown): unknown =>
  isRecord(value)
    ? Object.keys(value)
        .sort()
        .map((name) => [name, value[name]])
    : value;

/**
 * Whether a value equals a stored one. The order of an object's fields does not matter, because Chromium stores them in
 * alphabetical order.
 */
const isStored = (value: unknown, stored: unknown): boolean => isSame(unordered(value), unordered(stored));

/**
 * Returns a list as it would be without the policy, or undefined if it would be empty. `own`: the list from before the
 * policy. `set`: the policy's list. `now`: the present list. Starts with `own`, and applies what the person has changed
 * since: adds entries that only `now` contains, and drops those that only `set` contains.
 */
function ownList(own: unknown, set: readonly unknown[], now: readonly unknown[] = []): unknown[] | undefined {
  const before: readonly unknown[] = Array.isArray(own) ? own : [];
  const isOwn = (one: unknown) => !set.includes(one) || (before.includes(one) && now.includes(one));
  const list = [...new Set([...before, ...now])].filter(isOwn);
  return list.length ? list : undefined;
}

/**
 * Returns a field's value as it would be without the policy. This is the value from before the policy (`own`) or, if
 * the person has changed the field since, the present value (`now`).
 */
function ownValue(own: unknown, set: unknown, now: unknown): unknown {
  if (isStored(now, set)) return own;
  return Array.isArray(set) ? ownList(own, set, now as unknown[] | undefined) : now;
}

/**
 * Applies a policy to some settings (`current`). Returns the new settings, and the data to remove the policy again.
 * `last`: the effect of the previously applied policy, and the fields that it fixed. `set`: the fields that the new
 * policy contains. `fixed`: the names of those that the person cannot change. Other fields are set only if their value
 * in `set` differs from that in `last`. A field that the policy no longer contains gets back its value from before the
 * policy, unless the person has changed it.
 */
export function applied<T extends object>(
  current: T,
  last: Applied & { fixed?: readonly string[] },
  set: FieldValues,
  fixed: readonly string[],
): { value: T } & Applied {
  const value = Object.assign({}, current) as FieldValues;
  const own: FieldValues = {};
  for (const name of Object.keys({ ...last.set, ...set })) {
    const wasSet = name in last.set;
    const isOld = wasSet && name in set && isStored(set[name], last.set[name]);
    const ownSince = () => (wasSet ? ownValue(last.own[name], last.set[name], value[name]) : value[name]);
    const isFixed = fixed.includes(name);
    const before = isOld && (!isFixed || last.fixed?.includes(name)) ? last.own[name] : ownSince();
    if (name in set) own[name] = before;
    if (isOld && !isFixed) continue;
    value[name] = name in set ? set[name] : before;
    if (value[name] === undefined) delete value[name];
  }
  return { value: value as T, set, own };
}

/** All templates, all empty. */
export const noTemplates = initialOf(templateFields);

/** Removes `hasPassword` from the fields of a connection, because a policy sets no default password. */
const passwordless = (one: { defaults?: object }): FieldValues =>
  one.defaults ? { ...one, defaults: without(one.defaults, ['hasPassword']) } : { ...one };

/**
 * The default passwords that the person has set. `common`: whether there is a common one. `own`: the passwords of
 * single connections, by connection id. An empty text means that the connection's new websites get no password.
 */
export interface DefaultPasswords {
  common: boolean;
  own: Readonly<Partial<Record<string, string>>>;
}

/**
 * Returns a connection with new fields (`after`), ready to be stored. `hasPassword` depends on the stored passwords. If
 * the new fields have no defaults, a connection with its own password keeps its old defaults.
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
 * Gives a connection that the policy no longer contains its values from before the policy, except for the analytics
 * address. If the policy had added the connection, it also keeps its SEO address. (Such a connection is kept only
 * because the person has saved a key for it.)
 */
function letGo(one: ConnectionAddress, last: AppliedConnection, passwords: DefaultPasswords): ConnectionAddress {
  const set = without(last.set, ['analyticsUrl', ...(last.isAdded ? ['seoUrl'] : [])]);
  return stored(one, applied(passwordless(one), { set, own: last.own }, {}, []).value, passwords);
}

/**
 * Applies a policy to the connections. Returns them, and the data to remove the policy again. Each of the policy's
 * connections changes the stored connection at its address, or is added. A connection that the policy no longer
 * contains gets back its earlier values. If the policy had added it, it is removed instead, unless the person has saved
 * a key for it (see `hasKey` and `account`).
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
