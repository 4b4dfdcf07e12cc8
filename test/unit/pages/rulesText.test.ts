import { expect, test, vi } from 'vitest';
import { goesText, readRules, refusedText, sharedTexts } from '@/entrypoints/options/rulesText.ts';
import type { Connections } from '@/lib/storage/settings.ts';

vi.mock('@/lib/text/i18n.ts', () => ({
  t: (key: string, values: Record<string, unknown> = {}) =>
    [key.replace('options.', ''), ...Object.values(values)].join(' '),
}));

const one = (id: string, more: object = {}) => ({
  id,
  account: `${id}'s`,
  analyticsUrl: `https://${id}.example`,
  ...more,
});
const named = one('a', { name: 'Client A', rules: ['a.example', '*.client.example'] });
const all: Connections = { active: 'b', list: [named, one('b', { rules: ['*.client.example'] })] };

test.each<[string, string[], string | undefined]>([
  ['https://A.example/path\na.example', ['a.example'], undefined],
  ['a.example\nno*star\nnot a host', ['a.example'], 'rule_wildcard no*star *.example.com rule_not_a_host not a host'],
])('typed as %j', (text, rules, refused) => {
  const read = readRules(text);
  expect([read.rules, refusedText(read.refused)]).toEqual([rules, refused]);
});

test.each<[string, string[], string[]]>([
  ['a', ['a.example', '*.client.example'], ['rule_shared *.client.example b.example Client A']],
  ['b', ['*.client.example', 'other.example'], ['rule_shared *.client.example Client A Client A']],
])('the rules of %s that another has, too', (id, rules, said) => expect(sharedTexts(id, rules, all)).toEqual(said));

test.each<[string, string, string[]]>([
  ['shop.client.example', 'try_rule shop.client.example Client A 2', ["b's"]],
  ['known.example', 'try_known known.example Client A', ["a's"]],
])('where %s goes: %s', (host, said, knownAt) => expect(goesText(host, all, new Set(knownAt))).toBe(said));

test('nowhere, where nothing is connected', () => expect(goesText('a.example', { list: [] }, new Set())).toBe(''));
