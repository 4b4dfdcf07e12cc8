import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Kind, traits } from '@/lib/services/traits.ts';
import { policyInForce } from '@/lib/storage/policyInForce.ts';
import type { Preset } from '@/lib/storage/presets.ts';
import { type ConnectionAddress, defaults, preferences } from '@/lib/storage/settings.ts';
import { merged, planned, readSettingsFile, type Settings, settingsFile } from '@/lib/storage/settingsFile.ts';

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

describe('the file', () => {
  test('has all that was chosen and nothing that is secret', () => {
    const { text } = settingsFile(settings(), '1.2.3');
    expect(JSON.parse(text)).toEqual({
      waymark: 'settings',
      version: 1,
      release: '1.2.3',
      connections: [
        {
          id: 'main',
          name: 'Client A',
          rules: ['*.client-a.example'],
          analyticsUrl: 'https://stats.example',
          kind: 'umami',
          seoUrl: 'https://seo.example/path',
        },
      ],
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

  const left: [string, Parameters<typeof settings>[0], object[]][] = [
    ['nothing of what is secret or found out', {}, []],
    [
      'a long name',
      { list: [{ ...client, name: 'x'.repeat(1001) }] },
      [{ place: 'connections[0].name', reason: 'size' }],
    ],
    [
      'what is too many',
      { presets: Array.from({ length: 1001 }, (_, at) => ({ ...preset, name: `${at}` })) },
      [{ place: 'presets', reason: 'size' }],
    ],
    [
      'too many connections',
      { list: Array.from({ length: 201 }, (_, at) => ({ ...client, id: `${at}` })) },
      [{ place: 'connections', reason: 'size' }],
    ],
  ];
  test.each(left)('leaves out, and says so: %s', (_name, part, faults) =>
    expect(settingsFile(settings(part), '1.2.3').faults).toEqual(faults),
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

  const faults: [string, object, object][] = [
    [
      'an address',
      { connections: [{ analyticsUrl: 'nowhere at all' }] },
      { place: 'connections[0].analyticsUrl', reason: 'address' },
    ],
    [
      'a missing address',
      { connections: [{ name: 'A' }] },
      { place: 'connections[0].analyticsUrl', reason: 'missing' },
    ],
    [
      'a key',
      { connections: [{ analyticsUrl: 'https://a.example', apiKey: 'secret' }] },
      { place: 'connections[0].apiKey', reason: 'unknown' },
    ],
    [
      'a rule',
      { connections: [{ analyticsUrl: 'https://a.example', rules: ['a.*'] }] },
      { place: 'connections[0].rules[0]', reason: 'rule' },
    ],
    [
      'an id',
      { connections: [{ analyticsUrl: 'https://a.example', id: '../x' }] },
      { place: 'connections[0].id', reason: 'value' },
    ],
    [
      'the same id twice',
      { connections: ['a', 'b'].map((name) => ({ id: '1', analyticsUrl: `https://${name}.example` })) },
      { place: 'connections[1]', reason: 'twice' },
    ],
    [
      'more connections than anybody has',
      { connections: Array.from({ length: 201 }, (_, at) => ({ analyticsUrl: `https://${at}.example` })) },
      { place: 'connections', reason: 'size' },
    ],
    ['no list', { connections: {} }, { place: 'connections', reason: 'expected', wanted: 'array' }],
    ['no text', { presets: [{ name: 5 }] }, { place: 'presets[0].name', reason: 'expected', wanted: 'string' }],
    [
      'a choice',
      { preferences: { hostChoice: 'all' } },
      { place: 'preferences.hostChoice', reason: 'expected', wanted: '"seen" | "bare" | "registrable"' },
    ],
    [
      'a switch',
      { preferences: { badge: 'yes' } },
      { place: 'preferences.badge', reason: 'expected', wanted: 'boolean' },
    ],
    [
      'a template',
      { preferences: { statisticsUrl: 'javascript:1' } },
      { place: 'preferences.statisticsUrl', reason: 'template' },
    ],
    ['a long name', { presets: [{ name: 'x'.repeat(1001) }] }, { place: 'presets[0].name', reason: 'size' }],
    [
      'an own default',
      { connections: [{ analyticsUrl: 'https://a.example', defaults: { email: true } }] },
      { place: 'connections[0].defaults.email', reason: 'expected', wanted: '0 | 1' },
    ],
    ['a default', { defaults: { privacy: 3 } }, { place: 'defaults.privacy', reason: 'expected', wanted: '0 | 1 | 2' }],
    ['an unknown setting', { colour: 'red' }, { place: 'colour', reason: 'unknown' }],
    [
      'a name of every object',
      { preferences: { constructor: 1 } },
      { place: 'preferences.constructor', reason: 'unknown' },
    ],
  ];
  test.each(faults)('%s that is wrong is named with its place', (_name, contents, fault) => {
    const text = fileOf({ ...contents, ...('defaults' in contents ? {} : { defaults: { email: 1 } }) });
    const found = read(text);
    expect(found.faults).toEqual([fault]);
    expect(JSON.stringify(found)).not.toContain('secret');
    // The rest can be used.
    if (!('defaults' in contents)) expect(found.contents.defaults).toEqual({ email: 1 });
  });
});

const drawn = /^[\w-]{36}$/;
const merging: [string, object, Settings, Partial<Record<keyof Settings, unknown>>][] = [
  [
    'a connection of the same address is changed, and keeps its account',
    { connections: [{ id: 'other', name: 'A', analyticsUrl: 'https://stats.example/', kind: 'matomo' }] },
    settings(),
    { connections: { active: 'main', list: [{ ...client, name: 'A' }] } },
  ],
  [
    'another one is added',
    { connections: [{ id: 'b', analyticsUrl: 'https://b.example' }] },
    settings(),
    {
      connections: {
        active: 'main',
        list: [
          client,
          { id: expect.stringMatching(drawn), analyticsUrl: 'https://b.example', account: expect.any(String) },
        ],
      },
    },
  ],
  ...['main', '__proto__', 'constructor'].map((id): (typeof merging)[number] => [
    `under an id that is drawn here, not ${id}`,
    { connections: [{ id, analyticsUrl: 'https://b.example', seoUrl: 'https://c.example' }] },
    settings(),
    {
      connections: {
        active: 'main',
        list: [
          client,
          {
            id: expect.stringMatching(drawn),
            analyticsUrl: 'https://b.example',
            account: expect.any(String),
            seoUrl: 'https://c.example',
            seoAccount: expect.any(String),
          },
        ],
      },
    },
  ]),
  [
    'unnamed ones at one address go by their ids',
    { connections: ['1', '2'].map((id) => ({ id, analyticsUrl: 'https://b.example', rules: [`${id}.example`] })) },
    settings({ list: ['2', '1'].map((id) => ({ id, analyticsUrl: 'https://b.example', account: id })) }),
    {
      connections: {
        active: 'main',
        list: ['2', '1'].map((id) => ({
          id,
          analyticsUrl: 'https://b.example',
          account: id,
          rules: [`${id}.example`],
        })),
      },
    },
  ],
  [
    'one that is new takes the place of none that another means',
    { connections: ['New', 'Client A'].map((name) => ({ name, analyticsUrl: 'https://stats.example' })) },
    settings(),
    { connections: { active: 'main', list: [client, expect.objectContaining({ name: 'New' })] } },
  ],
  [
    'a kind is that of what is added, not of what is here',
    {
      connections: ['stats', 'new'].map((name) => ({ analyticsUrl: `https://${name}.example`, kind: 'matomo' })),
    },
    settings({ list: [{ id: 'main', analyticsUrl: 'https://stats.example', account: 'account' }] }),
    {
      connections: {
        active: 'main',
        list: [
          { id: 'main', analyticsUrl: 'https://stats.example', account: 'account' },
          expect.objectContaining({ analyticsUrl: 'https://new.example', kind: 'matomo' }),
        ],
      },
    },
  ],
  [
    'of two accounts at one address that with the name is meant',
    { connections: [{ id: 'main', name: 'Client B', analyticsUrl: 'https://stats.example', rules: ['b.example'] }] },
    settings({ list: [client, { ...client, id: 'b', name: 'Client B' }] }),
    { connections: { active: 'main', list: [client, { ...client, id: 'b', name: 'Client B', rules: ['b.example'] }] } },
  ],
  [
    'another SEO service is another account',
    { connections: [{ analyticsUrl: 'https://stats.example', seoUrl: 'https://new.example' }] },
    settings(),
    {
      connections: {
        active: 'main',
        list: [{ ...client, seoUrl: 'https://new.example', seoAccount: expect.not.stringContaining('seo-account') }],
      },
    },
  ],
  [
    'own defaults and pages begin as the common ones',
    {
      connections: [
        {
          analyticsUrl: 'https://stats.example',
          defaults: { privacy: 2 },
          templates: { accountUrl: 'https://a.example' },
        },
      ],
    },
    settings(),
    {
      connections: {
        active: 'main',
        list: [
          {
            ...client,
            defaults: { ...defaults.fallback, privacy: 2, hasPassword: true },
            templates: { statisticsUrl: '', trackingCode: '', accountUrl: 'https://a.example' },
          },
        ],
      },
    },
  ],
  [
    'the default password stays',
    { defaults: { privacy: 2 } },
    settings(),
    { defaults: { ...defaults.fallback, privacy: 2, hasPassword: true } },
  ],
  [
    'presets go by their name',
    {
      presets: [
        { name: 'Shops', email: 1 },
        { name: 'New', password: 'common' },
      ],
    },
    settings(),
    {
      presets: [
        { ...preset, email: 1 },
        { ...preset, name: 'New', password: 'common' },
      ],
    },
  ],
  [
    'what needs a permission stays off',
    { preferences: { badge: true, notifications: true, contextMenu: false } },
    settings(),
    { preferences: { ...preferences.fallback, contextMenu: false } },
  ],
  [
    'and stays on where it is on',
    { preferences: { badge: true, notifications: false } },
    settings({ preferences: { ...preferences.fallback, badge: true, notifications: true } }),
    { preferences: { ...preferences.fallback, badge: true, notifications: false } },
  ],
];
test.each(merging)('%s', (_name, contents, here, after) => {
  expect(mergedText(fileOf(contents), here)).toEqual({ ...here, ...after });
});

describe('an import leaves alone what an organisation has fixed', () => {
  const { analyticsUrl } = client;
  const mine = { ...client, id: 'mine', name: 'Mine', account: 'account of mine' };
  const policy = {
    ...policyInForce.fallback,
    fixed: ['hostChoice', 'badge'],
    connections: {
      main: { set: { analyticsUrl }, own: {}, fixed: ['name', 'rules', 'analyticsUrl'], isAdded: true },
    },
  };
  const here = settings({ list: [client, mine] });
  const changes: [string, Partial<ConnectionAddress>[], Partial<ConnectionAddress>[]][] = [
    ['of its own connection', [{ id: 'main', name: 'Client A', rules: ['*'], kind: 'matomo' }], [{}, {}]],
    ['not of the person’s own at the same address', [{ name: 'Mine', rules: ['*'] }], [{}, { rules: ['*'] }]],
    [
      'not of a further one there',
      [{ name: 'Client A', rules: ['*'] }, { name: 'Mine' }, { name: 'New', rules: ['*'] }],
      [{}, {}, { name: 'New', rules: ['*'] }],
    ],
    [
      'also where it is told by its id',
      [
        { id: 'main', name: 'Other' },
        { id: 'mine', name: 'Other, too' },
      ],
      [{}, { name: 'Other, too' }],
    ],
  ];
  test.each(changes)('%s', (_what, filed, changed) => {
    const contents = { connections: filed.map((one) => ({ ...one, analyticsUrl })) };
    const { list } = merged(here, contents, policy).connections;
    expect(list).toMatchObject(changed.map((part, at) => ({ ...here.connections.list[at], ...part })));
    expect(list).toHaveLength(Math.max(changed.length, 2));
  });

  test('of the preferences', () => {
    const { text } = settingsFile(
      settings({
        preferences: { ...preferences.fallback, hostChoice: 'registrable', badge: true, contextMenu: false },
      }),
      '1.0.0',
    );
    const { contents } = read(text);
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
    expect(changes).toEqual([
      {
        part: 'connections',
        name: 'A',
        outcome: 'changed',
        fields: [{ field: 'name', before: 'Client A', after: 'A' }],
      },
      {
        part: 'connections',
        name: 'https://b.example',
        outcome: 'added',
        fields: [{ field: 'rules', after: ['*'] }],
      },
      { part: 'defaults', outcome: 'unchanged', fields: [] },
      { part: 'presets', name: 'Shops', outcome: 'unchanged', fields: [] },
      { part: 'preferences', outcome: 'changed', fields: [{ field: 'hostChoice', before: 'seen', after: 'bare' }] },
    ]);
    expect(leftOff).toEqual(['badge']);
  });

  test('is nothing where the file says nothing', () => expect(plan({})).toEqual({ changes: [], leftOff: [] }));
});

const host = fc.constantFrom('a.example', 'b.example', 'c.example/path', 'd.example:8443');
const bit = fc.constantFrom(0 as const, 1 as const);
const lines = fc.uniqueArray(fc.constantFrom('ref', 'utm_source', '10.0.0.1'));
const someFields = fc.record({
  privacy: fc.constantFrom(0 as const, 1 as const, 2 as const),
  email: bit,
  exclude_bots: bit,
  exclude_params: lines,
  exclude_ips: lines,
});
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
    notifications: fc.boolean(),
    badge: fc.boolean(),
  }),
});

const withoutIds = (text: string) => JSON.parse(text, (name, value) => (name === 'id' ? undefined : value));

describe('whatever is set', () => {
  test('an import of the export changes nothing', () =>
    fc.assert(
      fc.property(someSettings, (here) => {
        const { text } = settingsFile(here, '1.0.0');
        expect(read(text).faults).toEqual([]);
        expect(mergedText(text, here)).toEqual(here);
        const { changes, leftOff } = planned(read(text).contents, here);
        expect(changes.every(({ outcome }) => outcome === 'unchanged')).toBe(true);
        expect(leftOff).toEqual([]);
      }),
    ));

  test('an import elsewhere brings all but accounts, passwords and what needs a permission; a second one nothing', () =>
    fc.assert(
      fc.property(someSettings, (there) => {
        const { text } = settingsFile(there, '1.0.0');
        const once = mergedText(text, nothing);
        const off = { ...there, preferences: { ...there.preferences, badge: false, notifications: false } };
        expect(withoutIds(settingsFile(once, '1.0.0').text)).toEqual(withoutIds(settingsFile(off, '1.0.0').text));
        expect(mergedText(text, once)).toEqual(once);
      }),
    ));
});
