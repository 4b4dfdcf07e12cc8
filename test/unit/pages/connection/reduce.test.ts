import { describe, expect, test } from 'vitest';
import { opening, reduce } from '@/entrypoints/options/connection/reduce.ts';
import * as screen from '@/entrypoints/options/connection/shown.ts';
import type { Command, Event, Field, State } from '@/entrypoints/options/connection/state.ts';
import { revisionOf } from '@/lib/connections/revision.ts';
import type { ConnectionReport, TestResult } from '@/lib/messages/commands.ts';
import { defaults, preferences } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import {
  a,
  answerTo,
  b,
  good,
  keys,
  one,
  opened,
  play,
  pressSave,
  readOf,
  seo,
  status,
  types,
  withSeo,
} from './form.ts';

const { isStale, isTyped, outcomeOf, textOf } = screen;
type Failure = 'network' | 'auth' | 'missing';
const failed = (kind: Failure, more = {}): TestResult => ({ ok: false, problem: { kind }, ...more });
const fields = toFields(defaults.fallback);
const typedKey = types({ 'analytics.url': a, 'analytics.key': keys.first });
const mine = types({ name: 'Mine' });
const addedSeo = types({ 'seo.url': seo, 'seo.key': keys.second });
const key1 = types({ 'analytics.key': keys.first });
const key2 = types({ 'analytics.key': keys.second });
const headerAdded = { type: 'header-added' } as const;
const cancelled = { type: 'cancelled' } as const;
const retried = { type: 'retried' } as const;
const seoRemoved = { type: 'seo-removed' } as const;
const firstKey = { 'analytics.key': keys.first };
const reads = (connection: typeof one | undefined, more: Parameters<typeof readOf>[1] = {}): Event => ({
  type: 'read',
  read: readOf(connection, more),
});
/** The press that asks whether to remove it, and the one that confirms. */
const asks = (what: string | undefined) => ({ type: 'asked', what: what as never, focus: 'x' }) as const;
const confirms = (what: string | undefined): Event[] => [asks(what), { type: 'confirmed' }];
const removal = confirms('header X-Proxy');
const unsavedRemoval = confirms('unsaved X-Proxy');
const keyRemoval = confirms('key analytics');
const well: ConnectionReport = { analytics: good };
const refusedKey: ConnectionReport = { analytics: failed('auth'), unsaved: ['analytics'] };
const outOfReach: ConnectionReport = { analytics: failed('network'), unsaved: ['analytics'] };
/** A save that is under way. */
const saving = (state: State, ...events: Event[]) => play(state, ...events, pressSave);
const isSaved = (value: ConnectionReport) => ({ ok: true, value }) as const;
type Saving = { state: State; commands: readonly Command[] };
/** Its answer. A service that answers is stored. */
const answer = ({ state, commands }: Saving, report: ConnectionReport) =>
  answerTo(commands, isSaved(report), state.base ?? (report.unsaved?.includes('analytics') ? undefined : one));
const refusal = ({ state, commands }: Saving, problem: object) =>
  answerTo(commands, { ok: false, problem: problem as never }, state.read.connection);
const renamed = { ...one, name: 'Elsewhere' };

