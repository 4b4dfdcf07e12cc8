import { describe, expect, test } from 'vitest';
import { opening } from '@/entrypoints/popup/site/opening.ts';
import type { Button, Check, Command, Draft, Event, Write } from '@/entrypoints/popup/site/state.ts';
import { newSite } from '@/entrypoints/popup/site/state.ts';
import { alsoAt, siteOf } from '@/entrypoints/popup/site/view.ts';
import type { Problem } from '@/lib/services/index.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { looked, open, playAt, questionOf, rested, type Step } from './popupPlay.ts';
import { account, cached, connectionOf, host, other, startAt, website } from './popupStart.ts';

type Ask = (Check | Write)['ask'];

const play = (...steps: readonly Step[]) => playAt({}, ...steps);
const says =
  (ask: Ask, value: unknown, back?: number): Step =>
  ({ asked }) => ({ type: 'answered', ...questionOf(asked, ask, back), value, at: ask === 'site.check' ? 4 : 5 });
const refuses =
  (ask: Ask, problem: Problem, back?: number): Step =>
  ({ asked }) => ({ type: 'refused', ...questionOf(asked, ask, back), problem });
const left: Event = { type: 'left' };
const goTo = (at: string) => open({}, at);
/** Another connection is picked, and the tab is at another site by then. */
const elsewhere = 'b.example';
const overElsewhere = open({ host: elsewhere, site: { host: elsewhere, notes: [] } }, 'another');
const named = (name: string): Event => ({ type: 'named', host: name });
const press = (button: Button): Event => ({ type: 'pressed', button, at: 7 });
/** With the question before it. */
const remove = [press('ask-delete'), press('delete')];
const choose = (privacy: 0 | 1 | 2): Event => ({ type: 'chosen', privacy });
const typed = (fields: Draft['fields']): Event => ({ type: 'edited', fields });

const found = (...matches: object[]) => says('site.check', { matches, related: [], complete: true });
const network: Problem = { kind: 'network' };
const made = { outcome: 'created', website };
const anew = { ...website, id: '8' };
const asPublic = { ...website, privacy: 0 as const };
const asPassword = { ...website, privacy: 2 as const };
/** Over a site that is not registered, or is. */
const overNew = [looked, found()];
const overRecord = [looked, found(website), rested];
const overPassword = [looked, found({ ...asPassword, has_password: true }), rested];
const secret = { privacy: 2, password: 'made up' } as const;
const more = { exclude_ips: '::1' };
const [again, track, look] = [press('again'), press('track'), press('check')];
const [replace, setIt] = [press('change-password'), press('set-password')];
const { password } = secret;
const has = (part: object) => expect.objectContaining(part);
const typedPublic = typed({ ...more, privacy: 0 });
const typedPrivacy = typed({ privacy: 0 });
const typedMore = typed({ exclude_ips: '::2' });
const withText = { ...website, exclude_ips: ['::1'] };
const already = says('websites.create', { outcome: 'already', website });
const confirmed = says('websites.create', { outcome: 'confirmed', website });
const unseen = refuses('site.check', network);
/** The service may have carried it out all the same. */
const maybeChanged: Problem = { kind: 'network', code: 'maybe-changed' };
const lost = refuses('websites.update', maybeChanged);
const updateFails = (kind: 'missing' | 'conflict' | 'rejected') => refuses('websites.update', { kind });
const created = says('websites.create', made);
const unmade = refuses('websites.create', network);
const saved = says('websites.update', null);
const unsaved = refuses('websites.update', network);
const deleted = says('websites.delete', { outcome: 'deleted' });
const undeleted = refuses('websites.delete', network);
/** The service shows another record in its place. */
const remade = [look, found(anew), rested];
const tracked = [...overNew, track];
const newTyped = [...overNew, typed(more)];
const undone = [...tracked, created, press('undo')];
const overPublic = [...overRecord, choose(0)];
/** Of a record that is known, and was not read in this popup. */
const unreadPublic = [open({ known: [cached] }), choose(0)];
const overTyped = [...overRecord, typed(more)];
const overSecret = [...overRecord, choose(2), typed({ password: 'a' }), setIt];
const twoConnections = { list: [connectionOf(account), connectionOf('another')] };

