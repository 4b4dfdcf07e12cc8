import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { reduce } from '@/entrypoints/popup/site/reduce.ts';
import { run } from '@/entrypoints/popup/site/run.ts';
import type { Button, Command, Event } from '@/entrypoints/popup/site/state.ts';
import { wordsOf } from '@/entrypoints/popup/tracking/words.ts';
import type { Problem } from '@/lib/services/index.ts';
import { failed, ok, openPage, worker } from './hooked.ts';
import { looked, open, playAt, questionOf, rested, type Step } from './popupPlay.ts';
import { account, connectionOf, host, other, website } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const umami = { connection: connectionOf(account, { kind: 'umami' }) };

const play = (change: Partial<PopupStart>, ...steps: readonly Step[]) => playAt({ ...umami, ...change }, ...steps);

const minute = 60_000;
const day = 24 * 60 * minute;
const press = (button: Button, at = 0): Event => ({ type: 'pressed', button, at });
const answers =
  (ask: 'site.check' | 'websites.create' | 'websites.update' | 'websites.delete', value: unknown): Step =>
  ({ asked }) => ({ type: 'answered', ...questionOf(asked, ask), value, at: 0 });
const found = (...matches: object[]) => answers('site.check', { matches, related: [], complete: true });
const counted =
  (last: number | null | undefined, at = 1, week?: number): Step =>
  ({ asked }) => ({ type: 'counted', ...questionOf(asked, 'websites.hits'), last, week, at });
const uncounted =
  (kind: Problem['kind'] = 'network', at = 1, retryAfter?: number): Step =>
  ({ asked }) => {
    const problem = { kind, ...(retryAfter ? { retryAfter } : {}) };
    return { type: 'counted', ...questionOf(asked, 'websites.hits'), at, problem };
  };
const waited: Step = ({ asked }) => ({ type: 'waited', ...questionOf(asked, 'wait') });
const over = [looked, found(website), rested];
const tracked = [looked, found(), press('track'), answers('websites.create', { outcome: 'created', website })];
const hits = (asked: readonly Command[]) => asked.filter((one) => one.ask === 'websites.hits');
const names = (commands: readonly Command[]) => commands.map(({ ask }) => ask).filter((ask) => ask !== 'remember');

describe('the last visit is asked for', () => {
  test('once the service has shown the record, and of that record as it is now', () => {
    const { last } = play({}, ...over);
    const input = { ids: ['7'], last: true, shown: true, fresh: true };
    expect(hits(last)).toEqual([{ ask: 'websites.hits', account, host, number: 2, input }]);
  });

  test.each<[string, Partial<PopupStart>, Step[]]>([
    ['before the service has shown it', { known: [{ account, host, website }] }, [looked]],
    ['of a site that is not registered', {}, [looked, found()]],
    ['in a private window', { private: true }, [looked, press('check'), found(website), rested]],
    ['where the kind of service does not tell it', { connection: connectionOf(account) }, over],
  ])('not %s', (_what, start, steps) => {
    expect(hits(play(start, ...steps).asked)).toEqual([]);
  });

  test('once in a popup, though the site is looked up again', () => {
    expect(hits(play({}, ...over, counted(null), press('check'), found(website)).asked)).toHaveLength(1);
  });

  test('of a site that was registered already', () => {
    const already = answers('websites.create', { outcome: 'already', website });
    const { last } = play({}, looked, found(), press('track'), already);
    expect(names(last)).toEqual(['websites.hits']);
  });
});

