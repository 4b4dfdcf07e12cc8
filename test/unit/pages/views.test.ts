import { type ComponentChild, h } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { ShareLink } from '@/components/ShareLink.tsx';
import { Toast } from '@/entrypoints/manage/App.tsx';
import { Presets } from '@/entrypoints/manage/addMany/AddFields.tsx';
import { CheckBar } from '@/entrypoints/manage/addMany/CheckBar.tsx';
import { reduce } from '@/entrypoints/manage/addMany/reduce.ts';
import { type AddMany, type CheckState, firstState } from '@/entrypoints/manage/addMany/state.ts';
import { Count } from '@/entrypoints/manage/list/Count.tsx';
import { confirmsCount, DeleteDialog } from '@/entrypoints/manage/list/DeleteDialog.tsx';
import { ListExport } from '@/entrypoints/manage/list/ListDialogs.tsx';
import { ListRows } from '@/entrypoints/manage/list/ListPage.tsx';
import { ListProblems, Reading } from '@/entrypoints/manage/list/Notes.tsx';
import { noPart } from '@/entrypoints/manage/list/state.ts';
import { PageProvider } from '@/entrypoints/manage/usePage.ts';
import { CreateSheet } from '@/entrypoints/manage/websites/CreateSheet.tsx';
import { EditSheet } from '@/entrypoints/manage/websites/EditSheet.tsx';
import { FormProvider } from '@/entrypoints/options/connection/Field.tsx';
import { OwnDefaults } from '@/entrypoints/options/connection/Folds.tsx';
import { FixedProvider } from '@/entrypoints/options/Fixed.tsx';
import { Faults } from '@/entrypoints/options/Notices.tsx';
import { DeleteSite } from '@/entrypoints/popup/site/DeleteSite.tsx';
import { SitePassword } from '@/entrypoints/popup/site/SitePassword.tsx';
import { Code } from '@/entrypoints/popup/tracking/Code.tsx';
import { loadUnicode } from '@/entrypoints/popup/unicode.ts';
import type { PreviewStatus } from '@/lib/addMany/preview.ts';
import type { Problem } from '@/lib/services/index.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
import { one, opened } from './connection/form.ts';
import { draw, press, texts } from './drawn.ts';
import { openPage, showPlaces } from './hooked.ts';
import { preview, readOf, shows } from './played.ts';
import { connectionOf, inList, tabProps } from './tabProps.ts';

vi.mock('@/entrypoints/manage/Dialog.tsx', () => ({
  Dialog: ({ children }: Record<string, unknown>) => children,
  FormDialog: ({ above, children, submit, buttons }: Record<string, object>) => [
    children,
    above,
    h('button', { type: 'submit', ...submit }),
    buttons,
  ],
}));

const sent = vi.hoisted(() => vi.fn());
vi.mock('@/entrypoints/manage/addMany/store.ts', () => ({ send: sent }));

beforeEach(openPage);
const nothing = vi.fn();

/** The bar of the check of Add many, and what is pressed there. */
async function showCheck(given: Partial<CheckState>, statuses: readonly PreviewStatus[] = []) {
  const [a, b] = [connectionOf('a'), connectionOf('b', { name: 'Client B' })];
  const first: AddMany = { ...firstState, ...preview(given.problem ? [b, a] : [a, b]) };
  const of = statuses.map((status) => readOf(`${status}.example`));
  const known = {
    registered: new Set<string>(),
    absent: new Map([['new.example', 1]]),
    unsure: new Set(['unsure.example']),
  };
  const check = { phase: 'ended', asked: 2, left: 0, ...given, of, known } as const;
  const state = [shows(first, of), ['checking', given.problem ? 'of b' : 'of a', check] as const].reduce<AddMany>(
    reduce,
    first,
  );
  await draw(h(CheckBar, { state, onAccess: nothing }));
  return async () => {
    sent.mockClear();
    await act(() => document.querySelector<HTMLButtonElement>('.note button')?.click());
    return sent.mock.calls;
  };
}