describe('what is typed', () => {
  test.each<[string, State, Event[], field: Field, shown: string, isDirty: boolean]>([
    ['is nothing where it is what is stored', opened(one), types({ 'analytics.url': a }), 'analytics.url', a, false],
    ['is read anew', opened(one), [reads(renamed)], 'name', 'Elsewhere', false],
    ['stays over an older one', opened(one), [reads(renamed, { turn: -1 })], 'name', '', false],
    ['is no change where a site is tried', opened(one), types({ try: 'x.example' }), 'try', 'x.example', false],
    ['goes with the SEO service', opened(withSeo), [...types({ 'seo.key': 'x' }), seoRemoved], 'seo.url', '', true],
  ])('%s', (_what, state, events, field, shown, isDirty) => {
    const after = play(state, ...events).state;
    expect([textOf(after, field), isTyped(after.typed)]).toEqual([shown, isDirty]);
  });

  test.each<[string, typeof fields | null, own: object | undefined]>([
    ['its own defaults', { ...fields, privacy: 0, exclude_params: ' b\n\n' }, { privacy: 0, exclude_params: ['b'] }],
    ['the common ones again', null, undefined],
  ])('%s are saved', (_what, defaultsNow, own) => {
    const chosen: Event = { type: 'chosen', part: { defaults: defaultsNow } };
    const [command] = saving(opened({ ...one, defaults: { ...defaults.fallback, privacy: 2 } }), chosen).commands;
    const { defaults: sent } = (command?.do === 'save' && command.input.own) || {};
    if (own) expect(sent).toMatchObject(own);
    else expect(sent).toBeUndefined();
  });

  const guests = { id: 't2', name: 'Guests' };
  const crewed = { ...one, kind: 'umami', team: 't1', teamName: 'Crew' } as const;
  test.each<[what: string, team: typeof guests | null | undefined, shown: object | undefined, own: object]>([
    ['is left as it is stored', undefined, { id: 't1', name: 'Crew' }, {}],
    ['is taken away', null, undefined, { team: '', teamName: '' }],
  ])('the team of new sites %s', (_what, team, shown, own) => {
    const chosen = play(opened(crewed), ...(team === undefined ? [] : [{ type: 'chosen' as const, part: { team } }]));
    expect(screen.shownTeam(chosen.state)).toEqual(shown);
    const [command] = saving(chosen.state).commands;
    const { team: id, teamName } = (command?.do === 'save' && command.input.own) || {};
    expect({ team: id, teamName }).toEqual({ team: undefined, teamName: undefined, ...own });
  });
});