describe('a visit is waited for', () => {
  test('after Track: looked for until it comes, which ends what was said before', () => {
    const begun = play({}, ...tracked);
    expect([names(begun.last), begun.site.visits]).toMatchObject([['wait'], { wait: 'on' }]);
    const asking = play({}, ...tracked, waited);
    expect(names(asking.last)).toEqual(['websites.hits']);
    const still = play({}, ...tracked, waited, counted(null));
    expect([names(still.last), still.site.outcome]).toEqual([['wait'], { is: 'created' }]);
    const { site, last } = play({}, ...tracked, waited, counted(null), waited, counted(8100, 8200));
    expect(names(last)).toEqual([]);
    const visits = { last: 8100, at: 8200, wait: undefined };
    expect(site).toMatchObject({ visits, outcome: undefined, canUndo: true });
  });

  const renamed = [
    looked,
    answers('site.check', { matches: [website], related: [{ ...website, id: '8', domain: other }], complete: true }),
    rested,
    { type: 'named', host: other } as const,
  ];
  test.each<[string, Step[], wait: string | undefined, commands: string[]]>([
    ['after the code of a site that had none', [...over, counted(null), press('copied')], 'on', ['wait']],
    ['not where one came lately', [...over, counted(1), press('copied')], undefined, []],
    ['not where some came in the week', [...over, counted(undefined, 1, 12), press('copied')], undefined, []],
    ['for two minutes', [...tracked, waited, counted(null, 2 * minute - 4000)], 'on', ['wait']],
    ['no longer', [...tracked, waited, counted(null, 2 * minute - 3999)], 'over', []],
    ['not through a failure that needs a person', [...tracked, waited, uncounted('auth')], 'over', []],
    ['not where it may not be known', [...tracked, waited, counted(undefined)], undefined, []],
    ['for an answer that was on its way', [...over, press('copied'), counted(null)], 'on', ['wait']],
    ['not for one that was on its way and tells of one', [...over, press('copied'), counted(1)], undefined, []],
    ['by another name', [...renamed, press('copied'), waited, counted(1, 12 * day)], 'over', []],
  ])('%s', (_what, steps, wait, commands) => {
    const { site, last } = play({}, ...steps);
    expect([site.visits?.wait, names(last)]).toEqual([wait, commands]);
  });

  test('not once another name is shown', () => {
    const { state, last } = play({}, ...tracked, { type: 'named', host: other }, waited);
    expect([state.sites[`${account} ${host}`]?.visits?.wait, names(last)]).toEqual([undefined, []]);
  });

  test.each<[string, problem: Step, ms: number | undefined]>([
    ['as long as the service asks for', uncounted('busy', minute, 30), 30_000],
    ['not beyond the end', uncounted('busy', minute, 61), undefined],
  ])('the pause after a failure is %s', (_what, problem, ms) => {
    const { last, site } = play({}, ...tracked, waited, problem);
    expect(last.map((one) => 'ms' in one && one.ms)).toEqual(ms === undefined ? [] : [ms]);
    expect(site.visits?.wait).toBe(ms === undefined ? 'over' : 'on');
  });

  test('a visit takes away no Undo of another change', () => {
    const steps = [
      ...tracked,
      { type: 'chosen', privacy: 0 } as const,
      answers('websites.update', { ...website, privacy: 0, share_url: 'https://stats.example/share/x' }),
    ];
    const saved = { canUndo: true, outcome: { is: 'saved' } };
    expect(play({}, ...steps).site).toMatchObject(saved);
    expect(play({}, ...steps, waited, counted(1)).site).toMatchObject(saved);
  });

  test('Check again, which then disappears, gives the focus to the main button', () => {
    const { state } = play({}, ...over);
    const { focus } = reduce(state, press('look-again')).state;
    expect(focus).toEqual({ at: 'main', turn: state.focus.turn + 1 });
  });

  test('an answer or a wait that another one has overtaken changes nothing', () => {
    const { state } = play({}, ...over);
    const early = { account, host, number: 2 };
    const { state: waiting } = reduce(state, press('look-again'));
    for (const event of [
      { type: 'counted', ...early, last: 5, at: 5 },
      { type: 'waited', ...early },
    ] as const)
      expect(reduce(waiting, event)).toEqual({ state: waiting, commands: [] });
  });
});

describe('whether own visits are left out', () => {
  const own = (is: 'counted' | 'excluded', at = host): Event => ({ type: 'own-visits', host: at, own: is });
  const read = { ask: 'own-visits', host, tabId: 1, mark: { place: 'localStorage', name: 'umami.disabled' } };
  test.each<[string, Partial<PopupStart>, Step[], object[]]>([
    ['is read as soon as the page was looked at, also in a private window', { private: true }, [looked], [read]],
    ['not without a tab', { tabId: undefined }, [looked], []],
    ['is set', {}, [looked, own('counted'), press('own-visits')], [{ ...read, set: true }]],
    ['is taken back', {}, [looked, own('excluded'), press('own-visits')], [{ ...read, set: false }]],
  ])('%s', (_what, start, steps, commands) => {
    const { last } = play(start, ...steps);
    expect(last.filter(({ ask }) => ask === 'own-visits')).toEqual(commands);
  });

  test.each<[string, Step[], string | undefined]>([
    ['not as another page had it', [looked, own('excluded', other)], undefined],
    ['not once another page is open', [looked, own('excluded'), open({})], undefined],
  ])('is shown %s', (_what, steps, is) => {
    expect(play({}, ...steps).site.own).toBe(is);
  });
});

