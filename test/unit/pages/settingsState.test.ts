import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Event, State } from '@/entrypoints/options/settingsState.ts';
import { partWith, problemOf, reduce, shownValues, textOf } from '@/entrypoints/options/settingsState.ts';
import type { Abilities, SettingName, SettingRow } from '@/entrypoints/options/settingsTable.ts';
import { fixedNameOf, isOffered, settingRows } from '@/entrypoints/options/settingsTable.ts';
import { traits, traitsOf } from '@/lib/services/traits.ts';
import { defaultFields, preferenceFields } from '@/lib/storage/fields.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';

const values = { ...defaults.fallback, ...preferences.fallback };
const allowed = { badge: true, notifications: true };
const first: State = { values, pressed: {}, typed: {}, said: {}, denied: [], allowed };
const row = (name: SettingName) => settingRows.find((one) => one.name === name) as SettingRow;
const stateAfter = (...events: Event[]) => events.reduce(reduce, first);
const { templates } = traitsOf();

describe('the table of settings', () => {
  test('has a row for everything that a person sets, and each once', () => {
    const own = { ...preferenceFields, ...defaultFields };
    const names = Object.keys(own).filter((name) => name !== 'fixedTemplates');
    expect(settingRows.map(({ name }) => name).sort()).toEqual(names.sort());
  });

  const all: Abilities = { privacy: [0, 1, 2], settings: traitsOf().settings, hasMenus: true };
  test.each<[string, Partial<Abilities>, missing: SettingName[]]>([
    ['no menus', { hasMenus: false }, ['contextMenu']],
    ['no privacy', { privacy: [] }, ['privacy', 'hasPassword']],
    ['no settings of a site', { settings: ['email'] }, ['exclude_bots', 'exclude_params', 'exclude_ips']],
  ])('where there is %s', (_what, can, missing) => {
    const gone = settingRows.filter((one) => !isOffered(one, { ...all, ...can }));
    expect(gone.map(({ name }) => name)).toEqual(missing);
  });

  test.each<[SettingName, fixed: string]>([
    ['badge', 'badge'],
    ['privacy', 'defaults'],
    ['hasPassword', ''],
  ])('%s is fixed by a policy as “%s”', (name, fixed) => {
    expect(fixedNameOf(row(name))).toBe(fixed);
  });
});

describe('a switch', () => {
  const on: Event = { type: 'pressed', part: { contextMenu: true } };
  const off: Event = { type: 'pressed', part: { contextMenu: false } };
  const saved = (isOn: boolean): Event => ({ type: 'saved', row: row('contextMenu'), part: { contextMenu: isOn } });
  const stored = (isOn: boolean): Event => ({ type: 'stored', part: { contextMenu: isOn } });
  const failed: Event = { type: 'failed', row: row('contextMenu'), part: { contextMenu: false }, reason: 'full' };
  const twice = [off, on, stored(false), saved(false)];
  test.each<[string, Event[], shown: boolean, said: object | undefined]>([
    ['is said to be saved when it is', [off, stored(false), saved(false)], false, { count: 1 }],
    ['pressed twice ends as pressed last', twice, true, { count: 1 }],
    ['pressed twice is saved twice', [...twice, stored(true), saved(true)], true, { count: 2 }],
    ['that could not be saved goes back', [off, failed], true, { count: 0, failed: 'full' }],
    ['follows another window', [stored(false)], false, undefined],
  ])('%s', (_what, events, shown, said) => {
    const state = stateAfter(...events);
    expect([shownValues(state).contextMenu, state.said.preferences]).toEqual([shown, said]);
  });

  test.each([
    ['badge', 'on once it is granted', false],
    ['badge', 'off once it is refused', true],
    ['notifications', 'on once it is granted', false],
    ['notifications', 'off once it is refused', true],
  ] as const)('that needs a permission (%s) is %s', (name, _what, isDenied) => {
    const before: Event = { type: 'allowed', allowed: { ...first.allowed, [name]: isDenied } };
    const state = stateAfter({ type: 'stored', part: { [name]: true } }, before, { type: 'asked', name, isDenied });
    expect(shownValues(state)[name]).toBe(!isDenied);
  });

  test.each<[string, boolean[], SettingName[]]>([
    ['is told of once', [true, true], ['badge']],
    ['is over when it is granted', [true, false], []],
  ])('a refusal of the browser %s', (_what, answers, denied) => {
    const state = stateAfter(...answers.map((isDenied): Event => ({ type: 'asked', name: 'badge', isDenied })));
    expect(state.denied).toEqual(denied);
  });
});