type Shown = Partial<ReturnType<typeof siteOf>>;
/** What the popup shows of that after these steps. */
function seen(steps: readonly Step[], shown: Shown): Shown {
  const { site } = play(...steps);
  return Object.fromEntries(Object.keys(shown).map((name) => [name, site[name as keyof Shown]]));
}

/** Rows that say what the popup shows after some steps. */
const shows = (rows: [string, Step[], Shown][]) =>
  test.each(rows)('%s', (_what, steps, shown) => expect(seen(steps, shown)).toEqual(shown));

describe('a draft', () => {
  shows([
    ['typed back to what it was', [...newTyped, typed({ exclude_ips: '' })], { typed: {}, isTyped: false }],
    ['goes along to another name', [...newTyped, named(other)], { host: other, typed: more }],
    ['of a record stays with it', [...overTyped, named(other)], { typed: {}, hasOffer: false }],
    [
      'stays with its site where the tab has gone',
      [...overNew, typedPublic, overElsewhere],
      { host: elsewhere, typed: {}, fields: has({ privacy: 1 }) },
    ],
    ['that is being sent stays there', [...newTyped, track, goTo('another')], { typed: {}, busy: false }],
    ['lacks the password that it needs', [...overNew, typed({ privacy: 2 }), track], { lacksPassword: true }],
    ['is left by what was sent', [...overNew, typed(secret), track, created], { typed: {} }],
    [
      'keeps a later password',
      [...overNew, typed(secret), track, typed({ password: 'other' }), created],
      { typed: { privacy: 2, password: 'other' } },
    ],
    ['is left by a refused privacy', [...overPublic, unsaved], { typed: {} }],
    [
      'has no privacy that was not chosen, once a password was cancelled as it was sent',
      [...overSecret, press('keep-privacy'), typed(more), saved],
      { typed: more, fields: has({ privacy: 2 }) },
    ],
    ['keeps a refused password', [...overSecret, unsaved], { typed: { privacy: 2, password: 'a' } }],
  ]);

  test.each<[string, Step[], offer: Partial<WebsiteFields>]>([
    ['it was there before', [...overNew, typed(secret), track, already], secret],
    ['it was made anew', [...overTyped, ...remade], more],
  ])(
    'for another record is offered, and becomes typed for this one once that is pressed: %s',
    (_what, steps, offer) => {
      const before = play(...steps);
      expect([before.site.hasOffer, before.site.typed]).toEqual([true, {}]);
      const { site } = play(...steps, press('use-draft'));
      expect([site.hasOffer, site.typed, site.isMore]).toEqual([false, offer, 'exclude_ips' in offer]);
    },
  );

  test('whose place another one takes is offered in its turn', () => {
    const steps = [...overTyped, ...remade, typedMore];
    const texts = [press('use-draft'), press('use-draft')].map(
      (_, at) => play(...steps, ...Array<Event>(at + 1).fill(press('use-draft'))).site.fields.exclude_ips,
    );
    expect(texts).toEqual(['::1', '::2']);
  });
});

describe('a site that was registered here', () => {
  const registers = (fields: Partial<WebsiteFields>, outcome: string, website?: object) => [
    ...overNew,
    typed(fields),
    track,
    says('websites.create', { outcome, website }),
  ];
  const bare = { id: '7', domain: host };
  const locked = { ...bare, locked: 'inexact-id' } as const;
  const fields = { email: 0, exclude_bots: 1 };
  const sent = { ...fields, privacy: 2, has_password: true };
  const asSent = { ...website, ...fields, has_password: false } as never;
  shows([
    [
      'has what was sent, and can be taken back',
      registers(secret, 'created', bare),
      { website: { ...bare, ...sent } as never, password, canUndo: true, isRead: true, readAt: 5 },
    ],
    ['read-only: is not taken back', registers({}, 'created', locked), { canUndo: false }],
    ['not shown', registers(secret, 'created'), { website: undefined, password, canUndo: false }],
    ['found later: maybe another’s', registers(secret, 'confirmed', bare), { website: bare, password, canUndo: false }],
    [
      'there before: has no password, no undo',
      registers(secret, 'already', bare),
      { website: bare, password: undefined, canUndo: false, outcome: { is: 'already' } },
    ],
    [
      'whose list was not shown whole, leaves that unknown',
      [looked, says('site.check', { matches: [], related: [], complete: false }), press('anyway'), created],
      { check: { state: 'unsure' }, website: asSent },
    ],
    ['before the look-up ends', [looked, track, created], { isRead: true, readAt: 5, check: { state: 'done' } }],
    ['asked before that', [looked, track, created, found(anew), rested], { website: asSent, check: { state: 'done' } }],
  ]);
});

