import { beforeEach, expect, test } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer } from '@/lib/messages/ask.ts';
import type { DamagedPart, SettingsPart } from '@/lib/storage/damagedParts.ts';
import { goodStorage, goodValue, storedAs } from '../data/stored/settings.ts';
import { askAsPage } from './ask.ts';

const ask = (name: string, input: object) => askAsPage(name, input) as Promise<Answer<DamagedPart[]>>;
const damagedNow = async () => {
  const answer = await ask('settings.damaged', {});
  return answer.ok ? answer.value : answer.problem;
};
const stored = async (key: string) => (await browser.storage.local.get(key))[key] as { value: unknown } & object;

type Row = [part: SettingsPart, key: string, damaged: unknown, places: string[], rest: unknown];
const good = (key: string) => goodValue({ key, area: 'local' });
const { list } = good('connections') as { list: { id: string; name: string }[] };
const [main, other] = list as [object, object];
const keys = good('keys') as Record<string, object>;
const policy = good('policy') as Record<string, object>;

const otherName = 'Other https://other.example';
const ofConnections = (damaged: unknown[], places: string[], rest: object[]): Row => [
  'connections',
  'connections',
  { list: damaged },
  places,
  { list: rest },
];

const rows: Row[] = [
  ['connections', 'connections', 'x', [], { list: [] }],
  ofConnections([{ ...main, analyticsUrl: 'htp:/stats' }, other], ['Mine htp:/stats'], [other]),
  ofConnections([main, null, 7], ['[1]', '[2]'], [main]),
  ofConnections([main, { ...other, id: 'a b' }], [otherName], [main]),
  ofConnections(
    [{ ...other, rules: 7, seoUrl: 'x' }],
    [`${otherName} seoUrl`, `${otherName} rules`],
    [{ ...other, rules: undefined, seoUrl: undefined, seoAccount: undefined }],
  ),
  ofConnections([main, { ...other, id: 'main' }], [otherName], [main]),
  ['defaults', 'defaults', 7, [], undefined],
  ['preferences', 'preferences', [], [], undefined],
  ['presets', 'presets', [{ name: 'A' }, {}], [], [expect.objectContaining({ name: 'A' })]],
  ['keys', 'keys', { ...keys, 'other:analytics': { key: 'made-up-key-0007', origin: 'x' } }, [], keys],
  ['keys', 'keys', 'made-up-key-0008', [], {}],
  ['passwords', 'defaultPasswords', { main: 7, other: 'made-up' }, [], { other: 'made-up' }],
  ['passwords', 'defaultPassword', {}, [], ''],
  ['policy', 'policy', { ...policy, connections: { main: 7 } }, [], expect.objectContaining({ connections: {} })],
  ['audits', 'auditRepeats', [{}, ...(good('auditRepeats') as object[])], [], good('auditRepeats')],
];

beforeEach(async () => {
  await browser.storage.local.set(goodStorage('local'));
  Object.assign(fakeBrowser, { permissions: { contains: async () => true, remove: async () => true } });
});

test('where all is well, no part is named', async () => expect(await damagedNow()).toEqual([]));

test.each([
  ['of a kind that only a newer Waymark knows', { kind: 'another' }],
  ['with an empty list of rules', { rules: [] }],
])('a connection %s is no damage', async (_name, part) => {
  await browser.storage.local.set(storedAs('connections', { list: [{ ...main, ...part }] }));
  expect(await damagedNow()).toEqual([]);
});

test('nothing stored at all is no damage', async () => {
  await browser.storage.local.clear();
  expect(await damagedNow()).toEqual([]);
});

test('what a newer Waymark wrote is no damage, and is not reset', async () => {
  const newer = { version: 99, value: {} };
  await browser.storage.local.set({ connections: newer });
  expect(await damagedNow()).toEqual([]);
  expect(await ask('settings.reset', { part: 'connections' })).toMatchObject({ problem: { code: 'newer-settings' } });
  expect(await stored('connections')).toEqual(newer);
});

test.each(rows)(
  '%s: %s is named until it is reset, and the rest stays (%#)',
  async (part, key, damaged, places, rest) => {
    const before = await browser.storage.local.get();
    await browser.storage.local.set(storedAs(key, damaged));
    expect(await damagedNow()).toEqual([{ part, places }]);
    expect(await ask('settings.reset', { part })).toEqual({ ok: true, value: [] });
    if (rest !== undefined) expect((await stored(key)).value).toEqual(rest);
    const { [key]: _, ...others } = before;
    // A connection goes with its keys, and what a policy had set with it.
    if (!['connections', 'policy'].includes(part))
      expect(await browser.storage.local.get(Object.keys(others))).toEqual(others);
  },
);

const toOther: [string, object] = ['connection.rule', { connection: 'other', host: 'a.example' }];
test.each<[part: SettingsPart, key: string, damaged: unknown, write: [string, object]]>([
  ['connections', 'connections', { list: [null, other] }, toOther],
  ['connections', 'connections', 'x', ['keys.forget', { connection: 'main', service: 'analytics' }]],
  ['defaults', 'defaults', 'x', ['keys.defaultPassword', { password: 'made-up' }]],
])('%s: what cannot be read outlives a write until it is reset (%#)', async (part, key, damaged, [name, input]) => {
  await browser.storage.local.set(storedAs(key, damaged));
  const named = await damagedNow();
  for (const _twice of [1, 2]) expect(await askAsPage(name, input)).toMatchObject({ ok: true });
  expect([named, await damagedNow()]).toEqual([[expect.objectContaining({ part })], named]);
  const left = part === 'connections' && typeof damaged === 'object' ? null : damaged;
  expect(await stored(key)).toMatchObject({ unread: [{ value: left }] });
  await ask('settings.reset', { part });
  expect([await damagedNow(), 'unread' in (await stored(key))]).toEqual([[], false]);
});

test('damaged keys are not stored a second time', async () => {
  await browser.storage.local.set(storedAs('keys', { ...keys, 'other:analytics': { key: 'made-up-key-0007' } }));
  await askAsPage('keys.forget', { connection: 'main', service: 'analytics' });
  expect(JSON.stringify(await browser.storage.local.get())).not.toContain('made-up-key-0007');
});

test('the keys of a connection that cannot be read go as it is reset', async () => {
  await browser.storage.local.set(storedAs('connections', { list: [null, other] }));
  await ask('settings.reset', { part: 'connections' });
  expect(JSON.stringify(await browser.storage.local.get('keys'))).not.toContain('main:');
});
