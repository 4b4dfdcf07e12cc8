import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { nothingTyped, type Typed } from '@/entrypoints/popup/typed.ts';
import { useSite } from '@/entrypoints/popup/useSite.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { defaults } from '@/lib/storage/settings.ts';
import { asked, failed, hooked, later, ok, openPage, settled, worker } from './hooked.ts';
import { popupStart } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));

const host = 'a.example';
const other = 'www.a.example';
const account = 'stats';
const website = { id: '7', domain: host, privacy: 1 as const };
const start = popupStart(host);
const cached = { account, host, website: { id: '7', domain: host } };

beforeEach(() => {
  openPage();
  vi.spyOn(fakeBrowser.tabs, 'get').mockResolvedValue({ url: start.url } as never);
  worker.answers['site.suffixes'] = () => ok([{}]);
  worker.answers['site.check'] = () => check({});
  worker.answers['websites.create'] = () => created;
  worker.answers['websites.delete'] = () => ok({ outcome: 'deleted' });
});
const check = (more: object) => ok({ host, matches: [], related: [], complete: true, ...more });
const created = ok({ outcome: 'created', website });

async function open(
  change: Partial<PopupStart> = {},
  { typed = nothingTyped(), seen = undefined as Promise<unknown> | undefined, subject = host } = {},
) {
  const hook = await hooked(() => useSite({ ...start, ...change }, subject, { account }, typed, seen), undefined);
  await settled();
  const does = async (what: (now: ReturnType<typeof useSite>) => unknown) => {
    await act(() => void what(hook.now()));
    await settled();
  };
  return { ...hook, does };
}
const registered = (record: object = website) => {
  worker.answers['site.check'] = () => check({ matches: [record] });
  return open();
};

describe('what it opens with', () => {
  test.each<[string, Partial<PopupStart>, typed: Partial<Typed>, shown: object]>([
    ['a site', {}, {}, { host, status: '', several: false, check: { state: 'checking' } }],
    ['one of a private window', { private: true }, {}, { check: { state: 'idle' } }],
    ['what is to be said', { said: 'changed' }, {}, { status: 'changed' }],
    [
      'one that is registered twice',
      { known: [{ ...cached, several: true as const }] },
      {},
      { several: true as const },
    ],
    [
      'one that is so elsewhere',
      { known: [{ ...cached, account: 'other', several: true as const }] },
      {},
      { several: false, website: undefined },
    ],
    [
      'the name that was picked',
      { known: [{ ...cached, several: true as const }] },
      { host: other },
      { host: other, several: false, website: undefined },
    ],
    ['what was changed', {}, { fields: { email: true } }, { fields: { email: true, privacy: 1 } }],
  ])('%s', async (_what, change, typed, shown) => {
    worker.answers['site.check'] = () => later().promise;
    const { now } = await open(change, { typed: { ...nothingTyped(), ...typed } });
    expect(now()).toMatchObject(shown);
    expect(now()).toMatchObject({ busy: false, problem: undefined, undo: undefined, passwordError: undefined });
  });

  test('what was picked and changed is there for the next connection', async () => {
    const typed = nothingTyped();
    const { now, does } = await open({}, { typed });
    await does((site) => site.setFields({ ...site.fields, email: true }));
    await does((site) => site.setFields({ ...site.fields, exclude_bots: !site.fields.exclude_bots }));
    await does((site) => site.setHost(other));
    expect(typed).toMatchObject({ host: other, fields: { email: true, exclude_bots: now().fields.exclude_bots } });
  });

  test.each<[string, Partial<PopupStart>, subject: string, notes: string[], suffixOf: string]>([
    ['the tab’s own', { site: { host, notes: ['port', 'unusual'] } }, host, ['note_port', 'note_unusual'], host],
    ['another name than the tab’s', { site: { host, notes: ['port'] } }, other, [], host],
    [
      'one that was typed over a page that is none',
      { site: { refused: 'browser-page' } },
      'typed.example',
      [],
      'typed.example',
    ],
  ])('what is noted of %s', async (_what, change, subject, notes, suffixOf) => {
    const { now } = await open(change, { subject });
    expect([now().notes, now().names.seen, asked('site.suffixes')]).toEqual([notes, suffixOf, [{ hosts: [suffixOf] }]]);
  });

  test.each([
    ['fails', () => failed('network')],
    ['tells nothing', () => ok([])],
  ])('nothing is noted where the question for its suffix %s', async (_what, answer) => {
    worker.answers['site.suffixes'] = answer;
    const { now } = await open();
    expect([now().notes, now().notRegistrable, now().names.registrable]).toEqual([[], false, undefined]);
  });

  test('a name that was registered is asked for its suffix once it is not any more', async () => {
    const { does, now } = await registered();
    expect(asked('site.suffixes')).toHaveLength(1);
    await does((site) => site.remove());
    expect([now().website, asked('site.suffixes').length]).toEqual([undefined, 2]);
  });
});