describe('what was made here', () => {
  const isMade = [...tracked, created];
  const changed: Problem = { kind: 'conflict', code: 'changed-since' };
  shows([
    ['is not taken back at another connection', [...isMade, goTo('another')], { canUndo: false }],
    ['cannot once it was changed', [...isMade, typed(secret), setIt, saved], { canUndo: false }],
    ['cannot once it was deleted', [...isMade, ...remove, deleted], { canUndo: false }],
    [
      'under a name that the service has shortened is still there when it is looked up under its own',
      [
        ...overNew,
        named(other),
        track,
        created,
        choose(0),
        lost,
        says('site.check', { matches: [], related: [asPublic], complete: true }),
        rested,
      ],
      { host: other, website: has({ id: website.id, privacy: 0 }), outcome: has({ is: 'saved' }) },
    ],
    [
      'is no longer registered once it was taken back',
      [...undone, deleted],
      { website: undefined, outcome: has({ is: 'unregistered' }), canUndo: false },
    ],
    [
      'is shown as it is now where it was changed elsewhere since',
      [...undone, refuses('websites.delete', changed), found(asPublic), rested],
      { website: has({ privacy: 0 }), problem: changed, canUndo: false },
    ],
  ]);
});

test('a record that was deleted is shown under none of its names', () => {
  const isOver = [looked, found({ ...website, hosts: [host, other] }), rested, ...remove, deleted];
  for (const name of [host, other]) expect(play(...isOver, named(name)).site.website).toBeUndefined();
});

describe('what is sent', () => {
  const sends = (ask: Ask) => (input: object) => [has({ ask, account, host, input: has(input) })];
  const [creates, updates, deletes] = [sends('websites.create'), sends('websites.update'), sends('websites.delete')];
  const looksUp = [has({ ask: 'site.check' })];
  const rejected: Problem = { kind: 'rejected' };
  test.each<[string, Step[], unknown[]]>([
    ['no second create meanwhile', [...tracked, track], []],
    ['no create without the password', [...overNew, typed({ privacy: 2 }), track], []],
    ['no create over a record', [...overRecord, track], []],
    ['a create despite what is not known', [...overNew, press('anyway')], creates({ despiteUnknown: true })],
    [
      'a create beside one still under way',
      [...tracked, refuses('websites.create', { kind: 'timeout', code: 'still-unconfirmed' }), press('anyway')],
      creates({ again: 7 }),
    ],
    ['not the privacy that it has', [...overRecord, choose(1)], []],
    ['not Password without one', [...overRecord, choose(2)], []],
    ['no empty password', [...overRecord, choose(2), setIt], []],
    ['nothing of a read-only record', [looked, found({ ...website, locked: 'inexact-id' }), rested, choose(0)], []],
    ['the name of a record that was not read', [...unreadPublic], updates({ domain: host })],
    ['the look-up of one that was not read, once changed', [...unreadPublic, saved], looksUp],
    ['a privacy chosen while it was made', [...tracked, typedPrivacy, created], updates({ id: '7', privacy: 0 })],
    ['again: the form as it is then', [...tracked, refuses('websites.create', rejected), typed(more), again], looksUp],
    ['again: what failed', [...tracked, unmade, typed(more), again], creates({ exclude_ips: ['::1'] })],
    ['again: a change', [...overPublic, unsaved, again], updates({ privacy: 0 })],
    ['again: nothing, once something else was begun', [...overPublic, left, unsaved, again], []],
    [
      'again: the new password',
      [...overSecret, unsaved, typed({ password: 'b' }), again],
      updates({ privacy: 2, password: 'b' }),
    ],
    ['again: not to another', [...overPublic, look, updateFails('rejected'), found(anew), rested, again], looksUp],
    ['again: a deletion', [...overRecord, ...remove, undeleted, again], deletes({ id: '7', domain: host })],
    ['again: an undo', [...undone, undeleted, again], deletes({ id: '7', still: website, sent: has({ privacy: 1 }) })],
    ['undo: the privacy before', [...overPublic, saved, press('undo')], updates({ privacy: 1, sent: { privacy: 0 } })],
    ['nothing of a site that is not there', [...overNew, choose(0), ...remove], []],
    ['no deletion while a change is under way', [...overPublic, ...remove], []],
    ['no deletion without the question', [...overRecord, press('delete')], []],
    ['none of another record than asked of', [...overRecord, press('ask-delete'), ...remade, press('delete')], []],
  ])('%s', (_what, steps, sent) => {
    expect(play(...steps).last.filter((one) => 'input' in one)).toEqual(sent);
  });

  test('the tab is looked at before a site is registered, and once it has gone, no second time', () => {
    expect(play(...tracked).last).toMatchObject([{ still: { tabId: 1 } }]);
    const gone: Step = ({ asked }) => ({ type: 'navigated', ...questionOf(asked, 'websites.create') });
    expect(play(...tracked, gone).site).toMatchObject({ staleHost: host, busy: false });
    expect(play(...tracked, gone, track).last).not.toHaveProperty('0.still');
    const twice = [...tracked, unmade, again, gone];
    expect(play(...twice).site).toMatchObject({ problem: network, canTryAgain: true });
    expect(play(...twice, again).last).toMatchObject([{ ask: 'websites.create' }]);
  });
});