describe('saving', () => {
  test('sends what is shown, with the revision that it was typed over, and asks for access to its addresses', () => {
    const { commands, state } = saving(opened(one), ...types({ name: ' Mine ', rules: 'x.example\n' }), ...addedSeo);
    expect(commands).toMatchObject([
      {
        do: 'save',
        urls: [a, seo],
        input: {
          connection: 'one',
          services: { analytics: { url: a }, seo: { url: seo, key: keys.second } },
          own: { name: 'Mine', rules: ['x.example'] },
          read: revisionOf(one),
          keep: 'always',
        },
      },
    ]);
    expect([outcomeOf(state, 'analytics'), outcomeOf(state, 'seo')]).toEqual(['testing', 'testing']);
    expect(play(state, pressSave).commands).toEqual([]);
  });

  test.each<[string, report: ConnectionReport, left: object]>([
    ['all of it', { analytics: good, seo: good }, {}],
    ['the first alone', { ...well, seo: failed('auth'), unsaved: ['seo'] }, { 'seo.url': seo, 'seo.key': keys.second }],
  ])('what was saved leaves the form: %s', (_what, report, left) => {
    const turn = saving(opened(one), ...mine, ...key1, ...addedSeo);
    const after = play(turn.state, answer(turn, report)).state;
    expect([after.typed.texts, after.busy]).toEqual([left, undefined]);
    expect(outcomeOf(after, 'analytics')).toEqual(report.analytics);
  });

  const forget: Event = { type: 'chosen', part: { forgetKeys: true } };
  const own = { name: 'Mine', rules: 'x.example' };
  test.each<[string, State, Event[], report: ConnectionReport, left: State['typed']]>([
    ['a refused key alone', opened(one), [forget, ...key1], refusedKey, { texts: firstKey }],
    [
      'all of a new one',
      opened(),
      [forget, ...typedKey, ...types(own)],
      refusedKey,
      { texts: { 'analytics.url': a, ...firstKey, ...own }, forgetKeys: true },
    ],
    ['nothing where all is stored', opened(), [forget, ...typedKey], well, { texts: {} }],
  ])('what was not saved stays: %s', (_what, state, events, report, left) => {
    const turn = saving(state, ...events);
    expect(play(turn.state, answer(turn, report)).state.typed).toEqual(left);
  });

  test.each<[string, Event[], meanwhile: Event[], now: typeof withSeo | { name: string }, left: object]>([
    ['what was there before', mine, types({ name: '' }), { name: 'Mine' }, { name: '' }],
    ['that there is no SEO service', addedSeo, [seoRemoved], withSeo, { 'seo.url': '', 'seo.key': '' }],
  ])('what is typed meanwhile stays: %s', (_what, events, meanwhile, now, left) => {
    const turn = saving(opened(one), ...events);
    const late = answerTo(turn.commands, isSaved({ analytics: good, seo: good }), { ...one, ...now });
    expect(play(turn.state, ...meanwhile, late).state.typed.texts).toEqual(left);
  });

  test.each<[string, problem: object, after: object]>([
    [
      'a key is missing',
      { kind: 'rejected', code: 'required', fields: { 'analytics.key': [] } },
      { problems: { 'analytics.key': { reason: 'empty' } }, failure: undefined, focus: { on: 'analytics.key' } },
    ],
    [
      'another got the rule first',
      { kind: 'rejected', fields: { rules: ['x.example'] } },
      { problems: { rules: { reason: 'taken', rule: 'x.example' } }, focus: { on: 'rules' } },
    ],
    [
      'it was changed meanwhile',
      { kind: 'setup', code: 'changed' },
      { problems: {}, failure: { problem: { code: 'changed' }, isSave: true } },
    ],
  ])('where %s, what was typed stays', (_what, problem, expected) => {
    const turn = saving(opened(one), ...mine);
    const after = play(turn.state, refusal(turn, problem)).state;
    expect(after).toMatchObject(expected);
    expect([after.typed.texts, after.busy]).toEqual([{ name: 'Mine' }, undefined]);
  });

  test('an answer to an earlier question changes nothing', () => {
    const turn = saving(opened(one), ...mine);
    const late = { ...answer(turn, well), number: 0 };
    expect(reduce(turn.state, late)).toEqual({ state: { ...turn.state, read: late.read }, commands: [] });
    expect(reduce(turn.state, { type: 'tested', number: 0, at: 1, answer: isSaved(well) }).state).toBe(turn.state);
  });

  test.each<[string, State, Event[], commands: object[]]>([
    ['of a new one', opened(), typedKey, [{ do: 'name-route' }]],
    ['of a stored one', opened(one), mine, []],
  ])('Cancel gives it up, and says until it is answered that it may be stored: %s', (_what, state, typed, naming) => {
    const turn = saving(state, ...typed);
    const given = play(turn.state, cancelled);
    expect([given.commands, given.state.busy, given.state.givenUp]).toEqual([[], undefined, 1]);
    const late = play(given.state, answer(turn, well));
    expect([late.commands, late.state.givenUp, late.state.read.connection]).toEqual([naming, undefined, one]);
  });

  test('a service above the page that was offered is saved there, once', () => {
    const page = `${a}/umami/websites/7`;
    const begun = opening('one', readOf(undefined), undefined, page);
    expect(begun.commands).toEqual([{ do: 'identify', page }]);
    const turn = saving(begun.state, ...key1);
    const above = { analytics: failed('missing', { found: `${a}/umami` }), unsaved: ['analytics'] as const };
    const next = play(turn.state, answer(turn, above as never));
    expect(next.commands).toMatchObject([{ do: 'save', input: { services: { analytics: { url: `${a}/umami` } } } }]);
    expect(play(next.state, answer(next, above as never)).commands).toEqual([]);
  });

  test('the service above the page waits for a press where something else is typed by then', () => {
    const begun = opening('one', readOf(undefined), undefined, `${a}/umami/login`);
    const turn = saving(begun.state, ...key1);
    const other = key2;
    const above = answer(turn, { analytics: failed('missing', { found: `${a}/umami` }), unsaved: ['analytics'] });
    const elsewhere = play(turn.state, ...types({ 'analytics.url': b }), ...other, above);
    expect([elsewhere.commands, textOf(elsewhere.state, 'analytics.url')]).toEqual([[], b]);
    expect(play(turn.state, ...other, above).commands).toEqual([]);
  });

  test.each<[string, Event, input: object]>([
    ['anyway', { type: 'saved-pressed', anyway: true }, { anyway: true }],
    ['again', retried, { services: { analytics: { url: a } } }],
  ])('what was not saved is saved %s', (_what, event, input) => {
    const turn = saving(opened(), ...typedKey);
    const after = play(turn.state, answer(turn, outOfReach)).state;
    expect(play(after, event).commands).toMatchObject([{ do: 'save', input }]);
  });
});

