import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { opening } from '@/entrypoints/popup/site/opening.ts';
import { reduce } from '@/entrypoints/popup/site/reduce.ts';
import { type Button, type Command, type Draft, type Event, newSite } from '@/entrypoints/popup/site/state.ts';
import { siteAt } from '@/entrypoints/popup/site/turn.ts';
import { siteOf } from '@/entrypoints/popup/site/view.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import type { WrittenFields } from '@/lib/websites/fields.ts';
import { asked, does, settled, worker } from './hooked.ts';
import { account, cached, check, host, openSite, other, overSite, startAt, website } from './popupStart.ts';

/** Until then, the popup's reducer is not loaded. */
const gate = vi.hoisted(() => ({ open: Promise.resolve() as Promise<unknown> }));
vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
vi.mock('@/entrypoints/popup/later.tsx', () => ({
  loadLater: async () => {
    await gate.open;
    return (await import('./laterScript.ts')).loadLater();
  },
}));
beforeEach(() => {
  overSite();
  gate.open = Promise.resolve();
});

type Ask = Exclude<Command['ask'], 'rest' | 'load' | 'remember' | 'recall'>;
const question = (one: Command, ask: string) => one.ask === ask && 'input' in one;

/** A popup by its reducer alone, with everything that it asked. */
function popup(start = startAt()) {
  const first = opening(start);
  let { state } = first;
  const all: Command[] = [...first.commands];
  let last: readonly Command[] = all;
  const send = (event: Event) => {
    ({ state, commands: last } = reduce(state, event));
    all.push(...last);
  };
  const tell = (
    ask: Ask,
    what: { type: 'answered'; value: unknown; at: number } | { type: 'refused'; problem: Problem },
  ) => {
    const {
      account: of,
      host: at,
      number,
    } = all.findLast((one) => question(one, ask)) as Extract<Command, { input: object }>;
    send({ account: of, host: at, number, ...what } as Event);
  };
  const says = (ask: Ask, value: unknown) => tell(ask, { type: 'answered', value, at: 5 });
  return {
    send,
    says,
    state: () => state,
    site: () => siteOf(state),
    last: () => last,
    sent: (ask: Ask) =>
      all.flatMap((one) =>
        question(one, ask) && 'input' in one ? [one.input as WrittenFields & { id?: string }] : [],
      ),
    press: (button: Button) => send({ type: 'pressed', button, at: 7 }),
    edit: (fields: Draft['fields']) => send({ type: 'edited', fields }),
    choose: (privacy: NonNullable<Website['privacy']>) => send({ type: 'chosen', privacy }),
    name: (name: string) => send({ type: 'named', host: name }),
    open: (at: string) => send({ type: 'opened', start: startAt({}, at), number: state.loading }),
    recall: (...drafts: Draft[]) => send({ type: 'recalled', account, host, drafts }),
    refuses: (ask: Ask, problem: Problem) => tell(ask, { type: 'refused', problem }),
    /** The page was looked at, and the service shows these. */
    shows(...matches: Website[]) {
      send({ type: 'looked' });
      says('site.check', { matches, related: [], complete: true });
      for (const { number } of state.held) send({ type: 'rested', number });
    },
  };
}

const made = { outcome: 'created', website };
const text = { exclude_ips: '::1' };

describe('nothing is published, or sent, that nobody pressed', () => {
  test('a privacy chosen for another name while a site is registered', () => {
    const at = popup();
    at.shows();
    at.press('track');
    at.name(other);
    at.edit({ privacy: 0 });
    at.name(host);
    at.says('websites.create', made);
    expect(at.sent('websites.update')).toEqual([]);
  });

  test('text typed at another connection while a site is registered', () => {
    const at = popup();
    at.shows();
    at.press('track');
    at.open('another');
    at.shows();
    at.edit(text);
    at.open(account);
    at.says('websites.create', made);
    expect(siteAt(at.state(), { account, host }).drafts).toEqual([]);
  });

  test('a privacy for a record that was found afterwards, and may be somebody else’s', () => {
    const at = popup();
    at.shows();
    at.press('track');
    at.edit({ privacy: 0 });
    at.says('websites.create', { outcome: 'confirmed', website });
    expect([at.sent('websites.update'), at.site().fields.privacy]).toEqual([[], 1]);
  });

  test('what comes from an earlier popup after Track was pressed', () => {
    const at = popup();
    at.press('track');
    at.recall({ of: newSite, fields: { ...text, privacy: 0 } });
    at.says('websites.create', made);
    expect([at.sent('websites.update'), at.site().typed]).toEqual([[], {}]);
  });

  test('the same before the reducer is loaded', async () => {
    await fakeBrowser.storage.session.set({ [`site:${account}:${host}`]: [{ of: newSite, fields: text }] });
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.open = promise;
    const hook = await openSite();
    await hook.does((site) => site.press('track'));
    await does(() => resolve());
    await settled();
    expect(asked('websites.create')).toHaveLength(1);
    expect(asked('websites.create')[0]).not.toHaveProperty('exclude_ips');
  });

  test('the fields of a record that are not shown yet', () => {
    const at = popup(startAt({ known: [cached] }));
    at.recall({ of: '7', fields: text });
    at.press('save');
    expect([at.site().isTyped, at.sent('websites.update')]).toEqual([false, []]);
  });

  test('an undo, for another record than was changed', () => {
    const at = popup();
    at.shows(website);
    at.choose(0);
    at.press('check');
    at.says('websites.update', null);
    at.press('check');
    at.shows({ ...website, id: '8', privacy: 0 });
    at.press('undo');
    expect(at.sent('websites.update')).toMatchObject([{ id: '7' }]);
  });

  test('a password twice', () => {
    const at = popup();
    at.shows(website);
    at.choose(2);
    at.edit({ password: 'made up' });
    at.press('set-password');
    at.press('set-password');
    expect(at.sent('websites.update')).toHaveLength(1);
  });
});