/** A password was set here. */
const overSet = [...overRecord, typed(secret), setIt, says('websites.update', asPassword)];

describe('a password that was set here', () => {
  const secretKnown = { password: secret.password };
  const unknown = { password: undefined };
  shows([
    ['stays known with another privacy', [...overSet, choose(0), says('websites.update', website)], secretKnown],
    ['goes with its deletion', [...overSet, ...remove, deleted], unknown],
    ['is not offered for a record made anew', [...overSet, ...remade], unknown],
    ['nor once another one was sent, and failed', [...overSet, typed({ password: 'other' }), setIt, unsaved], unknown],
    ['nor once the record was changed at the service', [...overSet, choose(0), updateFails('conflict')], unknown],
  ]);
});

/** A password is sent, and another privacy before its answer. */
const overTwo = [...overSecret, choose(0)];

describe('an answer', () => {
  const late = (ask: Ask, value: unknown) => says(ask, value, 1);
  const isBusy = { busy: true, outcome: undefined };
  const isSaved = has({ is: 'saved' });
  const isOther = { website: anew, problem: { kind: 'conflict', code: 'other-site' } as const };
  shows([
    ['waits for the page to be looked at', [found(website)], { website: undefined, check: { state: 'checking' } }],
    ['that shows nothing of a record leaves it unread', [...unreadPublic, saved], { isRead: false, canUndo: false }],
    ['that has it', [...unreadPublic, says('websites.update', website)], { isRead: true, website, canUndo: false }],
    ['comes with it', [found(website), looked, rested], { website, check: { state: 'done' } }],
    ['twice counts once', [...overPublic, saved, choose(1), late('websites.update', null)], isBusy],
    ['from before a write knows nothing of it', [looked, track, created, found()], { website: has({ id: '7' }) }],
    [
      'is not told of a record made anew',
      [...overPublic, ...remade, says('websites.update', asPublic)],
      { website: anew, outcome: undefined },
    ],
    ['that one made anew is missing', [...overPublic, ...remade, updateFails('missing')], isOther],
    [
      'that shows one made anew, once a change of the first was missing',
      [...overPublic, updateFails('missing'), found(anew), rested],
      isOther,
    ],
    [
      'that reads it after a change offers no way back to what was not known',
      [open({ known: [{ ...cached, website }] }), choose(0), saved, looked, found(asPublic), rested],
      { isRead: true, canUndo: false },
    ],
    [
      'without the record says what is so, also where another name was given to it',
      [...overRecord, look, found(), rested],
      { website: undefined, outcome: { is: 'unregistered', domain: host } },
    ],
    ['about a deleted record leaves another one', [...overRecord, ...remove, ...remade, deleted], { website: anew }],
    ['that fails leaves a draft', [looked, typed(more), unseen], { isUnknown: false, problem: network, typed: more }],
    ['that fails hides the unknown', [looked, unseen], { isUnknown: true, problem: network }],
    ['that was lost is unknown then', [...overPublic, lost], { isUnknown: true, check: has({ state: 'checking' }) }],
    ['to the first of two: it is busy', [...overTwo, late('websites.update', asPassword)], isBusy],
    [
      'to the last of two is told, also where it comes first',
      [...overTwo, says('websites.update', asPublic), late('websites.update', null)],
      { busy: false, outcome: has({ is: 'saved', sent: { privacy: 0 } }), problem: undefined },
    ],
    [
      'why the last of two failed is told, also where it comes first',
      [...overTwo, unsaved, refuses('websites.update', { kind: 'busy' }, 1)],
      { busy: false, outcome: undefined, problem: network },
    ],
    ['lost, and seen', [...overPublic, lost, found(asPublic)], { outcome: isSaved, problem: undefined, canUndo: true }],
    ['lost, and not seen', [...overPublic, lost, found(website)], { outcome: undefined, problem: maybeChanged }],
  ]);

  test('that a record was gone already has the site looked up again', () => {
    const gone = says('websites.delete', { outcome: 'gone' });
    expect(play(...overRecord, ...remove, gone).last).toEqual([has({ ask: 'site.check' })]);
  });

  test.each<[string, Step[], soon: boolean]>([
    ['until the box is left', [...overTyped, look, found()], false],
    ['until a pause after a password', [...overSecret, updateFails('missing'), found()], true],
    ['until a pause, once it was deleted', [...overTyped, ...remove, deleted], true],
  ])('waits %s', (_what, steps, soon) => {
    const { last, state } = play(...steps);
    expect(last).toEqual([{ ask: 'rest', number: state.held[0]?.number, soon }]);
  });
});

