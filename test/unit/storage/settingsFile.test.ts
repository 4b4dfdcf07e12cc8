import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kind, traits } from '@/lib/services/traits.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import type { Preset } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, defaults, preferences } from '@/lib/storage/settings.ts';
import { merged, planned, readSettingsFile, type Settings, settingsFile } from '@/lib/storage/settingsFile.ts';
import { forAny } from '../util/forAny.ts';

const client: ConnectionAddress = {
  id: 'main',
  name: 'Client A',
  rules: ['*.client-a.example'],
  analyticsUrl: 'https://stats.example',
  account: 'account-of-a',
  kind: 'umami',
  seoUrl: 'https://seo.example/path',
  seoAccount: 'seo-account-of-a',
};
const { hasPassword: _, ...fields } = defaults.fallback;
const preset: Preset = { ...fields, name: 'Shops', password: 'each' };

const settings = ({ list = [client], ...part }: Partial<Settings> & { list?: ConnectionAddress[] } = {}): Settings => ({
  connections: { active: 'main', list },
  defaults: { ...defaults.fallback, hasPassword: true },
  presets: [preset],
  preferences: preferences.fallback,
  ...part,
});
const nothing = settings({ list: [], presets: [] });

const fileOf = (contents: object) => JSON.stringify({ waymark: 'settings', version: 1, ...contents });

/** What is left to read of a file, which must be one. */
function read(text: string) {
  const found = readSettingsFile(text);
  if ('refused' in found) throw new Error(found.refused);
  return found;
}

const mergedText = (text: string, here: Settings): Settings => merged(here, read(text).contents);

const choices = '"seen" | "bare" | "registrable"';

