import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { connectionFor, parsePattern, ruleFor, withRule } from '@/lib/connections/rules.ts';
import { forAny } from '../util/forAny.ts';

describe('what a person types is read as', () => {
  test.each([
    ['client.example', 'client.example'],
    ['  Client.Example ', 'client.example'],
    ['*.client.example', '*.client.example'],
    ['*.Bücher.example', '*.xn--bcher-kva.example'],
    ['https://shop.client.example/a?b#c', 'shop.client.example'],
    ['https://*.client.example/', '*.client.example'],
    ['HTTPS://*.Client.Example/', '*.client.example'],
    ['Http://client.example', 'client.example'],
    ['localhost:3000', 'localhost'],
    ['[::1]', '[::1]'],
    ['*', '*'],
  ])('%s -> %s', (text, pattern) => expect(parsePattern(text)).toEqual({ pattern }));

  test.each([
    ['', 'empty'],
    ['  ', 'empty'],
    ['client.*', 'wildcard'],
    ['*client.example', 'wildcard'],
    ['*.*.example', 'wildcard'],
    ['**', 'wildcard'],
    ['*.', 'not-a-host'],
    ['a b', 'not-a-host'],
    ['file:///etc', 'not-a-host'],
    ['a.example, b.example', 'not-a-host'],
    ['client..example', 'not-a-host'],
  ])('%s is refused: %s', (text, refused) => expect(parsePattern(text)).toEqual({ refused }));
});

const connection = (id: string, ...rules: string[]) => ({
  id,
  rules,
  analyticsUrl: `https://${id}.example`,
  account: `account-${id}`,
});
const list = [
  connection('a', '*', 'same.example'),
  connection('b', '*.client.example', 'same.example', '*.deep.client.example'),
  connection('c', 'shop.client.example'),
];

test.each([
  ['shop.client.example', 'c', 'shop.client.example', 0],
  ['other.client.example', 'b', '*.client.example', 0],
  ['client.example', 'b', '*.client.example', 0],
  ['a.b.deep.client.example', 'b', '*.deep.client.example', 2],
  ['notclient.example', 'a', '*', 0],
  ['client.example.net', 'a', '*', 0],
  ['same.example', 'a', 'same.example', 1],
])('%s goes to %s by %s', (host, id, pattern, index) =>
  expect(ruleFor(host, { list })).toEqual({ connection: expect.objectContaining({ id }), pattern, index }),
);

test.each<[string, string[] | undefined, string[] | undefined, string]>([
  // the policy's rules in the first and in the second of two connections with the rule
  ['the first', undefined, undefined, 'a'],
  ['the policy’s', undefined, ['same.example'], 'b'],
  ['the first of a policy', ['same.example'], ['same.example'], 'a'],
  ['the first, where the policy has another rule there', undefined, ['*.client.example'], 'a'],
])('of equal rules %s counts', (_which, first, second, id) => {
  const [one, other] = [connection('a', '*', 'same.example'), connection('b', 'same.example', '*.client.example')];
  const all = [
    { ...one, ...(first && { policyRules: first }) },
    { ...other, ...(second && { policyRules: second }) },
  ];
  expect(ruleFor('same.example', { list: all })?.connection.id).toBe(id);
});

test('a rule of the policy that the person has removed decides nothing', () => {
  const all = [{ ...connection('a', 'x.example'), policyRules: ['same.example'] }, connection('b', 'same.example')];
  expect(ruleFor('same.example', { list: all })?.connection.id).toBe('b');
});

describe('of any rules', () => {
  /** How closely a pattern names a host: 0 where it does not, and the more the longer its name is. */
  function closeness(pattern: string, host: string): number {
    if (pattern === '*') return 1;
    if (pattern === host) return Number.POSITIVE_INFINITY;
    const name = pattern.slice(2);
    return pattern.startsWith('*.') && (host === name || host.endsWith(`.${name}`)) ? pattern.length : 0;
  }
  /** One rule after another. */
  function slowRuleFor(host: string, all: ReturnType<typeof connection>[]) {
    const rules = all.flatMap((one) => one.rules.map((pattern, index) => ({ connection: one, pattern, index })));
    const closest = Math.max(0, ...rules.map(({ pattern }) => closeness(pattern, host)));
    return closest ? rules.find(({ pattern }) => closeness(pattern, host) === closest) : undefined;
  }
  const host = fc
    .array(fc.constantFrom('a', 'b', 'xn--c', '1'), { minLength: 1, maxLength: 4 })
    .map((all) => all.join('.'));
  const pattern = fc.oneof(
    host,
    host.map((name) => `*.${name}`),
    fc.constant('*'),
  );

  test('the same decides as where each is tried', () =>
    forAny([fc.array(fc.array(pattern, { maxLength: 6 }), { maxLength: 4 }), host], (rules, name) => {
      const all = rules.map((own, index) => connection(`${index}`, ...own));
      expect(ruleFor(name, { list: all })).toEqual(slowRuleFor(name, all));
    }));
});

test('without a rule for it there is none', () => {
  expect(ruleFor('example.net', { list: list.slice(1) })).toBeUndefined();
  expect(ruleFor('example.net', { list: [] })).toBeUndefined();
});

describe('a host without a rule goes', () => {
  const rest = { list: list.slice(1), active: 'c' };
  test.each([
    ['to the connection used last', rest, [], 'c'],
    ['to the first, where none was used', { list: rest.list }, [], 'b'],
    ['where it is known', rest, ['account-b'], 'b'],
    ['where it is known, to the one used last of several', rest, ['account-b', 'account-c'], 'c'],
    ['nowhere, where nothing is connected', { list: [] }, ['account-b'], undefined],
  ])('%s', (_, connections, known, id) =>
    expect(connectionFor('example.net', connections, new Set(known))?.id).toBe(id),
  );
  test('where it is known, but a rule says otherwise: by the rule', () =>
    expect(connectionFor('shop.client.example', rest, new Set(['account-b']))?.id).toBe('c'));
});

const shop = 'shop.client.example';
test.each<[string, string, string, Record<string, string[] | undefined>]>([
  ['a new host', 'new.example', 'c', { c: ['shop.client.example', 'new.example'] }],
  ['one of another', shop, 'a', { a: ['*', 'same.example', shop], c: undefined }],
  ['its own', 'same.example', 'b', { a: ['*'], b: ['*.client.example', '*.deep.client.example', 'same.example'] }],
  ['one below a pattern', 'other.client.example', 'a', { a: ['*', 'same.example', 'other.client.example'] }],
])('a rule for %s goes to the connection, and only there', (_what, host, id, changed) => {
  const after = withRule({ active: 'b', list }, id, host);
  expect(after).toMatchObject({ active: 'b', list: list.map((one) => ({ id: one.id, account: one.account })) });
  expect(ruleFor(host, after)?.connection.id).toBe(id);
  for (const one of list) {
    const rules = after.list.find((other) => other.id === one.id)?.rules;
    expect(rules).toEqual(one.id in changed ? changed[one.id] : one.rules);
  }
});