describe('whether it is registered', () => {
  test('is told as the page was seen, and not before', async () => {
    const seen = Promise.withResolvers<void>();
    worker.answers['site.check'] = () => check({ matches: [website] });
    const { now } = await open({}, { seen: seen.promise });
    expect([now().check.state, now().website]).toEqual(['checking', undefined]);
    await act(() => seen.resolve());
    await settled();
    expect([now().check.state, now().website]).toEqual(['done', website]);
  });

  test('is asked of the account, as private as the window', async () => {
    for (const isPrivate of [false, true]) {
      const { does } = await open({ private: isPrivate });
      await does((site) => site.recheck());
      await does((site) => site.track());
      await does((site) => site.save({ privacy: 0 }));
      await does((site) => site.remove());
      const sent = worker.asked.splice(0).filter(({ name }) => name !== 'site.suffixes');
      expect(new Set(sent.map(({ name }) => name))).toEqual(
        new Set(['site.check', 'websites.create', 'websites.update', 'websites.delete']),
      );
      expect(new Set(sent.map((one) => `${one.account} ${one.private}`))).toEqual(new Set([`stats ${isPrivate}`]));
    }
  });

  test('of two records of one name the first is shown', async () => {
    worker.answers['site.check'] = () =>
      check({ matches: [website, { ...website, id: '8' }], related: [{ id: '9', domain: other }] });
    const { now } = await open();
    expect([now().website?.id, now().several, now().covering, now().names.related.length]).toEqual([
      '7',
      true,
      undefined,
      1,
    ]);
  });

  test('asked again, what was written before counts no more', async () => {
    const { now, does } = await open();
    await does((site) => site.track());
    expect(now().website?.id).toBe('7');
    await does((site) => site.recheck());
    expect([now().website, now().check.state]).toEqual([undefined, 'done']);
  });

  test('a question that fails is told until something was done or said, and can be asked again', async () => {
    worker.answers['site.check'] = () => failed('network');
    const { now, does } = await open();
    expect([now().check.state, now().problem?.kind]).toEqual(['failed', 'network']);
    const answer = later();
    worker.answers['websites.create'] = () => answer.promise;
    await does((site) => site.track());
    expect([now().busy, now().problem]).toEqual([true, undefined]);
    await act(() => answer.answer(failed('busy')));
    await settled();
    expect([now().busy, now().problem?.kind]).toEqual([false, 'busy']);
    const again = later();
    worker.answers['websites.create'] = () => again.promise;
    await does((site) => site.retry?.());
    expect([now().busy, now().problem]).toEqual([true, undefined]);
    await act(() => again.answer(created));
    await settled();
    expect(now()).toMatchObject({
      busy: false,
      problem: undefined,
      check: { state: 'done' },
      status: 'registration_created',
    });
  });

  test.each<[string, code: 'unseen' | 'maybe-deleted', shown: string | undefined]>([
    ['a change that failed', 'unseen', undefined],
    ['a deletion that may have been carried out', 'maybe-deleted', 'maybe-deleted'],
  ])('while that is not known, %s: what is told, and that "Try again" asks', async (_what, code, shown) => {
    const asking = later();
    worker.answers['site.check'] = () => asking.promise;
    for (const name of ['websites.update', 'websites.delete']) worker.answers[name] = () => failed('server', { code });
    const { now, does } = await open({ known: [{ ...cached, website: { ...cached.website, privacy: 0 } }] });
    await does((site) => (code === 'unseen' ? site.save({ privacy: 1 }) : site.remove()));
    expect([now().isUnknown, now().problem?.kind]).toEqual([false, code === 'unseen' ? 'missing' : 'server']);
    await act(() => asking.answer(failed('network')));
    await settled();
    expect([now().isUnknown, now().problem?.code]).toEqual([true, shown]);
    await does((site) => site.retry?.());
    expect([asked('site.check').length, asked('websites.update').length + asked('websites.delete').length]).toEqual([
      2, 1,
    ]);
  });

  test('what is said of an outcome hides that nothing could be asked; what is said at the start does not', async () => {
    worker.answers['site.check'] = () => failed('network');
    const { now, does } = await open({ said: 'changed' });
    expect([now().status, now().problem?.kind]).toEqual(['changed', 'network']);
    worker.answers['websites.create'] = () => created;
    await does((site) => site.track());
    await does((site) => site.recheck());
    expect([now().status, now().problem]).toEqual(['registration_created', undefined]);
  });

  test('a site that was registered although nobody knows the whole list leaves that unknown', async () => {
    worker.answers['site.check'] = () => check({ complete: false });
    const { now, does } = await open();
    await does((site) => site.trackAnyway());
    expect([now().website?.id, now().check.state]).toEqual(['7', 'unsure']);
    await does((site) => site.remove());
    expect([now().website, now().check.state]).toEqual([undefined, 'unsure']);
  });
});