describe('the end of the check of Add many says', () => {
  test.each<[string, PreviewStatus[], text: string, good: boolean]>([
    ['that all were checked', ['new'], 'addmany_checked_other', true],
    ['that some may be registered, and what to do', ['new', 'unsure'], 'addmany_unsure_hint', false],
  ])('%s', async (_name, statuses, text, good) => {
    await showCheck({}, statuses);
    const status = document.querySelector('[role=status]');
    expect(status?.textContent).toBe(text);
    expect(status?.classList.contains('good')).toBe(good);
  });

  test('nothing of each request while it counts them, but what comes of them, in the element that was there', async () => {
    const now = () => document.querySelector('[role=status]');
    const counting: string[] = [];
    await showCheck({ phase: 'asking', asked: 0, left: 9 });
    const first = now();
    for (const state of [{ phase: 'asking' }, { phase: 'asking', until: 1 }, { phase: 'more' }, {}] as const) {
      await showCheck({ left: 7, ...state }, ['new']);
      counting.push(`${now()?.getAttribute('aria-live')} ${now()?.textContent}`);
    }
    expect(counting).toEqual([
      'off addmany_checking_count',
      'polite addmany_waits',
      'polite addmany_ask_more_other',
      'polite addmany_checked_other',
    ]);
    expect(now()).toBe(first);
  });

  test.each(['asking', 'more'] as const)('what failed at one, also while another is %s', async (phase) => {
    const problem = { kind: 'server', status: 500 } as const;
    const pressAgain = await showCheck({ phase, left: 21, problem }, ['unchecked']);
    expect(document.querySelector('.note[role=alert]')?.textContent).toContain('Client B:');
    expect(await pressAgain()).toEqual([['check-again']]);
  });
});

test.each<[string, Problem, buttons: string[]]>([
  ['that can be tried again', { kind: 'server', status: 500 }, ['popup_try_again']],
  ['that leads to the settings', { kind: 'shape' }, ['addmany_ask_more', 'popup_open_settings']],
])('after a problem %s, what is unchecked can be checked by one button', async (_what, problem, buttons) => {
  await showCheck({ problem }, ['unchecked']);
  expect(texts('button')).toEqual(buttons);
  expect(document.querySelector('[role=status]')?.textContent).toBe('');
});

test('the check of Add many that could not begin offers to try again, and has no good end', async () => {
  const pressAgain = await showCheck({ asked: 0, problem: { kind: 'cancelled', code: 'worker-gone' } });
  expect(document.querySelector('.good, [role=status] .icon')).toBeNull();
  expect(await pressAgain()).toEqual([['check-again']]);
});

test.each<[string, string[], 'read' | 'searched']>([
  ['one connection that is read', ['a'], 'read'],
  ['several that are read', ['a', 'b'], 'read'],
  ['several that are searched', ['a', 'b'], 'searched'],
])('a list of %s is tried again once, and after the same wait if it is refused again', async (_what, ids, doing) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { parts } = tabProps(ids.map((id) => connectionOf(id)));
  const showProblems = (isAsked: boolean) => {
    const asked = { isAsked, problem: { kind: 'busy', retryAfter: 30 } };
    const part = { ...noPart, ...(doing === 'read' ? asked : { search: { text: 'shop', ...asked } }) };
    const state = { parts: new Map(ids.map((id) => [`of ${id}`, part])) };
    const tab = { parts, list: { state, send: nothing } };
    return draw(inList(tab, h(ListProblems, {})));
  };
  const buttonOf = (one: Element) => [one.textContent, one.getAttribute('aria-disabled')];
  const buttons = () => [...document.querySelectorAll('button')].map(buttonOf);
  const each = (text: string, isDisabled: boolean) =>
    expect(new Set(buttons().map(String))).toEqual(new Set([`${text},${isDisabled}`]));
  await showProblems(false);
  expect(document.querySelectorAll('.folded-problems')).toHaveLength(ids.length - 1);
  await act(() => void vi.advanceTimersByTime(30_000));
  each('popup_try_again', false);
  await showProblems(true);
  each('popup_try_again', true);
  await showProblems(false);
  each('popup_try_again_in', true);
});

test.each<[string, kinds: [Problem['kind'], Problem['kind']], rows: string[]]>([
  ['once, if it is the same for all', ['shape', 'shape'], ['a', 'b']],
  ['of each, if not', ['shape', 'timeout'], ['a: problem_shape', 'b: problem_timeout']],
])('why several lists could not be read is said %s', async (_what, kinds, rows) => {
  const { parts } = tabProps(['a', 'b'].map((id) => connectionOf(id)));
  const named = parts.map((part, at) => ({ ...part, name: at ? 'b' : 'a' }));
  const state = {
    parts: new Map(parts.map(({ service }, at) => [service.account, { ...noPart, problem: { kind: kinds[at] } }])),
  };
  const tab = { parts: named, names: true, list: { state, send: nothing } };
  await draw(inList(tab, h(ListProblems, {})));
  const shown = [...document.querySelectorAll('.folded-problems .note p')].map(({ textContent }) =>
    textContent?.replace(/[\u2066-\u2069]/g, '').trim(),
  );
  expect(shown).toEqual(rows);
});