describe('the file', () => {
  test('has all that was chosen and nothing that is secret', () => {
    const { text } = settingsFile(settings(), '1.2.3');
    const { account: _account, seoAccount: _seoAccount, ...told } = client;
    expect(JSON.parse(text)).toEqual({
      waymark: 'settings',
      version: 1,
      release: '1.2.3',
      connections: [told],
      defaults: fields,
      presets: [preset],
      preferences: preferences.fallback,
    });
    expect(text).not.toMatch(/account-of|hasPassword/);
  });

  test.each(Object.keys(traits) as Kind[])('a connection of the kind %s goes to another browser as it is', (kind) => {
    const { text, faults } = settingsFile(settings({ list: [{ ...client, kind }] }), '1.2.3');
    const { account: _account, seoAccount: _seoAccount, id: _id, ...same } = { ...client, kind };
    expect(mergedText(text, nothing).connections.list).toEqual([expect.objectContaining(same)]);
    expect(faults).toEqual([]);
    expect(read(text).faults).toEqual([]);
  });

  const long = 'x'.repeat(1001);
  const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
  const left: [string, Parameters<typeof settings>[0], places: string[]][] = [
    ['nothing of what is secret or found out', {}, []],
    ['a long name', { list: [{ ...client, name: long }] }, ['connections[0].name']],
    ['what is too many', { presets: many(1001, (at) => ({ ...preset, name: `${at}` })) }, ['presets']],
    ['too many rules', { list: [{ ...client, rules: many(1001, (at) => `${at}.example`) }] }, ['connections[0].rules']],
    ['too many connections', { list: many(201, (at) => ({ ...client, id: `${at}` })) }, ['connections']],
  ];
  test.each(left)('leaves out, and says so: %s', (_name, part, places) =>
    expect(settingsFile(settings(part), '1.2.3').faults).toEqual(places.map((place) => ({ place, reason: 'size' }))),
  );

  const refused: [string, string, object][] = [
    ['no JSON', 'a,b', { refused: 'not-json' }],
    ['nothing', '', { refused: 'not-json' }],
    ['JSON of something else', '{"name":"x"}', { refused: 'not-settings' }],
    ['a list', '[]', { refused: 'not-settings' }],
    ['null', 'null', { refused: 'not-settings' }],
    ['no version', '{"waymark":"settings"}', { refused: 'not-settings' }],
    ['a newer one', fileOf({ version: 2, release: '9.0.0' }), { refused: 'newer', release: '9.0.0' }],
    ['a newer one that does not say whose', fileOf({ version: 2 }), { refused: 'newer' }],
  ];
  test.each(refused)('%s is refused', (_name, text, why) => expect(readSettingsFile(text)).toEqual(why));

  const numbered = (at: number) => ({ analyticsUrl: `https://${at}.example` });
  const one = (more: object) => ({ connections: [{ ...numbered(0), ...more }] });
  const faults: [string, object, place: string, reason: string, wanted?: string][] = [
    ['an address', one({ analyticsUrl: 'nowhere at all' }), 'connections[0].analyticsUrl', 'address'],
    ['a missing address', one({ analyticsUrl: undefined }), 'connections[0].analyticsUrl', 'missing'],
    ['a key', one({ apiKey: 'secret' }), 'connections[0].apiKey', 'unknown'],
    ['what is found out', one({ policyRules: ['*'] }), 'connections[0].policyRules', 'unknown'],
    ['what a policy says', { preferences: { fixedTemplates: [] } }, 'preferences.fixedTemplates', 'unknown'],
    ['a long unknown name', { [long]: 1 }, `${long.slice(0, 60)}…`, 'unknown'],
    ['a rule', one({ rules: ['a.*'] }), 'connections[0].rules[0]', 'rule'],
    ['an id', one({ id: '../x' }), 'connections[0].id', 'value'],
    ['an id twice', { connections: many(2, (at) => ({ id: '1', ...numbered(at) })) }, 'connections[1]', 'twice'],
    ['more than anybody has', { connections: many(201, numbered) }, 'connections', 'size'],
    ['no list', { connections: {} }, 'connections', 'expected', 'array'],
    ['no text', { presets: [{ name: 5 }] }, 'presets[0].name', 'expected', 'string'],
    ['a choice', { preferences: { hostChoice: 'all' } }, 'preferences.hostChoice', 'expected', choices],
    ['a switch', { preferences: { badge: 'yes' } }, 'preferences.badge', 'expected', 'boolean'],
    ['a template', { preferences: { statisticsUrl: 'javascript:1' } }, 'preferences.statisticsUrl', 'template'],
    [
      'code without end',
      { preferences: { trackingCode: '{base_url}'.padEnd(10_001) } },
      'preferences.trackingCode',
      'template',
    ],
    ['a long name', { presets: [{ name: long }] }, 'presets[0].name', 'size'],
    ['an own default', one({ defaults: { email: true } }), 'connections[0].defaults.email', 'expected', '0 | 1'],
    ['a default', { defaults: { privacy: 3 } }, 'defaults.privacy', 'expected', '0 | 1 | 2'],
    ['an unknown setting', { colour: 'red' }, 'colour', 'unknown'],
    ['a name of every object', { preferences: { constructor: 1 } }, 'preferences.constructor', 'unknown'],
  ];
  test.each(faults)('%s that is wrong is named with its place', (_name, contents, place, reason, wanted) => {
    const text = fileOf({ ...contents, ...('defaults' in contents ? {} : { defaults: { email: 1 } }) });
    const found = read(text);
    expect(found.faults).toEqual([{ place, reason, wanted }]);
    expect(JSON.stringify(found)).not.toContain('secret');
    // The rest can be used.
    if (!('defaults' in contents)) expect(found.contents.defaults).toEqual({ email: 1 });
  });
});

const stats = 'https://stats.example';
const at = (analyticsUrl: string, id: string, more: object = {}) => ({ id, analyticsUrl, account: id, ...more });
const added = (analyticsUrl: string, more: object = {}) => ({
  id: expect.stringMatching(/^[\w-]{36}$/),
  analyticsUrl,
  account: expect.any(String),
  ...more,
});
const [b, c] = ['https://b.example', 'https://c.example'];
const own = { defaults: { privacy: 2 }, templates: { accountUrl: 'https://a.example' } };
const wholeOwn = {
  defaults: { ...defaults.fallback, privacy: 2, hasPassword: true },
  templates: { statisticsUrl: '', trackingCode: '', accountUrl: 'https://a.example' },
};
const clientB = { ...client, id: 'b', name: 'Client B' };
const newSeo = { seoUrl: c, seoAccount: expect.not.stringContaining('seo-account') };