describe('registering', () => {
  test.each<[string, hasPassword: boolean, password: string, sent: object[], lacks: string | undefined]>([
    ['none is typed, and none is there', false, '', [], 'password_needed'],
    ['none is typed, and a default one is there', true, '', [{ privacy: 2 }], undefined],
    ['one is typed', false, 'made up', [{ privacy: 2, password: 'made up' }], undefined],
  ])('with a password: %s', async (_what, hasPassword, password, sent, lacks) => {
    const { now, does } = await open({ defaults: { ...defaults.fallback, privacy: 2, hasPassword } });
    await does((site) => site.setFields({ ...site.fields, password }));
    await does((site) => site.track());
    const shown = asked('websites.create').map(({ privacy, password: text }) => ({
      privacy,
      ...(text ? { password: text } : {}),
    }));
    expect([shown, now().passwordError, now().busy]).toEqual([sent, lacks, false]);
    if (lacks) return;
    expect(now()).toMatchObject({ lastPassword: password || undefined, website: { has_password: true } });
  });

  test.each<[string, outcome: string, hasPassword: boolean | undefined, last: string | undefined]>([
    ['made: it has the password', 'created', true, 'made up'],
    ['found afterwards: it may have it', 'confirmed', undefined, 'made up'],
    ['there before: it has not', 'already', undefined, undefined],
  ])('a record that was %s', async (_what, outcome, hasPassword, last) => {
    worker.answers['websites.create'] = () => ok({ outcome, website: { id: '7', domain: host } });
    const { now, does } = await open();
    await does((site) => site.setFields({ ...site.fields, privacy: 2, password: 'made up' }));
    await does((site) => site.track());
    expect([now().status, now().website?.has_password, now().lastPassword]).toEqual([
      `registration_${outcome}`,
      hasPassword,
      last,
    ]);
    expect(JSON.stringify(now().website)).not.toContain('made up');
  });

  test('without a password it has none', async () => {
    const { now, does } = await open();
    await does((site) => site.track());
    expect([now().website?.has_password, now().lastPassword, now().isRead]).toEqual([false, undefined, true]);
  });

  test('what was said of it goes as the next is sent', async () => {
    const { now, does } = await open();
    await does((site) => site.track());
    expect([now().status, now().undo !== undefined]).toEqual(['registration_created', true]);
    worker.answers['websites.update'] = () => later().promise;
    await does((site) => void site.save({ privacy: 0 }));
    expect([now().status, now().undo, now().busy]).toEqual(['', undefined, true]);
  });

  test('taken back in vain, the same is tried again', async () => {
    const { now, does } = await open();
    await does((site) => site.track());
    worker.answers['websites.delete'] = () => failed('network');
    await does((site) => site.undo?.());
    expect([now().website?.id, now().problem?.kind, now().status]).toEqual(['7', 'network', '']);
    worker.answers['websites.delete'] = () => ok({ outcome: 'deleted' });
    await does((site) => site.retry?.());
    const [first, second] = asked('websites.delete');
    expect(first).toMatchObject({ id: '7', still: website, sent: { privacy: 1 } });
    expect([second, now().status]).toEqual([first, 'popup_unregistered']);
  });

  test('a tab that goes elsewhere is told of once: the next press registers the site that is named', async () => {
    const { now, does } = await open();
    vi.spyOn(fakeBrowser.tabs, 'get').mockResolvedValue({ url: 'https://b.example/' } as never);
    await does((site) => site.track());
    expect([now().staleHost, asked('websites.create')]).toEqual([host, []]);
    const { calls } = vi.mocked(fakeBrowser.tabs.get).mock;
    const looks = calls.length;
    await does((site) => site.track());
    expect([calls.length, asked('websites.create').map(({ domain }) => domain)]).toEqual([looks, [host]]);
  });
});