const recalled = (...drafts: Draft[]): Event => ({ type: 'recalled', account, host, drafts });

describe('what another window changed since it was typed over', () => {
  const with9 = { ...website, exclude_ips: ['::9'] };
  const with5 = { ...website, exclude_ips: ['::5'] };
  const overNine = [looked, found(with9), rested];
  const changed = [refuses('websites.update', { kind: 'conflict', code: 'changed-since' }), found(with5), rested];
  const problem: Problem = { kind: 'conflict', code: 'changed-elsewhere' };
  const draft = { of: '7', fields: more, over: { exclude_ips: '::9' } };
  /** What is sent, and the values over which it was typed: the worker sends nothing if they are others by now. */
  const sent = (exclude_ips: string[], ...over: string[]) => ({
    id: '7',
    domain: host,
    sent: over.length ? { exclude_ips: over } : {},
    exclude_ips,
  });
  const first = sent(['::1'], '::9');
  const save = press('save');
  test.each<[string, Step[], sent: object[], Shown]>([
    ['it: told', [...overNine, typed(more), save, ...changed], [first], { problem, typed: more }],
    ['it, and Save once more', [...overNine, typed(more), save, ...changed, save], [first, sent(['::1'])], {}],
    ['it before the next popup', [looked, recalled(draft), found(with5), rested, save], [first], {}],
    [
      'it, and what is typed is discarded',
      [...overNine, typed({ ...more, ...secret }), save, ...changed, press('discard')],
      [first],
      { problem: undefined, typed: secret, fields: has({ exclude_ips: '::5' }) },
    ],
    [
      'what was saved here itself',
      [...overNine, typed(more), save, typedMore, says('websites.update', withText), save],
      [first, sent(['::2'], '::1')],
      { problem: undefined },
    ],
  ])('%s', (_what, steps, inputs, shown) => {
    const asked = play(...steps).asked.flatMap((one) => (one.ask === 'websites.update' ? [one.input] : []));
    expect(asked).toEqual(inputs);
    expect(seen(steps, shown)).toEqual(shown);
  });

  test('what the record held is kept with what was typed, and what is typed on changes nothing of it', () => {
    const { last } = play(...overNine, typed({ exclude_ips: '::' }), look, found(with5), rested, typed(more));
    expect(last).toEqual([{ ask: 'remember', account, host, drafts: [draft] }]);
  });
});