const renamed = { id: 'other', name: 'A', analyticsUrl: `${stats}/`, kind: 'matomo' };
const ofTwoNames = ['New', 'Client A'].map((name) => ({ name, analyticsUrl: stats }));
const ofMatomo = [stats, b].map((analyticsUrl) => ({ analyticsUrl, kind: 'matomo' }));
const named = { id: 'main', name: 'Client B', analyticsUrl: stats, rules: ['b.example'] };
test.each<[string, filed: object[], after: object[], here?: ConnectionAddress[]]>([
  ['a connection of the same address is changed, and keeps its account', [renamed], [{ ...client, name: 'A' }]],
  ['another one is added', [{ id: 'b', analyticsUrl: b }], [client, added(b)]],
  ...['main', '__proto__', 'constructor'].map((id): [string, object[], object[]] => [
    `under an id that is drawn here, not ${id}`,
    [{ id, analyticsUrl: b, seoUrl: c }],
    [client, added(b, { seoUrl: c, seoAccount: expect.any(String) })],
  ]),
  [
    'unnamed ones at one address go by their ids',
    ['1', '2'].map((id) => ({ id, analyticsUrl: b, rules: [`${id}.example`] })),
    ['2', '1'].map((id) => at(b, id, { rules: [`${id}.example`] })),
    ['2', '1'].map((id) => at(b, id)),
  ],
  [
    'of two with one name in the file, the one with the id changes it, and the other is added',
    ['main', 'b'].map((id) => ({ id, name: 'Same', analyticsUrl: b, rules: [`${id}.example`] })),
    [at(b, 'b', { name: 'Same', rules: ['b.example'] }), added(b, { name: 'Same', rules: ['main.example'] })],
    [at(b, 'b', { name: 'Same' })],
  ],
  ['a new one takes the place of none that another means', ofTwoNames, [client, added(stats, { name: 'New' })]],
  ['a kind is of what is added', ofMatomo, [at(stats, 'main'), added(b, { kind: 'matomo' })], [at(stats, 'main')]],
  ['of two at one address, the named', [named], [client, { ...clientB, rules: named.rules }], [client, clientB]],
  ['another SEO service is another account', [{ analyticsUrl: stats, seoUrl: c }], [{ ...client, ...newSeo }]],
  [
    'own pages stay beside those of the file',
    [{ analyticsUrl: stats, templates: own.templates }],
    [{ ...client, templates: { ...wholeOwn.templates, statisticsUrl: '{base_url}/s' } }],
    [{ ...client, templates: { ...wholeOwn.templates, accountUrl: '', statisticsUrl: '{base_url}/s' } }],
  ],
  [
    'a rule that it gives to one connection leaves the others',
    [{ analyticsUrl: b, rules: ['*', 'b.example'] }],
    [{ ...client, rules: ['a.example'] }, at(b, 'b', { rules: ['*', 'b.example'] }), at(c, 'c', { rules: [] })],
    [{ ...client, rules: ['*', 'a.example'] }, at(b, 'b'), at(c, 'c', { rules: ['*'] })],
  ],
  ['own defaults begin as the common ones', [{ analyticsUrl: stats, ...own }], [{ ...client, ...wholeOwn }]],
])('%s', (_name, connections, list, before = [client]) => {
  const here = settings({ list: before });
  const after = mergedText(fileOf({ connections }), here);
  expect(after).toEqual({ ...here, connections: { active: 'main', list } });
});

const bothOn = { ...preferences.fallback, badge: true, notifications: true };
const half = { badge: true, notifications: false };
const shops = { name: 'Shops', email: 1 };
const fresh = { name: 'New', password: 'common' };
test.each<[string, Partial<Record<keyof Settings, object>>, Partial<Record<keyof Settings, object>>, Settings?]>([
  ['the default password stays', { defaults: { privacy: 2 } }, { defaults: wholeOwn.defaults }],
  [
    'own defaults begin as the common ones of the file',
    { defaults: { privacy: 2 }, connections: [{ analyticsUrl: stats, defaults: { email: 1 } }] },
    {
      defaults: wholeOwn.defaults,
      connections: { active: 'main', list: [{ ...client, defaults: { ...wholeOwn.defaults, email: 1 } }] },
    },
  ],
  ['presets by name', { presets: [shops, fresh] }, { presets: [shops, fresh].map((one) => ({ ...preset, ...one })) }],
  [
    'what needs a permission stays off',
    { preferences: { badge: true, notifications: true, contextMenu: false } },
    { preferences: { ...preferences.fallback, contextMenu: false } },
  ],
  ['and stays on', { preferences: half }, { preferences: { ...bothOn, ...half } }, settings({ preferences: bothOn })],
])('%s', (_name, contents, after, here = settings()) => {
  expect(mergedText(fileOf(contents), here)).toEqual({ ...here, ...after });
});