describe('what was typed for a new site, once it was sent', () => {
  const begin = async () => {
    const typed = nothingTyped();
    const first = await open({}, { typed });
    await first.does((site) => site.setFields({ ...site.fields, privacy: 2, password: 'made up', exclude_ips: '::1' }));
    return { typed, ...first };
  };
  const form = ({ privacy, password, exclude_ips }: ReturnType<typeof useSite>['fields']) => [
    privacy,
    password,
    exclude_ips,
  ];
  const elsewhere = async (typed: Typed) => {
    worker.answers['site.check'] = () => check({});
    const hook = await hooked(() => useSite(start, host, { account: 'another' }, typed), undefined);
    await settled();
    return hook;
  };
  const full = [2, 'made up', '::1'];
  const empty = [1, '', ''];
  test.each<[string, answer: Answer<unknown>, there: unknown[]]>([
    ['made', created, empty],
    ['found afterwards', ok({ outcome: 'confirmed', website }), empty],
    ['there before', ok({ outcome: 'already', website }), empty],
    ['made, and not shown', ok({ outcome: 'created' }), empty],
    ['refused', failed('busy'), full],
  ])('%s: is it in the form of another connection?', async (_what, answer, there) => {
    const { typed, does } = await begin();
    worker.answers['websites.create'] = () => answer;
    await does((site) => site.track());
    expect(form((await elsewhere(typed)).now().fields)).toEqual(there);
  });

  test('has left the form of another connection that was opened meanwhile, not what is typed there', async () => {
    const { typed, does } = await begin();
    const answer = later();
    worker.answers['websites.create'] = () => answer.promise;
    await does((site) => site.track());
    const second = await elsewhere(typed);
    await act(() => second.now().setFields({ ...second.now().fields, exclude_ips: '::2' }));
    await act(() => answer.answer(created));
    await settled();
    expect(form(second.now().fields)).toEqual([1, '', '::2']);
  });

  test('is there for another connection that it was sent to, too, and that refuses it', async () => {
    const { typed, does } = await begin();
    const [answer, refusal] = [later(), later()];
    worker.answers['websites.create'] = () => answer.promise;
    await does((site) => site.track());
    const second = await elsewhere(typed);
    worker.answers['websites.create'] = () => refusal.promise;
    await act(() => second.now().track());
    await act(() => answer.answer(created));
    await act(() => refusal.answer(failed('busy')));
    await settled();
    expect(form(second.now().fields)).toEqual(full);
  });

  test('is not there for the site once it is taken back', async () => {
    const { now, does } = await begin();
    worker.answers['websites.create'] = () => created;
    await does((site) => site.track());
    await does((site) => site.undo?.());
    expect(form(now().fields)).toEqual(empty);
  });

  test('that was there before: is there for its record', async () => {
    const { now, does } = await begin();
    worker.answers['websites.create'] = () => ok({ outcome: 'already', website });
    await does((site) => site.track());
    expect(now().unsavedOf(website)).toMatchObject({ password: 'made up', fields: { exclude_ips: '::1' } });
  });
});