describe('another window', () => {
  const typed = play(opened(one), ...mine).state;
  test.each<[string, State, connection: typeof one | undefined, said: [isStale: boolean, isGone: boolean]]>([
    ['changes what is typed in', typed, renamed, [true, false]],
    ['finds out its kind', typed, { ...one, kind: 'umami' }, [false, false]],
    ['removes it', opened(one), undefined, [false, true]],
  ])('%s', (_what, state, connection, said) => {
    const after = play(state, reads(connection)).state;
    expect([isStale(after), screen.isGone(after)]).toEqual(said);
  });

  const reloaded: Event = { type: 'reloaded' };
  const changed = play(typed, reads(renamed)).state;
  test.each<[string, State, Event, expected: object]>([
    ['Reload shows what is stored', changed, reloaded, { state: { typed: { texts: {} } }, commands: [] }],
    ['Reload leaves what is gone', play(typed, reads(undefined)).state, reloaded, { commands: [{ do: 'leave' }] }],
  ])('%s', (_what, state, event, expected) => expect(reduce(state, event)).toMatchObject(expected));

  const own = (connection: typeof one, name: 'keys.forget' | 'keys.forgetHeader'): Event => ({
    type: 'answered',
    name,
    read: readOf(connection),
    focus: 'x',
  });
  const rekeyed = { ...one, account: 'y' };
  test('what another window changes beside a press of its own', () => {
    const after = play(typed, own({ ...renamed, account: 'y' }, 'keys.forget')).state;
    expect([isStale(after), after.typed.texts]).toEqual([true, { name: 'Mine' }]);
  });

  test.each<[string, Event, isChanged: boolean]>([
    ['its own press', { type: 'confirmed' }, false],
    ['none', asks(undefined), true],
  ])('what is read before %s is answered', (_what, event, isChanged) => {
    const after = play(typed, asks('key analytics'), event, reads(rekeyed)).state;
    expect(isStale(after)).toBe(isChanged);
    expect(isStale(play(after, own(rekeyed, 'keys.forget')).state)).toBe(false);
    expect(isStale(play(after, { type: 'refused', problem: { kind: 'server' } }).state)).toBe(true);
  });

  test('its own save is no change, in whichever order it is read', () => {
    const turn = saving(typed);
    const mine = { ...one, name: 'Mine' };
    const late = answerTo(turn.commands, isSaved(well), mine);
    const watched: Event = { type: 'read', read: readOf(mine) };
    const after = play(turn.state, ...types({ rules: 'x.example' }), watched, late).state;
    expect([isStale(after), after.typed.texts]).toEqual([false, { rules: 'x.example' }]);
  });

  test('a save that its own press has made void says that nothing was saved', () => {
    const turn = saving(typed);
    const late = refusal(turn, { kind: 'setup', code: 'changed' });
    const after = play(turn.state, ...keyRemoval, own(rekeyed, 'keys.forget'), {
      ...late,
      read: readOf(rekeyed),
    }).state;
    expect([isStale(after), after.failure?.problem.code, after.typed.texts]).toEqual([
      false,
      'changed',
      { name: 'Mine' },
    ]);
  });

  const moved = { ...one, analyticsUrl: b, account: 'y' };
  const key = [{ type: 'replacing', service: 'analytics', isOn: true } as const, ...key1];
  const copy = { seo: { url: seo, copyOf: 'analytics' } };
  const noKey = { status: { ...readOf(withSeo).status, seo: { key: 'none' as const } } };
  test.each<[string, State, Event[], now: typeof withSeo | undefined, url: string, sent: object]>([
    ['a typed key goes where typed for', opened(one), key, moved as never, a, { analytics: { key: keys.first } }],
    ['a copy goes where wanted', opened(withSeo, noKey), [{ type: 'copied' }], { ...withSeo, seoUrl: b }, a, copy],
  ])('Overwrite: %s', (_what, state, events, now, url, sent) => {
    const after = play(state, ...events, reads(now)).state;
    const { commands } = reduce(after, { type: 'saved-pressed', overwrite: true });
    expect(textOf(after, 'analytics.url')).toBe(url);
    expect(commands).toMatchObject([{ input: { services: { analytics: { url }, ...sent }, read: revisionOf(now) } }]);
  });

  test('what was typed over something older is told so after a reload of the page', () => {
    const mirrored = { id: 'one', base: one, typed: { texts: { name: 'Mine' } } };
    expect(isStale(opening('one', readOf(one), mirrored).state)).toBe(false);
    expect(isStale(opening('one', readOf(renamed), mirrored).state)).toBe(true);
  });
});