describe('an import leaves alone what an organisation has fixed', () => {
  const { analyticsUrl } = client;
  const mine = { ...client, id: 'mine', name: 'Mine', account: 'account of mine' };
  const policy = {
    ...policyInForce.fallback,
    fixed: ['hostChoice', 'badge'],
    connections: { main: { set: { analyticsUrl }, own: {}, fixed: ['name', 'rules', 'analyticsUrl'], isAdded: true } },
  };
  const here = settings({ list: [client, mine] });
  const rules = ['*'];
  const further = { name: 'New', rules };
  const other = { name: 'Other' };
  const changes: [string, Partial<ConnectionAddress>[], Partial<ConnectionAddress>[]][] = [
    ['of its own connection', [{ id: 'main', name: 'Client A', rules, kind: 'matomo' }], [{}, {}]],
    ['not of the person’s own at the same address', [{ name: 'Mine', rules }], [{}, { rules }]],
    ['not a rule that it gives to another', [{ name: 'Mine', rules: client.rules }], [{}, { rules: client.rules }]],
    ['not of a further one there', [{ name: 'Client A', rules }, { name: 'Mine' }, further], [{}, {}, further]],
    [
      'also where it is told by its id',
      [
        { id: 'main', ...other },
        { id: 'mine', ...other },
      ],
      [{}, other],
    ],
  ];
  test.each(changes)('%s', (_what, filed, changed) => {
    const contents = { connections: filed.map((one) => ({ ...one, analyticsUrl })) };
    const { list } = merged(here, contents, policy).connections;
    expect(list).toMatchObject(changed.map((part, at) => ({ ...here.connections.list[at], ...part })));
    expect(list).toHaveLength(Math.max(changed.length, 2));
  });

  test('of the preferences', () => {
    const changed = { ...preferences.fallback, hostChoice: 'registrable' as const, badge: true, contextMenu: false };
    const { contents } = read(settingsFile(settings({ preferences: changed }), '1.0.0').text);
    expect(merged(here, contents, policy).preferences).toEqual({ ...preferences.fallback, contextMenu: false });
    const { changes, leftOff } = planned(contents, here, policy);
    expect(leftOff).toEqual([]);
    expect(changes.at(-1)).toMatchObject({ part: 'preferences', fields: [{ field: 'contextMenu' }] });
  });
});

describe('what an import would do', () => {
  const plan = (contents: object, here = settings()) => planned(read(fileOf(contents)).contents, here);

  test('is told of each thing in the file, with what was there before', () => {
    const { changes, leftOff } = plan({
      connections: [
        { id: 'main', name: 'A', analyticsUrl: 'https://stats.example' },
        { id: 'b', analyticsUrl: 'https://b.example', rules: ['*'] },
      ],
      defaults: {},
      presets: [{ name: 'Shops' }],
      preferences: { hostChoice: 'bare', badge: true },
    });
    const name = { field: 'name', before: 'Client A', after: 'A' };
    const hostChoice = { field: 'hostChoice', before: 'seen', after: 'bare' };
    expect(changes).toEqual([
      { part: 'connections', name: 'A', outcome: 'changed', fields: [name] },
      { part: 'connections', name: b, outcome: 'added', fields: [{ field: 'rules', after: ['*'] }] },
      { part: 'defaults', outcome: 'unchanged', fields: [] },
      { part: 'presets', name: 'Shops', outcome: 'unchanged', fields: [] },
      { part: 'preferences', outcome: 'changed', fields: [hostChoice] },
    ]);
    expect(leftOff).toEqual(['badge']);
  });

  test('is told of a team by its name, also where the file has only its id', () => {
    const told = (team: object) => plan({ connections: [{ analyticsUrl: stats, ...team }] }).changes;
    const changed = (after: string) => [{ outcome: 'changed', fields: [{ field: 'teamName', after }] }];
    expect(told({ team: 't1', teamName: 'Agency' })).toMatchObject(changed('Agency'));
    expect(told({ team: 't1' })).toMatchObject(changed('t1'));
  });

  test('is told of a connection that loses a rule to another', () =>
    expect(plan({ connections: [{ analyticsUrl: b, rules: client.rules }] }).changes).toMatchObject([
      { name: 'Client A', outcome: 'changed', fields: [{ field: 'rules', before: client.rules, after: [] }] },
      { name: b, outcome: 'added' },
    ]));

  test('is nothing where the file says nothing', () => expect(plan({})).toEqual({ changes: [], leftOff: [] }));
});

