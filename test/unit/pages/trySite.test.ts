import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useTrySite } from '@/entrypoints/options/connection/useTrySite.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import type { ConnectionAddress, Connections } from '@/lib/storage/settings.ts';
import { does, hooked, ok, openPage, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

/** Each look, as it was asked for; ends when the test says so. */
const looks = vi.hoisted(() => [] as { host: string; all: object; found: (known: unknown) => void }[]);
vi.mock('@/lib/connections/belonging.ts', () => ({
  belonging: (host: string, all: object) =>
    new Promise((resolve) => looks.push({ host, all, found: (known) => resolve({ known }) })),
}));

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const [a, b] = [connectionOf('a'), connectionOf('b', { rules: ['shop.example'] })];
const texts: Record<string, string> = {
  language: 'en',
  options_try_known: '{host} known at {name}',
  options_try_last: '{host} goes to {name}',
  options_try_rule: '{host} goes to {name} by rule {number}',
  options_rule_not_a_host: 'no host: {rule}',
};

beforeEach(() => {
  openPage();
  looks.length = 0;
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) => texts[name] ?? name) as never);
});

async function typing(hostChoice: HostChoice = 'seen') {
  let [typed, all] = ['', { list: [a, b] } as Connections];
  const hook = await hooked((given: Connections) => useTrySite(given, typed, hostChoice), all);
  const type = (text: string) => {
    typed = text;
    all = { ...all };
    return hook.show(all);
  };
  const found = async (at: number, connection?: ConnectionAddress) => {
    await does(() => looks[at]?.found(connection && { connection, site: { host: looks[at].host } }));
  };
  return { ...hook, type, found, said: () => hook.now() };
}

test('where a typed site goes is told before it was looked up, and then where it is known', async () => {
  const { type, found, said } = await typing();
  await type('known.example');
  expect(said()).toBe('known.example goes to a.example');
  await found(0, b);
  expect(said()).toBe('known.example known at b.example');
});

test('what is known of one site says nothing of the next, while that is looked up or where it is not known', async () => {
  const { type, found, said } = await typing();
  await type('known.example');
  await found(0, b);
  await type('next.example');
  expect(said()).toBe('next.example goes to a.example');
  await found(1);
  expect(said()).toBe('next.example goes to a.example');
});

test('a look that ends after the next one has is too late', async () => {
  const { type, found, said } = await typing();
  await type('slow.example');
  await type('known.example');
  await found(1, b);
  await found(0, a);
  expect(said()).toBe('known.example known at b.example');
});

test.each<[string, typed: string, choice: HostChoice, ConnectionAddress | undefined, said: string]>([
  ['without www.', 'www.shop.example', 'bare', undefined, 'shop.example goes to b.example by rule 1'],
  ['by its domain', 'blog.shop.example', 'registrable', undefined, 'shop.example goes to b.example by rule 1'],
  ['as it is seen', 'www.shop.example', 'seen', undefined, 'www.shop.example goes to a.example'],
  ['by its domain, but is known', 'blog.shop.example', 'registrable', a, 'blog.shop.example known at a.example'],
])(
  'of a site that would be registered %s, where it is registered is told',
  async (_what, host, choice, known, text) => {
    worker.answers['site.suffixes'] = () => ok([{ registrable: 'shop.example' }]);
    const { type, found, said } = await typing(choice);
    await type(host);
    await found(0, known);
    await found(1);
    expect(said()).toBe(text);
  },
);

test.each<[string, typed: string, said: string]>([
  ['nothing', '', ''],
  ['blanks', '  ', ''],
  ['no host', ' a b ', 'no host: a b'],
])('%s is not looked up', async (_what, text, text_) => {
  const { type, said } = await typing();
  await type(text);
  expect([said(), looks]).toEqual([text_, []]);
});
