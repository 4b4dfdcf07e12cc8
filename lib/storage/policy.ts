import { inputLimits } from '../util/inputLimits.ts';
import { isSame } from '../util/isSame.ts';
import { without } from '../util/without.ts';
import { paired } from './paired.ts';
import { type Applied, type AppliedConnection, type FieldValues, nothingApplied } from './policyInForce.ts';
import { type ConnectionAddress, type Connections, defaults as defaultsSetting } from './settings.ts';
import {
  connectionTable,
  type Fault,
  flag,
  list,
  object,
  oneOf,
  preferencesTable,
  type Reader,
  type Readers,
  type WrittenConnection,
  type WrittenPreferences,
} from './writtenSettings.ts';

/** The fields of a connection that a policy may fix; its addresses always are. */
const fixable = ['name', 'rules', 'defaults', 'templates'] as const;

export interface PolicyConnection extends WrittenConnection {
  fixed?: (typeof fixable)[number][];
}

/** What an organisation sets. Values that are not `fixed` are defaults, which the person may change. Never a key. */
export interface Policy {
  connections?: PolicyConnection[];
  preferences?: Partial<WrittenPreferences>;
  fixed?: (keyof WrittenPreferences)[];
}

/** Only the person can grant the permissions that these need. */
const onlyOff: Reader<boolean> = {
  ...flag,
  read: (value, place, tell) => (value === true ? tell({ place, reason: 'value' }) : flag.read(value, place, tell)),
};

const policyConnection = object(
  {
    ...connectionTable,
    fixed: list(oneOf(...fixable), (name) => name),
  } as Readers<PolicyConnection>,
  'analyticsUrl',
) as Reader<PolicyConnection>;

const policyReader = object<Policy>({
  connections: list(policyConnection, ({ analyticsUrl, name }) => `${analyticsUrl} ${name}`, inputLimits.connections),
  preferences: object<WrittenPreferences>({ ...preferencesTable, badge: onlyOff, notifications: onlyOff }),
  fixed: list(oneOf(...(Object.keys(preferencesTable) as (keyof WrittenPreferences)[])), (name) => name),
});

/** The schema that Chromium requires; values of other types never arrive. */
export const policySchema: object = policyReader.schema;

/** Reads the policy from the browser: its usable parts, and its faults. */
export function readPolicy(managed: unknown): { policy: Policy; faults: Fault[] } {
  const faults: Fault[] = [];
  const policy = policyReader.read(managed, '', (fault) => void faults.push(fault)) ?? {};
  return { policy, faults };
}

/** The person's own list, changed as the person has changed the one that was set; none if nothing is left. */
function ownList(own: unknown, set: readonly unknown[], now: readonly unknown[]): unknown[] | undefined {
  const before: readonly unknown[] = Array.isArray(own) ? own : [];
  const kept = before.filter((one) => now.includes(one) || !set.includes(one));
  const added = now.filter((one) => !set.includes(one) && !kept.includes(one));
  return kept.length + added.length ? [...kept, ...added] : undefined;
}

/** A field's value without what was set: the earlier one, unless the person has changed it since. */
function ownValue(own: unknown, set: unknown, now: unknown): unknown {
  if (isSame(now, set)) return own;
  return Array.isArray(set) && Array.isArray(now) ? ownList(own, set, now) : now;
}

/**
 * Sets fields instead of those that were set last. A field that is not fixed is set only when the policy's value is new. A field
 * that is no longer set gets back its earlier value, unless the person has changed it since: of a list, only what was added and
 * removed by the person counts as changed.
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

export const noTemplates = { statisticsUrl: '', trackingCode: '', accountUrl: '' };

/** A connection's fields as they are stored, except `hasPassword`: the default password belongs to the person. */
const storedForm = ({ fixed: _, defaults, templates, ...rest }: PolicyConnection): FieldValues => ({
  ...rest,
  ...(defaults ? { defaults: without({ ...defaultsSetting.fallback, ...defaults }, ['hasPassword']) } : {}),
  ...(templates ? { templates: { ...noTemplates, ...templates } } : {}),
});

const passwordless = (one: ConnectionAddress): FieldValues =>
  one.defaults ? { ...one, defaults: without(one.defaults, ['hasPassword']) } : { ...one };