const host = fc.constantFrom('a.example', 'b.example', 'c.example/path', 'd.example:8443');
const bit = fc.constantFrom(0 as const, 1 as const);
const lines = fc.uniqueArray(fc.constantFrom('ref', 'utm_source', '10.0.0.1', '10.0.0.0/8'));
const anyPrivacy = fc.constantFrom(0 as const, 1 as const, 2 as const);
const others = { email: bit, exclude_bots: bit, exclude_params: lines, exclude_ips: lines };
const someFields = fc.record({ privacy: anyPrivacy, ...others });
const someConnection = fc
  .record(
    {
      name: fc.constantFrom('A', 'B', '<b>', 'é"'),
      rules: fc.uniqueArray(fc.constantFrom('*', 'a.example', '*.b.example'), { minLength: 1 }),
      seo: host,
      kind: fc.constantFrom('umami' as const, 'matomo' as const),
      defaults: someFields.map((fields) => ({ ...fields, hasPassword: false })),
      templates: fc.record({
        statisticsUrl: fc.constantFrom('', 'https://a.example/{id}'),
        trackingCode: fc.constant(''),
        accountUrl: fc.constantFrom('', '{base_url}/key'),
      }),
      host,
    },
    { requiredKeys: ['host'] },
  )
  .map(({ host, seo, ...rest }) => ({
    ...rest,
    analyticsUrl: `https://${host}`,
    ...(seo ? { seoUrl: `https://${seo}`, seoAccount: 'seo' } : {}),
  }));
const someSettings: fc.Arbitrary<Settings> = fc.record({
  connections: fc.array(someConnection, { maxLength: 6 }).map((list) => ({
    list: list.map((one, index) => ({ ...one, id: index ? `id-${index}` : 'main', account: `account ${index}` })),
  })),
  defaults: fc.tuple(someFields, fc.boolean()).map(([fields, hasPassword]) => ({ ...fields, hasPassword })),
  presets: fc.uniqueArray(
    fc
      .tuple(someFields, fc.constantFrom('x', 'y', 'z'), fc.constantFrom('each' as const, 'common' as const))
      .map(([fields, name, password]) => ({ ...fields, name, password })),
    { selector: ({ name }) => name },
  ),
  preferences: fc.record({
    hostChoice: fc.constantFrom('seen' as const, 'bare' as const, 'registrable' as const),
    statisticsUrl: fc.constantFrom('', '{base_url}/s/{id}'),
    trackingCode: fc.constantFrom('', '<script src="{base_url}/x.js"></script>'),
    accountUrl: fc.constantFrom('', 'https://a.example/key'),
    contextMenu: fc.boolean(),
    popupSearch: fc.boolean(),
    notifications: fc.boolean(),
    badge: fc.boolean(),
  }),
});

const withoutIds = (text: string) => JSON.parse(text, (name, value) => (name === 'id' ? undefined : value));

describe('whatever is set', () => {
  test('an import of the export changes nothing', () =>
    forAny([someSettings], (here) => {
      const { text } = settingsFile(here, '1.0.0');
      expect(read(text).faults).toEqual([]);
      expect(mergedText(text, here)).toEqual(here);
      const { changes, leftOff } = planned(read(text).contents, here);
      expect(changes.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
      expect(leftOff).toEqual([]);
    }));

  test('an import elsewhere brings all but accounts, passwords and what needs a permission; a second one nothing', () =>
    forAny([someSettings], (there) => {
      const { text } = settingsFile(there, '1.0.0');
      const once = mergedText(text, nothing);
      const off = { ...there, preferences: { ...there.preferences, badge: false, notifications: false } };
      expect(withoutIds(settingsFile(once, '1.0.0').text)).toEqual(withoutIds(settingsFile(off, '1.0.0').text));
      expect(mergedText(text, once)).toEqual(once);
    }));
});