test.each<[string, State, focus: string | undefined]>([
  ['nothing, where a key is stored', opened(one), undefined],
  ['the box of the key that is gone', opened(one, { status: status() }), 'analytics.key'],
  ['the box of the address, in a new one', opened(), 'analytics.url'],
])('a form opens with the focus on %s', (_what, state, focus) => expect(state.focus?.on).toBe(focus));

describe('what is shown of a service', () => {
  const last = (report: ConnectionReport) => ({ last: { report, at: 5 } });
  const notSaved = last(refusedKey);
  test.each<[string, State, outcome: object | undefined]>([
    ['nothing', opened(one), undefined],
    ['the same, where something else is typed', play(opened(one, notSaved), ...types({ name: 'x' })).state, undefined],
    ['nothing of a key that is gone', opened(one, { ...last(well), status: status() }), undefined],
    ['no missing access without a key', opened(one, { barred: [a], status: status() }), undefined],
    ['nothing of another address', play(opened(one, last(well)), ...types({ 'analytics.url': b })).state, undefined],
  ])('%s', (_what, state, outcome) => expect(outcomeOf(state, 'analytics')).toEqual(outcome));

  const tried = (state: State, ...events: Event[]) => {
    const turn = saving(state, ...events);
    return play(turn.state, answer(turn, outOfReach)).state;
  };
  const ofNew = tried(opened(), ...typedKey);
  test.each<[string, State, Event[], outcome: object | undefined, isAsTried: boolean]>([
    ['a new one', ofNew, [], failed('network'), true],
    ['a new one, and its key is typed anew', ofNew, key2, undefined, false],
    ['a new one, which is given up', ofNew, [cancelled], undefined, false],
  ])('what was tried and not saved: %s', (_what, state, events, outcome, isWhole) => {
    const after = play(state, ...events).state;
    expect([outcomeOf(after, 'analytics'), screen.isAsTried(after)]).toEqual([outcome, isWhole]);
    // Something that is half typed is not saved by that.
    const again = reduce(after, retried).commands.filter((one) => one.do === 'save');
    expect(again.length).toBe(isWhole ? 1 : 0);
  });

  test('an SEO service that was saved, whatever was found of it before, beside a key that was refused', () => {
    const before = { analytics: good, seo: failed('auth') };
    const turn = saving(opened(withSeo, last(before)), ...key1, ...types({ 'seo.key': keys.second }));
    const late = answer(turn, { ...refusedKey, seo: good });
    const after = play(turn.state, { ...late, read: readOf(withSeo, last(before)) }).state;
    expect([outcomeOf(after, 'analytics'), outcomeOf(after, 'seo')]).toEqual([failed('auth'), good]);
  });

  test('Try again tests what is connected; where access is missing, it is asked for', () => {
    const refused = opened(one, last({ analytics: failed('network') }));
    expect(reduce(refused, retried).commands).toEqual([{ do: 'test', number: 1, access: [] }]);
    const barred = opened(one, { barred: [a] });
    expect(reduce(barred, retried).commands).toEqual([{ do: 'test', number: 1, access: [a] }]);
    const unnamed = opened(one, last({ analytics: { ok: false, problem: { kind: 'access' } } }));
    expect(reduce(unnamed, retried).commands).toEqual([{ do: 'test', number: 1, access: [] }]);
  });
});

