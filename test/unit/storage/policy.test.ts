import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DefaultPasswords, PolicyConnection } from '@/lib/storage/policy.ts';
import { applied, appliedConnections, readPolicy } from '@/lib/storage/policy.ts';
import { fixedNames, fixedOf, policyInForce } from '@/lib/storage/policyInForce.ts';
import { policySchema } from '@/lib/storage/policySchema.ts';
import { type ConnectionAddress, defaults } from '@/lib/storage/settings.ts';

const one = (more: object) => ({ connections: [{ analyticsUrl: 'https://a.example', ...more }] });
const many = Array.from({ length: 201 }, (_, at) => ({ analyticsUrl: `https://${at}.example` }));
const settings = expect.stringContaining('"badge"');
const own = '"name" | "rules" | "defaults" | "templates"';
const ours = (name: string) => ({ analyticsUrl: 'https://a.example', name });
test.each<[string, unknown, place: string, reason: string, wanted?: string]>([
  ['a key', one({ apiKey: 'x' }), 'connections[0].apiKey', 'unknown'],
  ['an address', one({ analyticsUrl: 'http://a.example' }), 'connections[0].analyticsUrl', 'address'],
  ['a rule', one({ rules: ['*x'] }), 'connections[0].rules[0]', 'rule'],
  ['what is found out', one({ kind: 'umami' }), 'connections[0].kind', 'unknown'],
  ['an address that is fixed', one({ fixed: ['seoUrl'] }), 'connections[0].fixed[0]', 'expected', own],
  ['what is found out and fixed', one({ fixed: ['account'] }), 'connections[0].fixed[0]', 'expected', own],
  ['one account twice', { connections: [ours('A'), ours('B'), ours('A')] }, 'connections[2]', 'twice'],
  ['what is fixed', { fixed: ['colour'] }, 'fixed[0]', 'expected', settings],
  ['a permission', { preferences: { badge: true, notifications: false } }, 'preferences.badge', 'value'],
  ['more connections than anybody has', { connections: many }, 'connections', 'size'],
  ['no object', 5, '', 'expected', 'object'],
])('%s in a policy is a fault', (_name, policy, place, reason, wanted) =>
  expect(readPolicy(policy).faults).toEqual([{ place, reason, wanted }]),
);

test('a policy of nothing has none', () => expect(readPolicy({}).faults).toEqual([]));

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}
/** What of a policy a browser passes on. */
function passed(value: unknown, { properties, items = {} }: Schema): unknown {
  if (Array.isArray(value)) return value.map((one) => passed(one, items));
  if (!properties) return value;
  const kept = Object.entries(Object(value)).filter(([name]) => properties[name]);
  return Object.fromEntries(kept.map(([name, one]) => [name, passed(one, properties[name] as Schema)]));
}

test('the examples of the guide have no mistake', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../assets/guide/policy.md'), 'utf8');
  const examples = [...guide.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => JSON.parse(text));
  const policies = examples.flatMap(({ policies, ...rest }) => {
    const extensions = policies?.['3rdparty'].Extensions ?? rest['3rdparty'].extensions;
    return Object.values(extensions);
  });
  expect(policies).toHaveLength(2);
  for (const policy of policies) {
    const { policy: read, faults } = readPolicy(policy);
    expect(faults).toEqual([]);
    expect(read).toEqual(policy);
    // Chromium drops what the schema lacks.
    expect(passed(policy, policySchema)).toEqual(policy);
  }
});

test('the schema has a type for each part, as Chromium demands', () => {
  const check = ({ type, properties = {}, items }: Schema): void => {
    expect(type).toMatch(/^(object|array|string|integer|boolean)$/);
    for (const one of Object.values(properties)) check(one);
    if (type === 'array') check(items ?? {});
  };
  check(policySchema);
});

const nothing = { set: {}, own: {} };
const once = { set: { a: 2 }, own: { a: 1 } };
const steps: [string, object, Parameters<typeof applied>[1], object, string[], object, object][] = [
  // what is there, what was set and stood there before, what is set now, what of it is fixed: what is there then, what stood there
  ['first', { a: 1 }, nothing, { a: 2 }, [], { a: 2 }, { a: 1 }],
  ['beside others', { a: 1, b: 1 }, nothing, { a: 2 }, ['a'], { a: 2, b: 1 }, { a: 1 }],
  ['what the person has changed since', { a: 3 }, once, { a: 2 }, [], { a: 3 }, { a: 1 }],
  ['the same, fixed since', { a: 3 }, once, { a: 2 }, ['a'], { a: 2 }, { a: 3 }],
  ['the same, fixed as before', { a: 3 }, { ...once, fixed: ['a'] }, { a: 2 }, ['a'], { a: 2 }, { a: 1 }],
  ['another value', { a: 2 }, once, { a: 4 }, [], { a: 4 }, { a: 1 }],
  ['another value over a changed one', { a: 3 }, once, { a: 4 }, [], { a: 4 }, { a: 3 }],
  ['gone', { a: 2 }, once, {}, [], { a: 1 }, {}],
  ['gone over a changed one', { a: 3 }, once, {}, [], { a: 3 }, {}],
  ['gone where there was nothing', { a: 2 }, { set: { a: 2 }, own: {} }, {}, [], {}, {}],
  ['an empty list, gone', {}, { set: { a: [] }, own: { a: ['x'] } }, {}, [], { a: ['x'] }, {}],
  ['gone over a list that the person has emptied', {}, { set: { a: [1] }, own: { a: [2] } }, {}, [], { a: [2] }, {}],
  ['lists', { a: ['x'] }, { set: { a: ['x'] }, own: { a: [] } }, {}, [], { a: [] }, {}],
];
test.each(steps)('a field that is set: %s', (_name, before, last, set, fixed, value, own) => {
  expect(applied(before, last, set as Record<string, unknown>, fixed)).toEqual({ value, set, own });
});