/** The person's default passwords: whether there is a common one, and connections' own; an empty one means that it has none. */
export interface DefaultPasswords {
  common: boolean;
  own: Readonly<Partial<Record<string, string>>>;
}

/** Notes whether there is a default password. With one of its own, a connection keeps the defaults that it belongs to. */
function withPassword(
  { id, defaults: before }: ConnectionAddress,
  after: FieldValues,
  { common, own }: DefaultPasswords,
): ConnectionAddress {
  const hasOwn = Object.hasOwn(own, id);
  const hasPassword = hasOwn ? !!own[id] : common;
  const defaults = after.defaults ? { ...after.defaults, hasPassword } : hasOwn && before;
  return { ...after, ...(defaults ? { defaults } : {}) } as ConnectionAddress;
}

/** Another SEO service needs a new account. */
function withSeoAccount(before: ConnectionAddress, { seoAccount: _, ...after }: ConnectionAddress): ConnectionAddress {
  if (!after.seoUrl) return after;
  const isKept = after.seoUrl === before.seoUrl && before.seoAccount;
  return { ...after, seoAccount: isKept ? before.seoAccount : crypto.randomUUID() } as ConnectionAddress;
}

/** Of equal rules, those of the policy count first. */
const withPolicyRules = ({ policyRules: _, ...one }: ConnectionAddress, policyRules?: string[]): ConnectionAddress => ({
  ...one,
  ...(policyRules?.length ? { policyRules } : {}),
});

/** A connection that the policy no longer names becomes what it was. Of one that it had added, the addresses stay, because the person has given it a key for them. */
function letGo(one: ConnectionAddress, last: AppliedConnection, passwords: DefaultPasswords): ConnectionAddress {
  const set = without(last.set, ['analyticsUrl', ...(last.isAdded ? ['seoUrl'] : [])]);
  const { value } = applied(passwordless(one), { set, own: last.own }, {}, []);
  return withPolicyRules(withSeoAccount(one, withPassword(one, value, passwords)));
}

/**
 * Merges the connections of a policy into the stored ones: each changes the one with its address, or is added. Those that the
 * policy no longer names become what they were; one that it had added is removed, unless the person has given it a key, which
 * is there (`hasKey`) or was kept only until the browser closed.
 */
export function appliedConnections(
  { list, ...rest }: Connections,
  last: Record<string, AppliedConnection>,
  wanted: readonly PolicyConnection[],
  hasKey: (id: string) => boolean,
  passwords: DefaultPasswords,
): { value: Connections; connections: Record<string, AppliedConnection> } {
  const lastOf = (id: string) => (Object.hasOwn(last, id) ? last[id] : undefined);
  const pairs = paired(
    wanted,
    list,
    ({ name }, { id }) => lastOf(id) !== undefined && lastOf(id)?.set.name === name,
    (one, { name }) => one.name !== undefined && one.name === name,
    (_, { id }) => lastOf(id) !== undefined,
  );
  const done = wanted.map((one) => {
    const before = pairs.get(one);
    const start = before ?? { id: crypto.randomUUID(), analyticsUrl: one.analyticsUrl, account: crypto.randomUUID() };
    const fixed = [...(one.fixed ?? []), 'analyticsUrl', 'seoUrl'];
    const { value, set, own } = applied(
      passwordless(start),
      lastOf(start.id) ?? nothingApplied,
      storedForm(one),
      fixed,
    );
    const { isAdded = !before, account = start.account } = lastOf(start.id) ?? {};
    return {
      before,
      after: withPolicyRules(withSeoAccount(start, withPassword(start, value, passwords)), one.rules),
      connection: { set, own, fixed: fixed.filter((name) => name in set), isAdded, account },
    };
  });
  const changed = new Map(done.map(({ before, after }) => [before, after]));
  const kept = list.flatMap((one) => {
    const before = lastOf(one.id);
    if (changed.has(one) || !before) return changed.get(one) ?? one;
    const isPersons = !before.isAdded || hasKey(one.id) || one.account !== before.account;
    return isPersons ? letGo(one, before, passwords) : [];
  });
  const added = done.flatMap(({ before, after }) => (before ? [] : [after]));
  return {
    value: { ...rest, list: [...kept, ...added] },
    connections: Object.fromEntries(done.map(({ after, connection }) => [after.id, connection])),
  };
}