describe('what is removed or added at once', () => {
  const header = (name: string, value: string) => types({ 'header.name': name, 'header.value': value });
  const proxy = header('X-Proxy', 'secret');
  const forgetsKey = { name: 'keys.forget', input: { service: 'analytics' }, focus: 'analytics.key' };
  test.each<[string, State, Event[], command: object | undefined, focus: string]>([
    ['a key', opened(one), keyRemoval, forgetsKey, 'x'],
    ['the connection', opened(withSeo), confirms('connection'), { do: 'remove' }, 'x'],
    ['nothing without a question', opened(one), confirms(undefined), undefined, 'x'],
    ['a header to add', opened(one), [...proxy, headerAdded], undefined, 'header.name'],
    ['a header without a value', opened(one), [...header('X-Proxy', ''), headerAdded], undefined, 'header.value'],
    ['an unsaved header', opened(one), [...proxy, headerAdded, ...unsavedRemoval], undefined, 'header.name'],
    [
      'a stored header beside an unsaved one of its name',
      opened(one),
      [...proxy, headerAdded, ...removal],
      { name: 'keys.forgetHeader', input: { connection: 'one', name: 'X-Proxy' } },
      'x',
    ],
  ])('%s', (_what, state, events, command, focus) => {
    const turn = play(state, ...events);
    expect(turn.commands).toMatchObject(command ? [command] : []);
    expect(turn.state.focus?.on ?? '').toBe(focus);
  });

  test.each([
    ['stored', true],
    ['forgotten', false],
  ])('a default password that is %s beside an unsaved choice is shown so', (_what, hasPassword) => {
    const own = (has: boolean) => ({ ...one, defaults: { ...defaults.fallback, hasPassword: has } });
    const chosen: Event = { type: 'chosen', part: { defaults: { ...fields, privacy: 2 } } };
    const state = opened(own(!hasPassword));
    const read = readOf(own(hasPassword));
    const answered: Event = { type: 'answered', name: 'keys.defaultPassword', read, focus: 'x' };
    expect(screen.shownDefaults(play(state, chosen, answered).state)).toMatchObject({ privacy: 2, hasPassword });
  });

  test.each<[string, State, isRefused: boolean]>([
    ['the usual kind', opened(one), true],
    ['Matomo', opened({ ...one, kind: 'matomo' }), false],
    ['what is at another address', play(opened(one), ...types({ 'analytics.url': b })).state, false],
    ['what is not known yet', opened(), false],
  ])('a user and a password for the proxy of %s', (_what, state, isRefused) => {
    const { problems, typed } = play(state, ...header('Authorization', 'anna:secret'), headerAdded).state;
    expect(problems['header.name']).toEqual(isRefused ? { reason: 'header', problem: 'authorization' } : undefined);
    expect(typed.headers?.map(({ name, value }) => [name, value])).toEqual(
      isRefused ? undefined : [['Authorization', 'anna:secret']],
    );
  });
});

test.each<[string, State, first: Event[], after: typeof one, isStored: boolean, isOthers: boolean]>([
  ['of a new one', opened(), typedKey, one, true, false],
  ['that was refused, beside a change', opened(one), mine, renamed, false, true],
])(
  'what a save that was given up has stored is no change of another window: %s',
  (_what, state, first, after, isStored, isOthers) => {
    const turn = saving(state, ...first);
    const outcome = isStored ? isSaved(well) : { ok: false as const, problem: { kind: 'network' as const } };
    const late = answerTo(turn.commands, outcome, after);
    const { state: now } = play(turn.state, cancelled, ...types({ rules: 'shop.example' }), late);
    expect([isStale(now), textOf(now, 'rules'), now.givenUp]).toEqual([isOthers, 'shop.example', undefined]);
    expect(play(now, pressSave).commands).toMatchObject(
      isOthers ? [] : [{ input: { read: revisionOf(after), own: { name: after.name ?? '' } } }],
    );
  },
);

test('what few people need is shown at once where a part of it was typed before a reload', () => {
  const typed = { texts: { 'seo.url': seo } };
  const open = (mirrored?: object) => opening('one', readOf(undefined), mirrored as never).state.open;
  expect([open(), open({ typed })]).toEqual([[], ['more']]);
});