describe('the focus', () => {
  const main = { at: 'main', turn: 0 };
  const atElse: Event = { type: 'focused', at: 'else' };
  const inView: Event = { type: 'focused', at: 'view' };
  const gone = [...overRecord, again, found(), rested];
  test.each<[string, Step[], focus: object]>([
    ['is in a box that is typed into', newTyped, { at: 'view', turn: 0 }],
    ['goes to the outcome, not to what registers, where a record is gone', gone, { at: 'status', turn: 2 }],
    ['stays elsewhere', [...overRecord, atElse, press('more'), look, atElse, found(), rested], { at: 'else', turn: 1 }],
    ['goes to what can help if nothing is known', [...overRecord, inView, look, inView, unseen], { ...main, turn: 2 }],
    ['goes to the main button of what is registered', [...newTyped, track], main],
    ['at once as the link to undo goes', [...overRecord, atElse, press('undo')], { at: 'main', turn: 1 }],
    ['is at the button for a name that was typed', [atElse, { type: 'switched', to: { host: other } }], main],
    ['stays for another connection', [atElse, { type: 'switched', to: { connection: 'b' } }], { at: 'else', turn: 0 }],
  ])('%s', (_what, steps, focus) => {
    expect(play(...steps).site.focus).toEqual(focus);
  });
});

describe('the question whether to delete', () => {
  const asks = [...overRecord, press('ask-delete')];
  test.each<[string, Step[], isDeleting: boolean]>([
    ['is there again', [...asks, named(other), named(host)], true],
    ['stays where it fails', [...asks, press('delete'), refuses('websites.delete', network)], true],
    ['is over where it is done', [...asks, press('delete'), deleted], false],
  ])('%s', (_what, steps, isDeleting) => {
    expect(play(...steps).site.isDeleting).toBe(isDeleting);
  });
});

test('the privacy stays as it is, and a password that was typed goes', () => {
  const steps = [...overRecord, choose(2), typed({ ...more, password: 'made up' }), press('keep-privacy')];
  const shown = { typed: more, lacksPassword: false, isChanging: false };
  expect(seen(steps, shown)).toEqual(shown);
  expect(play(...overPassword, replace, press('keep-privacy')).site.isChanging).toBe(false);
});

/** The service has a password of the record, which is private. */
const privateWithOne = { ...website, has_password: true };
const hasOne = [look, found(privateWithOne), rested];

test('a password that was typed in the place of the one that is set goes once another privacy is chosen', () => {
  const steps = [...overPassword, replace];
  const chosen = [...steps, typed({ ...more, password: 'made up' }), setIt, choose(0)];
  const shown = { typed: { ...more, privacy: 0 as const }, isChanging: false, needs: undefined };
  expect(seen(chosen, shown)).toEqual(shown);
});

test.each<[string, Step[], needs: Shown['needs']]>([
  ['is asked for a password', [...overRecord, choose(2)], 'asked'],
  ['is asked though another window has set one', [...overRecord, choose(2), ...hasOne], 'asked'],
  ['is not asked while Password is sent', [...overRecord, ...hasOne, choose(2)], 'set'],
])('who chooses Password %s', (_what, steps, needs) => expect(play(...steps).site.needs).toBe(needs));

test.each([
  ['analyticsV1', 'link'],
  ['umami', undefined],
] as const)('a known public site has the address of its statistics for a public link (%s): %s', (kind, needs) => {
  const known = { ...cached, website: asPublic };
  const { state } = opening(startAt({ known: [known], connection: connectionOf(account, { kind }) }));
  expect(siteOf(state).needs).toBe(needs);
});

test('a draft for another record that is offered can be dismissed', () => {
  const steps = [...overNew, typed(secret), goTo('another'), looked, found(website), rested, press('drop-draft')];
  expect(play(...steps, goTo(account)).site).toMatchObject({ hasOffer: false, typed: {} });
});