test.each<[string, shown: number, of: number, text: RegExp]>([
  ['all are shown', 2, 2, /^options_websites/],
  ['a search shows some', 1, 2, /^manage_shown_of/],
])('while more rows are put in order, the count is of those before: %s', async (_what, shown, of, text) => {
  const state = { rows: Array(3), view: { shown: { of } } };
  const tab = { kind: 'websites', rows: Array(shown), list: { state, send: nothing }, sums: { isWell: true } };
  await draw(inList(tab, h(Count, {})));
  expect(document.querySelector('.counted')?.textContent).toMatch(text);
});

test.each<[string, shown: number, lives: (string | null)[]]>([
  ['all are shown', 2, ['off', null]],
  ['a search shows some', 1, ['polite', null]],
])(
  'a count that grows while a list is read is only announced where it is of a search: %s',
  async (_what, shown, lives) => {
    const state = { view: { shown: { of: 2 } } };
    const sums = { isWell: true, whole: 0, reading: { read: 2, total: 9 } };
    const tab = { kind: 'websites', rows: Array(shown), list: { state, send: nothing }, sums };
    await draw(inList(tab, h(Count, {}), h(Reading, {})));
    expect(document.querySelector('.strip')?.textContent).toContain('manage_read_of');
    const announced = [...document.querySelectorAll('[role=status]')].map((one) => one.getAttribute('aria-live'));
    expect(announced).toEqual(lives);
  },
);

test.each([false, true])('Refresh keeps its place, and asks once: already asked %s', async (isWanted) => {
  const send = vi.fn();
  const sums = { isWell: true, isWanted };
  const tab = { kind: 'websites', rows: [{}], list: { state: { rows: [{}], view: { shown: { of: 1 } } }, send }, sums };
  await draw(inList(tab, h(Count, {})));
  const button = document.querySelector('button');
  expect([button?.textContent, button?.getAttribute('aria-disabled')]).toEqual(['manage_refresh', String(isWanted)]);
  await act(() => button?.click());
  expect(send).toHaveBeenCalledTimes(Number(!isWanted));
});

describe('that nothing matches is only said where it is proved', () => {
  const [searched, filtered] = [
    { search: 'shop', filter: 'all' },
    { search: '', filter: 'public' },
  ];
  test.each([
    [searched, true, 'popup_nothing_found', ['manage_clear_search']],
    [searched, false, 'options_websites_other', ['manage_refresh', 'manage_clear_search']],
    [filtered, true, 'manage_none_match', ['manage_show_all']],
    [filtered, false, 'options_websites_other', ['manage_refresh', 'manage_show_all']],
  ])('%j, proved: %s', async (query, isProved, title, buttons) => {
    const tab = {
      kind: 'websites',
      rows: [],
      list: { state: { rows: [{}] }, send: nothing },
      sums: { isSearched: true, isProved },
      route: { query: { tracking: 'all', link: 'all', ...query } },
    };
    await draw(inList(tab, h(ListRows, { children: null })));
    expect(document.querySelector('h2')?.textContent).toMatch(title);
    expect(texts('button')).toEqual(buttons);
  });
});

test.each<[string, isOpen: boolean, notes: string[]]>([
  ['that was read whole', false, []],
  // What is shown may be what a filter left, of a list of which one page was read.
  ['of which more may come', true, ['tracking_known_partly']],
])(
  'a file of what is shown of a list %s says so, and nothing of how much the service has',
  async (_what, isOpen, notes) => {
    await draw(inList({ kind: 'websites', rows: Array(3), sums: { isOpen }, exporting: {} }, h(ListExport, {})));
    expect(texts('p')).toEqual(['options_websites_other', ...notes]);
  },
);

test('a list that stays open until the next day says of which day its count is', async () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 5, 23, 59, 30) });
  onTestFinished(() => void vi.useRealTimers());
  showPlaces('{time}');
  const tab = { kind: 'websites', rows: [], list: { state: {} }, sums: { isWell: true, whole: Date.now() } };
  await draw(inList(tab, h(Count, {})));
  expect(document.querySelector('.counted')?.textContent).not.toContain('Jan 5');
  await act(() => void vi.advanceTimersByTime(60_000));
  expect(document.querySelector('.counted')?.textContent).toContain('Jan 5');
});

