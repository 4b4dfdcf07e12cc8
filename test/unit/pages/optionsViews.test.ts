import { h } from 'preact';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ConnectionList } from '@/entrypoints/options/ConnectionList.tsx';
import type { ConnectionLine } from '@/entrypoints/options/connectionLines.ts';
import { FixedProvider } from '@/entrypoints/options/Fixed.tsx';
import { KnownSites } from '@/entrypoints/options/KnownSites.tsx';
import { SettingRow } from '@/entrypoints/options/SettingRow.tsx';
import { type SettingName, settingRows } from '@/entrypoints/options/settingsTable.ts';
import type { KnownSites as Sites } from '@/entrypoints/options/useKnownSites.ts';
import type { Settings } from '@/entrypoints/options/useSettings.ts';
import { traitsOf } from '@/lib/services/traits.ts';
import { beginRefresh, type Refresh } from '@/lib/storage/refresh.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';
import { buttonOf, draw, fire, press, texts } from './drawn.ts';
import { openPage } from './hooked.ts';

beforeEach(openPage);

const refresh = beginRefresh({ url: 'https://a.example', account: 'a' }, 1, 1);
const acts = { onRefresh: vi.fn(), onStop: vi.fn(), onForget: vi.fn(), readMissing: vi.fn() };
const sites: Sites = {
  known: [{ count: 2, readAt: 5, isEmpty: false }],
  readings: [{ name: 'A', refresh: { ...refresh, state: 'none' } }],
  hasRead: false,
  failure: undefined,
  isForgotten: false,
  ...acts,
};

describe('the known sites', () => {
  const running = { readings: [{ name: 'A', refresh }] };
  const none = { known: [{ count: 0, readAt: undefined, isEmpty: true }] };
  const [read, stop, forget] = ['tracking_refresh', 'manage_stop', 'options_forget_list'];
  test.each<[string, Partial<Sites>, pressed: string, calls: number[], status: string]>([
    ['are read again', {}, read, [1, 0, 0], ''],
    ['that are being read can be stopped', running, stop, [0, 1, 0], 'tracking_refreshed_other'],
    ['are forgotten', {}, forget, [0, 0, 1], ''],
    ['of which none are stored are not forgotten', none, forget, [0, 0, 0], ''],
    ['were forgotten', { ...none, isForgotten: true }, forget, [0, 0, 0], 'options_list_forgotten'],
  ])('%s', async (_what, more, pressed, calls, status) => {
    for (const act of Object.values(acts)) act.mockClear();
    await draw(h(KnownSites, { sites: { ...sites, ...more } }));
    await press(pressed);
    expect([acts.onRefresh, acts.onStop, acts.onForget].map(({ mock }) => mock.calls.length)).toEqual(calls);
    expect(texts('[role=status]')).toEqual([status]);
  });
});

test.each<[string, Partial<Refresh>, string]>([
  ['each page', { read: 500 }, 'off'],
  ['a wait', { state: 'waiting', until: 1 }, 'polite'],
  ['the end', { state: 'done', read: 900 }, 'polite'],
])('while a list is read, %s is announced: %s, %s', async (_what, more, live) => {
  await draw(h(KnownSites, { sites: { ...sites, readings: [{ name: 'A', refresh: { ...refresh, ...more } }] } }));
  expect(document.querySelector('[role=status]')?.getAttribute('aria-live')).toBe(live);
});