describe('a change of a record', () => {
  const unchanged = { domain: host, sent: { privacy: 0 } };
  test.each<[string, record: object, back: object[]]>([
    ['private', { ...website, privacy: 1 }, [{ id: '7', privacy: 1, ...unchanged }]],
    [
      'with a password, which the service keeps',
      { ...website, privacy: 2, has_password: true },
      [{ id: '7', privacy: 2, ...unchanged }],
    ],
    ['with a password of which nothing is known', { ...website, privacy: 2 }, []],
    ['of no privacy that is told', { id: '7', domain: host }, []],
  ])('of one %s is taken back, if that can be done', async (_what, record, back) => {
    worker.answers['websites.update'] = ({ privacy }) => ok({ ...website, privacy });
    const { now, does } = await registered(record);
    await does((site) => site.save({ privacy: 0 }));
    expect([now().status, now().undo !== undefined]).toEqual(['popup_privacy_saved', back.length > 0]);
    await does((site) => site.undo?.());
    expect(asked('websites.update').slice(1)).toEqual(back);
  });

  test('that ends a public link: said before it is undone, and that another link came of it afterwards', async () => {
    const links = ['a', 'b'];
    const shared = () => ({ ...website, privacy: 0, share_url: links.shift() });
    worker.answers['websites.update'] = ({ privacy }) => ok(privacy === 0 ? shared() : { ...website, privacy });
    const { now, does } = await registered(shared());
    const shows = () => [now().status, now().website?.share_url];
    await does((site) => site.save({ privacy: 1 }));
    expect(shows()).toEqual(['popup_privacy_saved popup_links_ended', null]);
    await does((site) => site.undo?.());
    expect(shows()).toEqual(['popup_privacy_saved popup_links_new', 'b']);
  });

  test('its last password stays known until it is deleted', async () => {
    worker.answers['websites.update'] = ({ privacy }) => ok({ ...website, privacy });
    const { now, does } = await registered();
    await does((site) => site.save({ privacy: 2, password: 'made up' }));
    expect([now().lastPassword, now().undo, now().website?.has_password]).toEqual(['made up', undefined, true]);
    await does((site) => site.save({ privacy: 0 }));
    expect(now().lastPassword).toBe('made up');
    await does((site) => site.remove());
    expect(now().lastPassword).toBeUndefined();
  });

  test('that fails leaves it as it was; and so does one to nothing that is there', async () => {
    worker.answers['websites.update'] = () => failed('busy');
    const { now } = await registered();
    await act(async () => expect(await now().save({ privacy: 0 })).toBe(false));
    expect([now().website, now().problem?.kind, now().status]).toEqual([website, 'busy', '']);
    const none = await (async () => {
      worker.answers['site.check'] = () => check({});
      return open();
    })();
    await none.does((site) => site.remove());
    expect(asked('websites.delete')).toEqual([]);
  });

  describe('whose answer is lost: its privacy is not known until the service is asked', () => {
    test.each<[string, now: object | undefined, shown: unknown[]]>([
      ['it was carried out', { ...website, privacy: 0 }, [false, 0, 'popup_privacy_saved', undefined, true]],
      ['it was not', website, [false, 1, '', 'network', false]],
      ['the service does not answer', undefined, [true, 1, '', 'network', false]],
    ])('%s', async (_what, record, shown) => {
      const { now, does } = await registered();
      const answer = later();
      worker.answers['site.check'] = () => answer.promise;
      worker.answers['websites.update'] = () => failed('network', { code: 'maybe-changed' });
      await does((site) => site.save({ privacy: 0 }));
      expect([now().isUnknown, now().problem?.kind, now().check.state]).toEqual([true, 'network', 'checking']);
      await act(() => answer.answer(record ? check({ matches: [record] }) : failed('network')));
      await settled();
      const { isUnknown, website: read, status, problem, undo } = now();
      expect([isUnknown, read?.privacy, status, problem?.kind, undo !== undefined]).toEqual(shown);
    });
  });

  test('two at once: it is busy until both have come', async () => {
    const answers = [later(), later()] as const;
    worker.answers['websites.update'] = ({ privacy }) => answers[privacy === 0 ? 0 : 1].promise;
    const { now, does } = await registered();
    await does((site) => void site.save({ privacy: 0 }));
    await does((site) => void site.save({ privacy: 2 }));
    await act(() => answers[0].answer(ok({ ...website, privacy: 0 })));
    await settled();
    expect([now().busy, now().status]).toEqual([true, '']);
    await act(() => answers[1].answer(ok({ ...website, privacy: 2 })));
    await settled();
    expect([now().busy, now().status, now().website?.privacy]).toEqual([false, 'popup_privacy_saved', 2]);
  });

  test('says the privacy that it has by then, and of which site', async () => {
    const texts: Record<string, string> = {
      language: 'en',
      popup_privacy_saved: 'now {privacy}',
      popup_privacy_unapplied: 'still {privacy}',
      popup_deleted: 'gone: {domain}',
      registration_created: 'new: {domain}',
    };
    vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) => texts[name] ?? name) as never);
    const { now, does } = await open();
    await does((site) => site.track());
    expect(now().status).toBe(`new: ${host}`);
    worker.answers['websites.update'] = () => ok({ ...website, privacy: 0 });
    await does((site) => site.save({ privacy: 0 }));
    expect(now().status).toBe('now privacy_public');
    await does((site) => site.save({ privacy: 2 }));
    expect(now().status).toBe('still privacy_public');
    await does((site) => site.remove());
    expect(now().status).toBe(`gone: ${host}`);
  });
});

test('what was read before a delete does not bring the record back', async () => {
  const [early, late] = [later(), later()];
  const answers = [early, late];
  worker.answers['site.check'] = () => answers.shift()?.promise ?? check({});
  const { now, does } = await open({ known: [{ ...cached, several: true as const }] });
  await does((site) => site.remove());
  const left = { ...website, id: '8' };
  late.answer(check({ matches: [left] }));
  await settled();
  early.answer(check({ matches: [website, left] }));
  await settled();
  expect([now().website?.id, now().several]).toEqual(['8', false]);
});

test('a record that was deleted here covers no other name', async () => {
  worker.answers['site.check'] = () => check({ related: [{ id: '9', domain: other }] });
  const { now, does } = await open();
  expect(now().covering?.id).toBe('9');
  await does((site) => site.setHost(other));
  await does((site) => site.remove());
  await does((site) => site.setHost(host));
  expect([now().covering, now().names.related]).toEqual([undefined, []]);
});