describe('what was typed is there in the next popup', () => {
  const isKept = (one: Command) => one.ask === 'remember';
  const inPrivate = open({ private: true });
  test.each<[string, Step[], kept: readonly Draft[][]]>([
    ['of a new site', [...overNew, typedPublic], [[{ of: newSite, fields: { ...more, privacy: 0 } }]]],
    ['of a record', overTyped, [[{ of: '7', fields: more }]]],
    ['but no password', [...overNew, typed({ password: 'made up' })], []],
    ['nor a privacy that is sent', overPublic, []],
    ['nor anything in a private window', [inPrivate, looked, typed(more)], []],
    ['nor what was sent', [...newTyped, track, created], [[]]],
  ])('%s', (_what, steps, kept) => {
    expect(play(...steps).last.filter(isKept)).toEqual(
      kept.map((drafts) => ({ ask: 'remember', account, host, drafts })),
    );
  });

  const ofNew = { of: newSite, fields: more };
  shows([
    ['in its form, shown', [...overNew, recalled(ofNew)], { typed: more, isMore: true }],
    ['offered, where the site is registered by now', [...overRecord, recalled(ofNew)], { typed: {}, hasOffer: true }],
    ['not offered before that is known', [open({ known: [cached] }), recalled(ofNew)], { hasOffer: false }],
  ]);

  test('is asked for as the popup opens, but in a private window', () => {
    const recalls = (isPrivate: boolean) =>
      opening(startAt({ private: isPrivate })).commands.filter(({ ask }) => ask === 'recall');
    expect([recalls(false), recalls(true)]).toEqual([[{ ask: 'recall', account, host }], []]);
  });
});

describe('the connections', () => {
  const elsewhere = (...accounts: string[]): Event => ({ type: 'changed-elsewhere', accounts });
  const loads = (connection: string, isChanged: boolean) => [
    { ask: 'load', number: 2, picked: { connection }, isChanged },
  ];
  const to = (id: string): Event => ({ type: 'switched', to: { connection: id } });
  test.each<[string, Step[], unknown[]]>([
    ['another one is picked', [to('b')], loads('b', false)],
    ['one of others is added', [elsewhere(account, 'new')], []],
    ['the account is another', [elsewhere('new')], loads(account, true)],
  ])('%s: what is loaded', (_what, steps, commands) => {
    expect(play(...steps).last).toEqual(commands);
  });

  test('of two that are picked the last one is shown', () => {
    const loaded = (number: number, at: string): Event => ({ type: 'opened', start: startAt({}, at), number });
    const steps = [to('b'), to('c'), loaded(3, 'of c'), loaded(2, 'of b')];
    expect(play(...steps).state.start.connection?.account).toBe('of c');
  });

  const overKnown = open({ connections: twoConnections, known: [{ ...cached, account: 'another' }] });
  test.each<[string, Step[], string[]]>([
    ['by what is stored', [overKnown], ['another']],
    ['by nothing', [open({ connections: twoConnections, known: [cached] })], []],
    ['by nothing, under another name', [overKnown, named(other)], []],
  ])('that have the site, too, are known %s', (_what, steps, accounts) => {
    expect(alsoAt(play(...steps).state)).toEqual(accounts);
  });
});