describe('connections', () => {
  const own: ConnectionAddress = { id: 'main', name: 'Mine', analyticsUrl: 'https://a.example', account: 'account' };
  const org: PolicyConnection = {
    name: 'Ours',
    analyticsUrl: 'https://a.example',
    rules: ['*.ours.example'],
    defaults: { privacy: 2 },
    templates: { accountUrl: '{base_url}/keys' },
    seoUrl: 'https://seo.example',
    fixed: ['rules'],
  };
  const stored = {
    name: 'Ours',
    analyticsUrl: 'https://a.example',
    rules: ['*.ours.example'],
    policyRules: ['*.ours.example'],
    defaults: { ...defaults.fallback, privacy: 2 },
    templates: { statisticsUrl: '', trackingCode: '', accountUrl: '{base_url}/keys' },
    seoUrl: 'https://seo.example',
    seoAccount: expect.any(String),
  };
  type Kept = ReturnType<typeof appliedConnections>;
  const begin = (list: ConnectionAddress[] = []): Kept => ({ value: { list }, connections: {} });
  const none: DefaultPasswords = { common: false, own: {} };
  const then = ({ value, connections }: Kept, wanted: PolicyConnection[], keyed = false, passwords = none) =>
    appliedConnections(value, connections, wanted, () => keyed, passwords);
  const listOf = ({ value }: Kept) => value.list;

  test('are added, the same whenever it is applied again, and gone with the policy', () => {
    const once = then(begin(), [org]);
    expect(listOf(once)).toEqual([{ id: expect.any(String), account: expect.any(String), ...stored }]);
    expect(then(once, [org])).toEqual(once);
    expect(then(once, [])).toEqual(begin());
  });

  const gone: [string, PolicyConnection[], object, object[]][] = [
    // what the policy names next, what the person has changed in it: the connections then
    ['goes', [], {}, [{}]],
    ['goes, with a name of the person’s', [], { name: 'Mine' }, [{ name: 'Mine' }]],
    ['names another address', [{ ...org, analyticsUrl: 'https://b.example' }], {}, [{}, { name: 'Ours' }]],
  ];
  test.each(gone)('one that was given a key keeps its addresses, account and id where the policy %s', (...row) => {
    const [, next, changed, after] = row;
    const once = then(begin(), [org]);
    const [one] = listOf(once) as [ConnectionAddress];
    const { id, account, analyticsUrl, seoUrl, seoAccount } = one;
    const bare = { id, account, analyticsUrl, seoUrl, seoAccount };
    const list = listOf(then({ ...once, value: { list: [{ ...one, ...changed }] } }, next, true));
    expect(list).toMatchObject(after);
    expect(list[0]).toEqual({ ...bare, ...changed });
  });

  test('only rules of the policy are noted as its own, as long as it has them', () => {
    const rulesOf = (kept: Kept) => listOf(kept).map(({ rules, policyRules }) => [rules, policyRules]);
    const once = then(begin([{ ...own, rules: ['*'] }]), [org]);
    expect(rulesOf(once)).toEqual([[org.rules, org.rules]]);
    const { rules: _, ...ruleless } = org;
    expect(rulesOf(then(once, [ruleless]))).toEqual([[['*'], undefined]]);
    expect(rulesOf(then(once, []))).toEqual([[['*'], undefined]]);
  });

  test('take the place of one with their address, which keeps its account, and come back from it', () => {
    const once = then(begin([own]), [org]);
    expect(listOf(once)).toEqual([{ id: 'main', account: 'account', ...stored }]);
    expect(then(once, [])).toEqual(begin([own]));
  });

  test('what the person has added beside them stays', () => {
    const once = then(begin(), [org]);
    const other = { ...own, id: 'other', analyticsUrl: 'https://other.example' };
    const both = { ...once, value: { list: [...listOf(once), other] } };
    expect(listOf(then(both, [{ ...org, rules: ['*'] }]))).toMatchObject([{ rules: ['*'] }, other]);
    expect(listOf(then(both, []))).toEqual([other]);
  });

  test('what is not fixed may be changed, and what is fixed becomes what it was', () => {
    const once = then(begin(), [org]);
    const [one] = listOf(once);
    const changed = { ...one, name: 'Renamed', rules: ['x.example'] } as ConnectionAddress;
    expect(listOf(then({ ...once, value: { list: [changed] } }, [org]))).toMatchObject([
      { name: 'Renamed', rules: ['*.ours.example'] },
    ]);
  });

  test('two accounts at one address are told apart by their names', () => {
    const [first, second] = [org, { ...org, name: 'Second' }];
    const once = then(begin(), [first, second]);
    expect(listOf(then(once, [second, first]))).toEqual(listOf(once));
  });

  const ours = (...names: string[]) =>
    names.map((name) => ({ analyticsUrl: own.analyticsUrl, name, rules: [`${name.toLowerCase()}.example`] }));
  const named = (...names: string[]) =>
    names.map((name) => ({ ...own, id: `id of ${name}`, name, account: `account of ${name}` }));
  const pairs: [string, string[], string[], string[], Record<string, string>][] = [
    // the names here, those set then, those set now: which account each connection is of
    ['that with the name, not the first', ['A', 'B'], ['B'], ['B'], { A: 'A', B: 'B' }],
    ['that with the name, however many come before', ['A', 'B'], ['C', 'B', 'A'], ['C', 'B', 'A'], { A: 'A', B: 'B' }],
    ['another name takes what is left', ['A', 'B'], ['A', 'B'], ['C', 'B'], { C: 'A', B: 'B' }],
    ['another name takes what was set, not the person’s own', ['Mine', 'A'], ['A'], ['C'], { Mine: 'Mine', C: 'A' }],
  ];
  test.each(pairs)('of several accounts at one address: %s', (_name, here, first, second, accounts) => {
    const list = listOf(then(then(begin(named(...here)), ours(...first)), ours(...second)));
    const found = list.filter(({ id }) => id.startsWith('id of')).map(({ name, account }) => [name, account]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(accounts).map(([name, from]) => [name, `account of ${from}`])),
    );
  });

  test('a default password is no change of the defaults, and outlives the policy with them', () => {
    const once = then(begin([own]), [org]);
    const [before] = listOf(once);
    const withPassword = { ...defaults.fallback, ...before?.defaults, privacy: 0 as const, hasPassword: true };
    const changed = { ...once, value: { list: [{ ...own, ...before, defaults: withPassword }] } };
    const passwords = { common: false, own: { main: 'made-up-password' } };
    const again = then(changed, [org], false, passwords);
    expect(listOf(again)[0]?.defaults).toEqual(withPassword);
    expect(JSON.stringify(again.connections)).not.toMatch(/hasPassword|made-up/);
    const next = then(again, [{ ...org, defaults: { privacy: 1 } }], false, passwords);
    expect(listOf(next)[0]?.defaults).toMatchObject({ privacy: 1, hasPassword: true });
    expect(listOf(then(next, [], false, passwords))[0]?.defaults).toMatchObject({ hasPassword: true });
  });

  test.each(['__proto__', 'constructor'])('one with the id %s is like any other', (id) => {
    const once = then(begin([{ ...own, id }]), [org]);
    expect(then(once, [org])).toEqual(once);
    expect(then(once, [])).toEqual(begin([{ ...own, id }]));
  });

  test('only what is set can be fixed', () => {
    const once = then(begin(), [{ analyticsUrl: own.analyticsUrl, fixed: ['rules'] }]);
    const [one] = listOf(once);
    const inForce = { faults: [], fixed: [], preferences: nothing, connections: once.connections };
    expect(fixedOf(inForce, one?.id)).toEqual(['analyticsUrl']);
    expect(fixedOf(inForce, 'constructor')).toEqual([]);
  });

  test('another SEO service is another account', () => {
    const once = then(begin(), [org]);
    const next = then(once, [{ ...org, seoUrl: 'https://new.example' }]);
    expect(listOf(next)[0]?.seoAccount).not.toBe(listOf(once)[0]?.seoAccount);
  });
});

describe('what an organisation has fixed', () => {
  const set = (...fixed: string[]) => ({ set: {}, own: {}, fixed, isAdded: true });
  const connections = { p: set('name'), t: set('templates'), e: set() };
  const policy = { ...policyInForce.fallback, fixed: ['badge'], connections } as never;
  test.each<[string, id: string | undefined, fixed: string[]]>([
    ['of all connections', undefined, ['badge']],
    ['of one', 'p', ['badge', 'name', 'connection']],
    ['of the pages of one', 't', ['badge', 'templates', 'statisticsUrl', 'trackingCode', 'accountUrl', 'connection']],
    ['nothing of one that it sets', 'e', ['badge', 'connection']],
    ['nothing of one of the person', 'mine', ['badge']],
    ['nothing of one with the name of a property', 'constructor', ['badge']],
  ])('%s', (_what, id, fixed) => {
    expect([...fixedNames(policy, id)]).toEqual(fixed);
  });
});