describe('what is typed', () => {
  const type = (text: string): Event => ({ type: 'typed', name: 'exclude_ips', typed: { base: 'old', text } });
  const ips = row('exclude_ips');
  const saved = (text: string): Event => ({ type: 'saved', row: ips, part: { exclude_ips: [text] }, text });
  test.each<[string, Event[], typed: object | undefined]>([
    ['goes when it is closed', [type('a'), { type: 'typed', name: 'exclude_ips' }], undefined],
    ['goes when it was saved', [type('a'), saved('a')], undefined],
    ['stays where more was typed since', [type('a'), type('ab'), saved('a')], { base: 'a', text: 'ab' }],
    [
      'stays where another window changes the setting',
      [type('a'), { type: 'stored', part: { exclude_ips: ['b'] } }],
      { base: 'old', text: 'a' },
    ],
  ])('%s', (_what, events, typed) => {
    expect(stateAfter(...events).typed.exclude_ips).toEqual(typed);
  });

  const names: SettingName[] = ['exclude_ips', 'exclude_params', 'statisticsUrl'];
  const text = fc.string({ maxLength: 2 });
  const of = { row: fc.constantFrom(...names.map(row)), part: fc.constant({}) };
  const part = fc.record({ exclude_ips: fc.array(fc.string(), { maxLength: 2 }) });
  const typed = fc.record({ base: fc.string(), text });
  const anyEvent = fc.oneof(
    fc.record({ type: fc.constant('typed' as const), name: fc.constantFrom(...names), typed }),
    fc.record({ type: fc.constant('stored' as const), part }),
    fc.record({ type: fc.constant('saved' as const), ...of, text }),
    fc.record({ type: fc.constant('failed' as const), ...of, reason: fc.string() }),
  );
  test('is lost by nothing but its own saving, and moves to no other setting', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let state = first;
        const typed = new Map<SettingName, string>();
        for (const event of events) {
          state = reduce(state, event);
          if (event.type === 'typed') typed.set(event.name, event.typed.text);
          if (event.type === 'saved' && typed.get(event.row.name) === event.text) typed.delete(event.row.name);
          expect(names.map((name) => state.typed[name]?.text)).toEqual(names.map((name) => typed.get(name)));
        }
      }),
    );
  });
});

describe('a setting as a text', () => {
  test.each<[SettingName, string, stored: unknown, shown: string]>([
    ['exclude_ips', ' 10.0.0.1\n\n10.0.0.2\n10.0.0.1', ['10.0.0.1', '10.0.0.2'], '10.0.0.1\n10.0.0.2'],
    ['statisticsUrl', '{base_url}/mine', '{base_url}/mine', '{base_url}/mine'],
    ['statisticsUrl', templates.statisticsUrl, '', templates.statisticsUrl],
  ])('%s: %j', (name, text, stored, shown) => {
    const part = partWith(name, text, templates);
    expect(part).toEqual({ [name]: stored });
    expect(textOf(name, { ...values, ...part }, templates)).toBe(shown);
  });

  test.each<[SettingName, string, problem: object | undefined]>([
    ['statisticsUrl', '{base_url}/{id}', undefined],
    ['statisticsUrl', '', { reason: 'empty' }],
    ['trackingCode', 'no code', { reason: 'code' }],
  ])('%s: “%s”', (name, text, problem) => {
    expect(problemOf(name, text, templates)).toEqual(problem);
  });

  test('where the kinds of service differ, no template stands for the default of each', () => {
    const none = { statisticsUrl: '', accountUrl: '', trackingCode: '' };
    expect([problemOf('statisticsUrl', '', none), partWith('statisticsUrl', '', none)]).toEqual([
      undefined,
      { statisticsUrl: '' },
    ]);
    expect(Object.keys(traits).length).toBeGreaterThan(1);
  });
});