test('a save that follows one that was given up, and was sent before that was stored, is told as changed', () => {
  const before = saving(opened(one), ...mine);
  const after = saving(before.state, cancelled, ...types({ rules: 'shop.example' }));
  const stored = { ...one, name: 'Mine' };
  const late = answerTo(before.commands, isSaved(well), stored);
  const changed = { ok: false as const, problem: { kind: 'setup' as const, code: 'changed' as const } };
  expect(isStale(play(after.state, late, answerTo(after.commands, changed, stored)).state)).toBe(true);
});

describe('a header that is typed', () => {
  const [first, second] = [
    { name: 'X-Proxy', value: 'secret' },
    { name: 'X-Other', value: 'other' },
  ];
  const added = (header: typeof first): Event[] => [
    ...types({ 'header.name': ` ${header.name}`, 'header.value': header.value }),
    headerAdded,
  ];
  const headersSent = ({ commands }: Saving) => commands.map((one) => one.do === 'save' && one.input.headers);
  const inBoxes = types({ 'header.name': second.name, 'header.value': second.value });

  test.each<[string, Event[], headers: object | undefined]>([
    ['of two', [...added(first), ...inBoxes], [first, second]],
    ['that is removed again', [...added(first), ...unsavedRemoval], undefined],
  ])('goes with the save of its connection, and leaves the form with it: one %s', (_what, typing, headers) => {
    const typed = play(opened(one), ...mine, ...typing).state;
    const turn = play(typed, pressSave);
    expect(headersSent(turn)).toEqual([headers]);
    const after = play(turn.state, answer(turn, well)).state;
    expect(isTyped(after.typed)).toBe(false);
  });

  test('stays with a key that is refused', () => {
    const turn = play(opened(one), ...key2, ...added(first), ...inBoxes, pressSave);
    const refused = answer(turn, refusedKey);
    const { typed } = play(turn.state, refused).state;
    expect([typed.headers, typed.texts['header.name']]).toEqual([[{ ...first, origin: a }], second.name]);
  });

  const waiting = ({ typed }: State) => typed.headers?.map(({ name }) => name) ?? [];
  test.each<[string, before: Event[], meanwhile: Event[], left: string[]]>([
    ['beside a newer one', added(first), [...unsavedRemoval, ...added({ ...first, value: 'newer' })], [first.name]],
    ['where it stood in its boxes and is added meanwhile', inBoxes, [headerAdded], []],
  ])('does not wait once it is saved: %s', (_what, before, meanwhile, left) => {
    const turn = saving(opened(one), ...before);
    expect(waiting(play(turn.state, ...meanwhile, answer(turn, well)).state)).toEqual(left);
  });

  test.each<[string, headers: string[], shown: object, isFailure: boolean]>([
    ['at its box', ['double'], { 'header.name': { reason: 'header', problem: 'double' } }, false],
    ['as the reason itself, where it is of another build', ['later'], {}, true],
  ])('is refused by the worker: %s', (_where, headers, shown, isFailure) => {
    const turn = saving(opened(one), ...added(first));
    const { state } = play(turn.state, refusal(turn, { kind: 'rejected', fields: { headers } }));
    expect([state.problems, state.failure !== undefined, waiting(state)]).toEqual([shown, isFailure, [first.name]]);
    expect(state.open).toEqual(isFailure ? [] : ['more', 'headers']);
  });

  const elsewhere = types({ 'analytics.url': b, 'analytics.key': keys.second });
  const otherCase = { name: 'x-proxy', value: 'other' };
  const again = added(otherCase);
  const astray = { reason: 'header-elsewhere', name: first.name, host: 'a.example', other: 'b.example' };
  const policy = () => {
    const status = { ...readOf(one).status, analytics: { url: b, key: 'stored' as const } };
    return reads({ ...one, analyticsUrl: b }, { fixed: new Set(['analyticsUrl']), status });
  };
  test.each<[string, State, () => Event[], sent: object | undefined]>([
    ['the address is changed', opened(one), () => [...added(first), ...elsewhere], undefined],
    ['an organisation sets another address', opened(one), () => [...added(first), policy()], undefined],
    ['there was no address yet', opened(), () => [...added(first), ...typedKey], [first]],
    ['it is added again', opened(one), () => [...added(first), ...elsewhere, ...again], [otherCase]],
  ])('is sent to no host but the one that it was added for: %s', (_what, state, events, sent) => {
    const turn = saving(state, ...events());
    const isHeld = sent === undefined;
    expect(headersSent(turn)).toEqual(isHeld ? [] : [sent]);
    expect(turn.state.problems).toEqual(isHeld ? { 'header.name': astray } : {});
    expect([turn.state.open, turn.state.focus]).toEqual(
      isHeld ? [['more', 'headers'], { on: 'header.name' }] : [[], { on: 'save' }],
    );
    const back = play(turn.state, ...types({ 'analytics.url': a })).state;
    expect(back.problems).toEqual({});
  });

  test('may have the name of one that is stored for an address which the form leaves', () => {
    const status = { ...readOf(one).status, headers: [{ name: 'X-Proxy', host: 'a.example' }] };
    const turn = saving(opened(one, { status }), ...elsewhere, ...added(first));
    expect(turn.commands).toMatchObject([{ input: { headers: [first] } }]);
  });

  test('keeps the form from being saved where it cannot be sent', () => {
    const turn = play(opened(one), ...types({ 'header.name': 'Cookie', 'header.value': 'a' }), pressSave);
    expect([turn.commands, turn.state.focus]).toEqual([[], { on: 'header.name' }]);
    expect(Object.keys(turn.state.problems)).toEqual(['header.name']);
  });
});