describe('the team of a new site', () => {
  const crew = { kind: 'umami', team: 't1', teamName: 'Crew' };
  const at = (more: object, of = account) => open({ connection: connectionOf(of, more) }, of);
  const overCrew = [at(crew), looked, found()];
  const guests = typed({ team: 't2' });
  const noTeam: Problem = { kind: 'rejected', code: 'no-team' };
  const sent = (...steps: Step[]) => {
    const { asked } = play(...steps, track);
    const create = asked.findLast((one) => one.ask === 'websites.create');
    return create?.ask === 'websites.create' ? (create.input.team ?? '') : undefined;
  };

  test.each<[what: string, steps: Step[], team: string]>([
    ['its connection’s, also before the service has answered', [at(crew)], 't1'],
    ['none, if that is chosen', [...overCrew, typed({ team: '' })], ''],
    ['the chosen one, under another name', [...overCrew, guests, named(other)], 't2'],
    ['that of another connection that is picked', [...overCrew, guests, at({ ...crew, team: 't3' }, 'another')], 't3'],
    ['none, where the service has no teams any more', [at({ ...crew, kind: 'matomo' })], ''],
  ])('is %s', (_what, steps, team) => {
    expect(sent(...steps)).toBe(team);
  });

  const chosen: Step[] = [...overCrew, guests, track];
  shows([
    ['is no part of its record', [...chosen, created], { typed: {}, hasOffer: false }],
    ['nor of one that is found', [...overCrew, guests, look, found(website), rested], { hasOffer: false }],
    ['shown once refused', [...overCrew, track, refuses('websites.create', noTeam)], { isMore: true, problem: noTeam }],
  ]);
});

const privacyOf = (privacy: number) => ({ fields: has({ privacy }) });
const ofAnyNew = { of: newSite, fields: { ...more, privacy: 0 as const } };
const ofRecord = { of: '7', fields: more };
const readOnly = { ...website, locked: 'inexact-id' };
test.each<[string, Step[], sent: object[], Shown]>([
  ['a privacy of another name', [...tracked, named(other), typedPrivacy, named(host), created], [], {}],
  ['a privacy for somebody else’s', [...tracked, typedPrivacy, confirmed], [], privacyOf(1)],
  ['what comes from an earlier popup after Track', [track, recalled(ofAnyNew), created], [], { typed: {} }],
  ['fields not shown yet', [open({ known: [cached] }), recalled(ofRecord), press('save')], [], { isTyped: false }],
  [
    'an undo, for another record than was changed',
    [...overPublic, look, saved, look, looked, found({ ...website, id: '8', privacy: 0 }), rested, press('undo')],
    [{ id: '7', privacy: 0 }],
    {},
  ],
  ['a password twice', [...overSecret, setIt], [{ password: 'a' }], {}],
])('nothing is published, or sent, that nobody pressed: %s', (_what, steps, sent, shown) => {
  const updates = play(...steps).asked.flatMap((one) => (one.ask === 'websites.update' ? [one.input] : []));
  expect(updates).toMatchObject(sent);
  expect(updates).toHaveLength(sent.length);
  expect(seen(steps, shown)).toEqual(shown);
});

const overFields = [looked, found({ ...website, exclude_ips: [], email: 0 }), rested];
const isNone = { problem: undefined, website };
shows([
  [
    'what was taken back meanwhile stays so',
    [...overFields, typed({ email: true }), press('save'), typed({ email: false }), saved],
    { fields: has({ email: false }) },
  ],
  ['a draft is none once the record has it', [recalled(ofRecord), looked, found(withText), rested], { isTyped: false }],
  ['what is typed meanwhile is shown', [...tracked, typed(more), created], { isMore: true, typed: more }],
  [
    'what is read-only shows what it has',
    [...tracked, typedPrivacy, says('websites.create', { ...made, website: readOnly })],
    privacyOf(1),
  ],
  [
    'a refused password keeps its box',
    [...overPassword, replace, typed({ password: 'made up' }), setIt, updateFails('rejected'), typed({ password: '' })],
    { isChanging: true },
  ],
  ['a failed create is not offered over what was found before', [looked, track, ...overRecord, unmade], isNone],
  ['nor over what was found after that', [looked, track, unmade, ...overRecord], isNone],
  [
    'a deletion leaves names at another connection',
    [
      ...overRecord,
      ...remove,
      goTo('another'),
      looked,
      says('site.check', { matches: [], related: [{ id: '7', domain: other }], complete: true }),
      deleted,
    ],
    { covering: { id: '7', domain: other } },
  ],
]);

test('what is typed for another name is asked for when that is looked at', () => {
  expect(play(named(other)).last).toContainEqual({ ask: 'recall', account, host: other });
});

test('text typed at another connection while a site is registered is no draft here', () => {
  const { state } = play(...tracked, goTo('another'), ...overNew, typed(more), goTo(account), created);
  expect(state.sites[`${account} ${host}`]?.drafts).toEqual([]);
});