describe('what is typed', () => {
  test('for another name is asked for when that is looked at', () => {
    const at = popup();
    at.name(other);
    expect(at.last()).toContainEqual({ ask: 'recall', account, host: other });
  });

  test.each<[string, Draft['fields'], Draft['fields']]>([
    ['a text', text, { exclude_ips: '' }],
    ['a check box', { email: true }, { email: false }],
  ])('stays taken back while it is saved: %s', (_what, typed, back) => {
    const at = popup();
    at.shows({ ...website, exclude_ips: [], email: 0 });
    at.edit(typed);
    at.press('save');
    at.edit(back);
    at.says('websites.update', null);
    expect(at.site().fields).toMatchObject(back);
  });

  test.each([
    ['before', true],
    ['after', false],
  ])('is no draft any more once the record has it, %s it is recalled', (_when, isFirst) => {
    const at = popup();
    const known = { ...website, exclude_ips: ['::1'] };
    if (isFirst) at.shows(known);
    at.recall({ of: '7', fields: text });
    if (!isFirst) at.shows(known);
    expect(at.site().isTyped).toBe(false);
  });

  test('while a site is registered is shown beside its Save', () => {
    const at = popup();
    at.shows();
    at.press('track');
    at.edit(text);
    at.says('websites.create', made);
    expect([at.site().isMore, at.site().typed]).toEqual([true, text]);
  });

  test('for a record that turns out to be read-only changes nothing of what it shows', () => {
    const at = popup();
    at.shows();
    at.press('track');
    at.edit({ privacy: 0 });
    at.says('websites.create', { ...made, website: { ...website, locked: 'inexact-id' } });
    expect(at.site().fields.privacy).toBe(1);
  });

  test('over a password that was refused keeps its box', () => {
    const at = popup();
    at.shows({ ...website, privacy: 2, has_password: true });
    at.press('change-password');
    at.edit({ password: 'made up' });
    at.press('set-password');
    at.refuses('websites.update', { kind: 'rejected' });
    at.edit({ password: '' });
    expect(at.site().isChanging).toBe(true);
  });
});

describe('a create that failed', () => {
  test.each([
    ['before', true],
    ['after', false],
  ])('is not offered again over the record that was found %s that', (_when, isFirst) => {
    const at = popup();
    at.send({ type: 'looked' });
    at.press('track');
    if (isFirst) at.shows(website);
    at.refuses('websites.create', { kind: 'network' });
    if (!isFirst) at.shows(website);
    expect([at.site().problem, at.site().website?.id]).toEqual([undefined, '7']);
  });
});

test('a deletion at one connection leaves the names that another one has', () => {
  const at = popup();
  at.shows(website);
  at.press('ask-delete');
  at.press('delete');
  at.open('another');
  at.send({ type: 'looked' });
  at.says('site.check', { matches: [], related: [{ id: '7', domain: other }], complete: true });
  at.says('websites.delete', { outcome: 'deleted' });
  expect(at.site().covering?.domain).toBe(other);
});

test.each<[string, unknown]>([
  ['nothing', []],
  ['a text', 'abc'],
  ['no fields', [{ of: newSite }]],
  ['a field of null', [{ of: newSite, fields: { exclude_ips: null } }]],
])('what cannot be read of an earlier popup is nothing: %s', async (_what, value) => {
  await fakeBrowser.storage.session.set({ [`site:${account}:${host}`]: value });
  worker.answers['site.check'] = () => check({ matches: [website] });
  const hook = await openSite();
  await settled();
  expect([hook.now().check.state, hook.now().website?.id, hook.now().hasOffer]).toEqual(['done', '7', false]);
});