describe('a field that an organisation fixes while something is typed', () => {
  const theirs = { ...one, analyticsUrl: b, name: 'Theirs' };
  test.each<[string, State['typed']['texts'], names: string[], left: object]>([
    ['in it', { 'analytics.url': seo }, ['analyticsUrl'], {}],
    ['beside it', { rules: '*' }, ['analyticsUrl', 'name'], { rules: '*' }],
  ])('shows what is set, and the rest can be saved: %s', (_what, texts, names, left) => {
    const now = names.includes('name') ? theirs : { ...theirs, name: one.name as never };
    const { state } = play(opened(one), ...types(texts), reads(now, { fixed: new Set(names) }));
    expect([textOf(state, 'analytics.url'), state.typed.texts, isStale(state)]).toEqual([b, left, false]);
  });
});

test('what was typed before a reload is not replaced by the page that was offered', () => {
  const mirrored = { id: 'one', typed: { texts: { 'analytics.url': b } } };
  const { state, commands } = opening('one', readOf(undefined), mirrored, `${a}/umami`);
  expect([textOf(state, 'analytics.url'), commands]).toEqual([b, []]);
});

const [template, account] = ['https://own.example/{domain}', 'https://own.example/keys'];
const policy = {
  ...preferences.fallback,
  fixedTemplates: ['statisticsUrl' as const],
  statisticsUrl: 'https://org.example/',
};
const ownTemplate = { statisticsUrl: template, accountUrl: '', trackingCode: '' };
test.each<[string, templates: typeof ownTemplate | undefined, State['typed']['texts'], sent: object | undefined]>([
  ['none of its own', undefined, { name: 'Mine' }, undefined],
  ['another of its own', ownTemplate, { accountUrl: account }, { ...ownTemplate, accountUrl: account }],
])('a template that an organisation has set is not stored as its own: %s', (_what, templates, texts, sent) => {
  const state = opened({ ...one, ...(templates ? { templates } : {}) }, { preferences: policy });
  const [command] = saving(state, ...types(texts)).commands;
  expect(command?.do === 'save' && command.input.own?.templates).toEqual(sent);
});

test.each<[string, told: object, meanwhile: Event[], address: string]>([
  ['answers above it', { url: `${a}/umami`, kind: 'umami' }, [], `${a}/umami`],
  ['is none that is known', {}, [], `${a}/umami/websites/7`],
  ['is not meant any more', { url: `${a}/umami`, kind: 'umami' }, types({ 'analytics.url': b }), b],
])('the service of a page %s', (_what, service, meanwhile, address) => {
  const page = `${a}/umami/websites/7`;
  const state = play(opened(), { type: 'connect', page }, ...meanwhile, { type: 'found', page, service }).state;
  expect(textOf(state, 'analytics.url')).toBe(address);
});