describe('a line of a connection', () => {
  const line: ConnectionLine = { id: 'a', name: 'Agency', state: 'State', isBad: true, barred: [] };
  test.each<[string, ConnectionLine['remedy'], text: string, calls: number[]]>([
    ['without access', 'access', 'popup_grant_access', [1, 0]],
    ['that does not answer', 'retry', 'popup_try_again', [0, 1]],
    ['without a key leads to its view', 'key', 'options_type_key', [0, 0]],
  ])('%s', async (_what, remedy, text, calls) => {
    const [onAccess, onRetry] = [vi.fn(), vi.fn()];
    await draw(h(ConnectionList, { lines: [{ ...line, remedy } as ConnectionLine], onAccess, onRetry }));
    await press(text);
    expect([onAccess.mock.calls.length, onRetry.mock.calls.length]).toEqual(calls);
    expect(buttonOf(text)?.getAttribute('href') ?? '').toBe(remedy === 'key' ? '#connection/a' : '');
  });

  test('keeps the button that has helped, which does nothing any more, and says what is true now', async () => {
    const onRetry = vi.fn();
    const props = { onAccess: vi.fn(), onRetry };
    await draw(h(ConnectionList, { lines: [{ ...line, remedy: 'retry' }], ...props }));
    await press('popup_try_again');
    await draw(h(ConnectionList, { lines: [{ ...line, state: 'Good', isBad: false }], ...props }));
    await press('popup_try_again');
    expect([buttonOf('popup_try_again')?.getAttribute('aria-disabled'), onRetry.mock.calls.length]).toEqual([
      'true',
      1,
    ]);
    expect(texts('[role=status]')).toEqual(['Good']);
  });

  test('that is being tested says so, and is not tested twice', async () => {
    const onRetry = vi.fn();
    const lines = [{ ...line, remedy: 'retry' as const }];
    await draw(h(ConnectionList, { lines, testing: 'a', onAccess: vi.fn(), onRetry }));
    await press('popup_try_again');
    expect([texts('.which p'), onRetry.mock.calls.length]).toEqual([['options_testing'], 0]);
  });

  test('leads to the connection’s own view, by its name as well', async () => {
    await draw(h(ConnectionList, { lines: [line], onAccess: vi.fn(), onRetry: vi.fn() }));
    const links = [...document.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')]);
    expect(links).toEqual([
      ['Agency', '#connection/a'],
      ['manage_edit', '#connection/a'],
    ]);
  });
});

describe('a row', () => {
  const { templates } = traitsOf();
  const values = { ...defaults.fallback, ...preferences.fallback };
  const settingsWith = (more: object = {}) =>
    ({
      values,
      typed: {},
      said: {},
      isDenied: () => false,
      textOf: (name: SettingName) => (name in templates ? templates[name as 'accountUrl'] : ''),
      defaultOf: () => 'default',
      problemOf: () => undefined,
      set: vi.fn(async () => {}),
      turn: vi.fn(async () => true),
      type: vi.fn(),
      save: vi.fn(async () => {}),
      removePassword: vi.fn(async () => {}),
      ...more,
    }) as unknown as Settings;
  const showRow = (name: SettingName, settings: Settings, fixed: string[] = []) => {
    const row = settingRows.find((one) => one.name === name) as (typeof settingRows)[number];
    return draw(h(FixedProvider, { value: new Set(fixed), children: h(SettingRow, { row, settings }) }));
  };

  test.each<[SettingName, fixed: string, control: string]>([
    ['hostChoice', 'hostChoice', 'input:not(:disabled)'],
    ['privacy', 'defaults', 'input:not(:disabled)'],
    ['exclude_ips', 'defaults', 'button'],
  ])('%s that is fixed bears the sign, and cannot be changed', async (name, fixed, control) => {
    const settings = settingsWith({ typed: { [name]: { base: '', text: 'typed before' } } });
    await showRow(name, settings, [fixed]);
    expect([texts('.fixed-sign'), texts(control)]).toEqual([['options_policy_fixed'], []]);
    await showRow(name, settingsWith());
    expect(texts('.fixed-sign')).toEqual([]);
    expect(texts(control)).not.toEqual([]);
  });

  test.each<[string, boolean, string[]]>([
    ['a stored password is never shown', true, ['options_replace', 'options_forget']],
    ['without a password there is nothing to be removed', false, ['options_add']],
  ])('%s', async (_what, hasPassword, buttons) => {
    await showRow('hasPassword', settingsWith({ values: { ...values, hasPassword } }));
    expect([texts('button'), texts('input')]).toEqual([buttons, []]);
  });

  test('the password is removed in two steps', async () => {
    const settings = settingsWith({ values: { ...values, hasPassword: true } });
    await showRow('hasPassword', settings);
    await press('options_forget');
    await press('popup_cancel');
    await press('options_default_password_forget');
    expect(settings.removePassword).not.toHaveBeenCalled();
    await press('options_forget');
    await press('options_default_password_forget');
    expect(settings.removePassword).toHaveBeenCalledOnce();
    expect(buttonOf('options_default_password_forget')).toBeUndefined();
  });

  test.each<[string, text: string, problem: object | undefined, saved: boolean, closed: boolean]>([
    ['is saved', 'https://mine.example', undefined, true, false],
    ['as it was is closed', templates.statisticsUrl, undefined, false, true],
    ['that cannot be one is not saved, and stays', 'nonsense', { reason: 'address' }, false, false],
  ])('an address that %s', async (_what, text, problem, saved, closed) => {
    const typed = { statisticsUrl: { base: templates.statisticsUrl, text } };
    const settings = settingsWith({ typed, problemOf: () => problem });
    await showRow('statisticsUrl', settings);
    await fire(document.querySelector('form'), 'submit');
    expect([vi.mocked(settings.save).mock.calls.length, vi.mocked(settings.type).mock.calls]).toEqual([
      Number(saved),
      closed ? [['statisticsUrl']] : [],
    ]);
    expect(texts('.error')).toEqual([problem ? 'options_template_address' : '']);
  });

  test('says what another window has made of what is being edited', async () => {
    await showRow('statisticsUrl', settingsWith({ typed: { statisticsUrl: { base: 'old', text: 'mine' } } }));
    expect(texts('.error')).toEqual(['options_setting_changed']);
  });
});