describe('Delete for good, confirmed by its name', () => {
  test.each<[string, Problem | undefined, enabled: boolean]>([
    ['before it is pressed', undefined, true],
    ['where the service has another record in its place', { kind: 'conflict', code: 'other-record' }, false],
  ])('%s', async (_name, problem, enabled) => {
    const acts = { onDelete: nothing, onClose: nothing };
    const texts = { title: 'Delete', warning: '', wanted: 'shop.example.com' };
    await draw(
      h(DeleteDialog, { ...texts, ...acts, confirms: () => true, busy: false, ...(problem ? { problem } : {}) }),
    );
    expect(document.querySelector('button[type=submit]')?.hasAttribute('disabled')).toBe(!enabled);
  });
});

test.each([
  ['en', '1234 ', true],
  ['en', '1.234', false],
  ['ar-EG', '١٬٢٣٤', true],
  ['ar', '١٢٣٤', true],
  ['ja', '１２３４', true],
  ['uk', '1 234', true],
  ['ja', '１２３５', false],
])('a count is confirmed as %s writes it: %s, %s', (language, typed, expected) => {
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockReturnValue(language);
  expect(confirmsCount(typed, 1234)).toBe(expected);
});

test.each([
  ['bücher.example', true],
  ['bucher.example', false],
])('an international website is deleted in the popup where its name was typed: %s, %s', async (typed, enabled) => {
  const domain = 'xn--bcher-kva.example';
  await loadUnicode(domain);
  const site = { busy: false, focus: { at: 'view', turn: 0 } };
  await draw(h(DeleteSite, { website: { domain }, site, send: nothing, onPress: nothing } as never));
  const box = document.querySelector('input');
  await act(() => {
    Object.assign(box ?? {}, { value: typed });
    box?.dispatchEvent(new window.Event('input', { bubbles: true }));
  });
  expect(document.querySelector('button[type=submit]')?.hasAttribute('disabled')).toBe(!enabled);
});

/** Presses the first button, and waits for what follows from it. */
const pressFirst = () =>
  act(async () => {
    document.querySelector('button')?.click();
    await sleep(0);
  });

const codeOf = (domain: string) => {
  const template = '<script src="{base_url}/a.js" data-site="{domain}"></script>';
  return h(Code, { template, values: { base_url: 'https://stats', domain, id: '7' }, focus: { at: 'else', turn: 0 } });
};

test('that the tracking code was copied is said until the site is shown under another name', async () => {
  const isSaid = () => document.body.textContent?.includes('tracking_copied');
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } });
  await draw(codeOf('a.example'));
  await pressFirst();
  expect(isSaid()).toBe(true);
  await draw(codeOf('www.a.example'));
  expect(isSaid()).toBe(false);
});

test.each<[box: string, view: () => ComponentChild]>([
  ['the name of a preset', () => h(Presets, { presets: { names: [], chosen: '' } } as never)],
  ['code that could not be copied', () => codeOf('a.example')],
])('the box for %s takes the focus when it appears, not in each render', async (_name, view) => {
  const taken = vi.fn();
  Object.assign(window.HTMLElement.prototype, { focus: taken, select: taken });
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject() } });
  await draw(view());
  await pressFirst();
  expect(taken).toHaveBeenCalled();
  taken.mockClear();
  await draw(view());
  expect(taken).not.toHaveBeenCalled();
});

test('once a preset is saved, the focus stays there, so that a second Enter adds no sites', async () => {
  const presets = { names: ['Clients'], chosen: 'Clients', save: vi.fn() };
  await draw(h(Presets, { presets } as never));
  const taken = vi.fn();
  Object.assign(window.HTMLElement.prototype, {
    focus(this: HTMLElement) {
      taken(this.localName);
    },
    select: nothing,
  });
  await act(() => document.querySelector<HTMLButtonElement>('.presets > button')?.click());
  const box = document.querySelector('input');
  Object.defineProperty(document, 'activeElement', { get: () => (document.body.contains(box) ? box : document.body) });
  await act(() => void document.querySelector('form')?.dispatchEvent(new window.Event('submit', { cancelable: true })));
  expect(presets.save).toHaveBeenCalledWith('Clients');
  expect(taken.mock.calls).toEqual([['input'], ['select']]);
});

test.each([
  [1, 1, 'a0 fault_unknown'],
  [100, 100, 'a99 fault_unknown'],
  [5000, 101, 'manage_more_names'],
])('of %i faults of a file %i lines are shown', async (count, lines, last) => {
  const faults = Array.from({ length: count }, (_, at) => ({ place: `a${at}`, reason: 'unknown' as const }));
  await draw(h(Faults, { title: 'Faults', faults }));
  const shown = texts('li');
  expect(shown).toHaveLength(lines);
  expect(shown.at(-1)).toBe(last.replace('fault', 'options_fault'));
});