describe('what is asked and read', () => {
  beforeEach(() => {
    openPage();
    vi.useFakeTimers({ now: 10_000, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  });
  afterEach(() => void vi.useRealTimers());
  const place = { account, host, number: 3 };
  const input = { ids: ['7'], last: true as const };

  test.each<[string, Awaited<ReturnType<typeof ok>>, object]>([
    ['no visit', ok({ 7: { last: null, lastAt: 10_001 } }), { last: null, at: 10_001 }],
    ['what may not be known', ok({ 7: { lastAt: 10_001 } }), { last: undefined, at: 10_001 }],
    ['only a number', ok({ 7: { week: 12, lastAt: 10_001 } }), { last: undefined, week: 12, at: 10_001 }],
    ['a moment and a number', ok({ 7: { last: 9000, week: 12, lastAt: 10_001 } }), { last: 9000, at: 10_001 }],
    ['nothing', ok({}), { at: 10_000, problem: { kind: 'timeout' } }],
    ['a failure', failed('network'), { at: 10_000, problem: { kind: 'network' } }],
  ])('the visits: %s', async (_what, answer, event) => {
    worker.answers['websites.hits'] = () => answer;
    expect(await run({ ask: 'websites.hits', ...place, input }, false)).toEqual({
      type: 'counted',
      ...place,
      ...event,
    });
    expect(worker.asked).toMatchObject([{ name: 'websites.hits', input, account, private: false }]);
  });

  test('a wait takes its time', async () => {
    const waiting = run({ ask: 'wait', ...place, ms: 4000 }, false).then((event) => [event, Date.now()]);
    await vi.advanceTimersByTimeAsync(4000);
    expect(await waiting).toEqual([{ type: 'waited', ...place }, 14_000]);
  });

  const mark = { place: 'localStorage', name: 'umami.disabled' } as const;
  const command = { ask: 'own-visits', host, tabId: 1, mark, set: true } as const;
  test.each<[string, unknown, string | undefined]>([
    ['what the page says', 'excluded', 'excluded'],
    ['nothing that it makes up', 'made up', undefined],
    ['nothing where it cannot be reached', new Error('no access'), undefined],
  ])('own visits: %s', async (_what, result, own) => {
    const execute = vi.spyOn(fakeBrowser.scripting, 'executeScript').mockImplementation((async () => {
      if (result instanceof Error) throw result;
      return [{ result }];
    }) as never);
    expect(await run(command, true)).toEqual({ type: 'own-visits', host, own });
    expect(execute.mock.calls[0]?.[0]).toMatchObject({
      target: { tabId: 1, frameIds: [0] },
      args: [host, command.mark, true],
    });
  });
});

describe('the line below the name', () => {
  const tracking = { state: 'tracking', findings: [] } as const;
  const { site } = play({}, ...over);
  const words: Record<string, string> = { language: 'en' };
  beforeEach(() => {
    vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation((name) => words[name] ?? name);
  });
  const state = 'tracking' as const;
  const [told, unsure] = ['tracking_state_tracking', 'tracking_state_found'];
  const lost = { state: 'found', tone: 'warn' } as const;
  const last = { is: 'last', age: 0 } as const;
  type Said = Parameters<typeof wordsOf>[2];
  test.each<[string, Said, icon: string, text: string, tone: string]>([
    ['no visits known', undefined, 'check', 'popup_registered · tracking_state_tracking', 'good'],
    [
      'how many',
      { state, fact: { is: 'week', visits: 1 }, tone: 'good' },
      'check',
      `${told} · audit_week_visits`,
      'good',
    ],
    ['unclear', { state: 'registered', fact: last, tone: 'good' }, 'check', 'popup_registered · visits_last', 'good'],
    ['none', { ...lost, fact: { is: 'quiet', days: 9 } }, 'warning', `${unsure} · visits_quiet_other`, 'warn'],
    ['none of one’s own', { ...lost, fact: { is: 'mine' }, tone: 'muted' }, 'info', `${unsure} · visits_mine`, 'muted'],
  ])('%s', (_what, said, ...line) => {
    expect(wordsOf(site, tracking, said)).toEqual(line);
  });

  test('says nothing of visits while the service cannot be asked', () => {
    const said = { state: 'tracking', fact: { is: 'never' }, tone: 'warn' } as const;
    const asked = { ...site, check: { state: 'failed', problem: { kind: 'network' } }, isUnknown: true } as const;
    expect(wordsOf(asked, tracking, said)).toEqual(['question', 'popup_unknown', 'muted']);
  });
});