test('where an organisation has fixed what new sites start with, a person can still give them a password', async () => {
  const state = opened({ ...one, defaults: { ...defaults.fallback, privacy: 2 } });
  const form = h(FormProvider, { value: { state, send: nothing } }, h(OwnDefaults, {}));
  await draw(h(FixedProvider, { value: new Set(['defaults']) }, form));
  const isFixed = (selector: string) => document.querySelector(selector)?.closest('fieldset[disabled]') !== null;
  expect(['input[type=radio]', 'textarea', 'input[type=password]'].map(isFixed)).toEqual([true, true, false]);
});

test.each([
  ['copied', () => Promise.resolve(), 'tracking_copied'],
  ['not to be copied', () => Promise.reject(new Error()), 'tracking_copy_failed https://stats.example/share/a'],
])('the link to public statistics, %s', async (_how, writeText, said) => {
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  await draw(h(ShareLink, { url: 'https://stats.example/share/a' }));
  await pressFirst();
  expect(document.querySelector('[role=status]')?.textContent).toBe(said);
  // From left to right in every language.
  expect(document.querySelector('[role=status] bdi[dir=ltr]')?.textContent ?? said).toBe(said.split(' ').at(-1));
});

describe('what is copied for those who may see the statistics', () => {
  const statisticsUrl = 'https://stats.example/a.example';
  test.each<[string, given: object, button: string, text: string]>([
    ['the link, of a public site', { needs: 'link' }, 'record_copy_link', statisticsUrl],
    ['the link, where the password is not known', { needs: 'set' }, 'record_copy_link', statisticsUrl],
    ['both', { needs: 'set', password: 'x' }, 'password_copy_with_link', `${statisticsUrl}\npassword_for_client`],
    ['the password', { needs: 'set', password: 'made up' }, 'password_copy_again', 'made up'],
  ])('%s', async (_what, given, button, text) => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await draw(h(SitePassword, { site: { typed: {}, ...given }, statisticsUrl } as never));
    await press(button);
    expect(writeText.mock.calls).toEqual([[text]]);
  });
});

describe('a sheet', () => {
  const problem: Problem = { kind: 'network' };
  const sheet = { fields: toFields({ privacy: 1 }), busy: false, errors: {} };
  const part = { connection: { id: '1' }, service: { url: 'https://stats.example' } };
  const start = { of: () => ({ preferences: preferences.fallback }) };
  const row = websiteRow({ id: 'a', domain: 'a.example' });
  const creating = { ...sheet, typed: 'a.example' };
  const inPage = (children: ComponentChild) => h(PageProvider, { value: { start } as never, children });
  const edit = (more: object, save = nothing) =>
    inPage(h(EditSheet, { edit: { part, editing: { ...sheet, row, ...more }, save } } as never));
  const create = (more: object, send = nothing) =>
    h(CreateSheet, { creation: { part, creating: { ...creating, ...more }, create: send } } as never);

  test.each([
    ['editing', edit],
    ['adding', create],
  ])('in which a save failed, %s, sends it with "Try again"', async (_name, sheetWith) => {
    vi.stubGlobal('navigator', { onLine: true });
    const send = vi.fn();
    await draw(sheetWith({ problem }, send));
    await press('popup_try_again');
    expect(send).toHaveBeenCalledOnce();
  });

  // Screen readers announce a text that appears in an element, but not one that appears with its element.
  test.each<[string, (more: object) => ComponentChild, string, object]>([
    ['of an edit', edit, 'div[role=status]', { note: 'Said' }],
    ['of a domain', create, '.error[aria-live=polite]', { errors: { domain: 'Said' } }],
  ])('has, from the beginning, the element for the message %s', async (_name, sheetWith, place, more) => {
    await draw(sheetWith({}));
    const element = document.querySelector(place);
    expect(element?.textContent).toBe('');
    await draw(sheetWith(more));
    expect(element?.textContent).toBe('Said');
  });
});

test('the outcome of an action is shown a moment later, also if it is the same again, and for a while', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const shown: (string | undefined)[] = [];
  const look = () => shown.push(document.querySelector('.toast')?.textContent);
  const pass = (time: number) => act(() => void vi.advanceTimersByTime(time));
  for (const _ of ['first', 'second']) {
    await draw(h(Toast, { said: { text: 'Saved' } }));
    look();
    await pass(200);
    look();
  }
  await pass(8_000);
  look();
  expect(shown).toEqual(['', 'Saved', '', 'Saved', '']);
});
