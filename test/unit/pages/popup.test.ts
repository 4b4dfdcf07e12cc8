import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { PopupStart } from '@/entrypoints/popup/load.ts';
import { newSite } from '@/entrypoints/popup/site/state.ts';
import { type Defaults, defaults } from '@/lib/storage/settings.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { asked, failed, held, later, ok, settled, worker } from './hooked.ts';
import {
  account,
  cached,
  check,
  connectionOf,
  host,
  openRegistered,
  openSite,
  other,
  overSite,
  startAt,
  tab,
  website,
} from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
/** Until then, the popup's reducer is not loaded. */
const gate = vi.hoisted(() => ({ open: Promise.resolve() as Promise<unknown> }));
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
type Site = ReturnType<Awaited<ReturnType<typeof openSite>>['now']>;

describe('what it opens with', () => {
  test.each<[string, Partial<PopupStart>, shown: object]>([
    ['a site', {}, { host, status: '', several: false, check: { state: 'checking' } }],
    ['one of a private window', { private: true }, { check: { state: 'idle' } }],
    ['what is to be said', { said: 'changed' }, { status: 'changed' }],
  ])('%s', async (_what, change, shown) => {
    worker.answers['site.check'] = () => later().promise;
    const { now } = await openSite(change);
    expect(now()).toMatchObject(shown);
    expect(now()).toMatchObject({ busy: false, problem: undefined, canUndo: false, lacksPassword: false });
  });

  test('what was picked and changed is there for the next connection, and the defaults of the first are not', async () => {
    const of = (stored: Partial<Defaults>) => ({ defaults: { ...defaults.fallback, ...stored } });
    const { now, does } = await openSite(of({ privacy: 0, exclude_ips: ['192.0.2.1'] }));
    await does((site) => site.edit({ email: true }));
    await does((site) => site.edit({ exclude_bots: !site.fields.exclude_bots }));
    const exclude_bots = Number(now().fields.exclude_bots);
    await does((site) => site.name(other));
    await does((site) => site.open(startAt(of({ privacy: 1, exclude_ips: ['192.0.2.2'] }), 'second')));
    await does((site) => site.press('track'));
    const sent = { domain: other, privacy: 1, email: 1, exclude_bots, exclude_ips: ['192.0.2.2'] };
    expect(asked('websites.create')).toMatchObject([sent]);
  });

  test.each([
    ['umami', 1],
    [undefined, 2],
  ] as const)('a privacy that the kind (%s) does not have is none of its own', async (kind, privacy) => {
    const given = {
      defaults: { ...defaults.fallback, privacy: 2 as const },
      connection: connectionOf(account, { kind }),
    };
    expect((await openSite(given)).now().fields.privacy).toBe(privacy);
  });
});

describe('whether it is registered', () => {
  test('is asked of the account, as private as the window: there, only when that is pressed', async () => {
    for (const isPrivate of [false, true]) {
      const { does } = await openSite({ private: isPrivate });
      expect(asked('site.check')).toHaveLength(isPrivate ? 0 : 1);
      await does((site) => site.press('check'));
      await does((site) => site.press('track'));
      await does((site) => site.choose(0));
      await does((site) => site.remove());
      const sent = worker.asked.splice(0).filter(({ name }) => name !== 'site.suffixes');
      const names = ['site.check', 'websites.create', 'websites.update', 'websites.delete'];
      expect(new Set(sent.map(({ name }) => name))).toEqual(new Set(names));
      expect(new Set(sent.map((one) => `${one.account} ${one.private}`))).toEqual(new Set([`stats ${isPrivate}`]));
    }
  });

  test.each<[string, code: 'unseen' | 'maybe-deleted', shown: string | undefined]>([
    ['a change that failed', 'unseen', undefined],
    ['a deletion that may have been carried out', 'maybe-deleted', 'maybe-deleted'],
  ])('while that is not known, %s: what is told, and that "Try again" asks', async (_what, code, shown) => {
    const asking = held('site.check');
    for (const name of ['websites.update', 'websites.delete']) worker.answers[name] = () => failed('server', { code });
    const { now, does } = await openSite({ known: [{ ...cached, website: { ...cached.website, privacy: 0 } }] });
    await does((site) => (code === 'unseen' ? site.choose(1) : site.remove()));
    expect([now().isUnknown, now().problem?.kind]).toEqual([false, code === 'unseen' ? 'missing' : 'server']);
    await asking.settle(failed('network'));
    expect([now().isUnknown, now().problem?.code]).toEqual([true, shown]);
    await does((site) => site.press('again'));
    const times = [asked('site.check').length, asked('websites.update').length + asked('websites.delete').length];
    expect(times).toEqual([2, 1]);
  });
});

describe('another name is picked: what was told of the first says nothing of it', () => {
  const two = [website, { ...website, id: '8' }];
  const related = [{ ...website, id: '9', domain: other }];
  test.each<[string, first: object, picks: string[], shown: { state: string; id?: string; several?: true }]>([
    ['the service did not show its whole list', { complete: false }, [other], { state: 'idle' }],
    ['and the first again', {}, [other, host], { state: 'done' }],
    ['the first is registered twice', { matches: two }, [other, host], { state: 'done', id: '7', several: true }],
  ])('%s', async (_name, first, picks, { state, id, several = false }) => {
    worker.answers['site.check'] = () => check(first);
    const { now, does } = await openSite();
    for (const name of picks) await does((site) => site.name(name));
    expect(now()).toMatchObject({ check: { state }, several });
    expect(now().website?.id).toBe(id);
    expect(asked('site.check')).toEqual([{ host }]);
  });

  test('a record covers names below its own, not the whole domain above it', async () => {
    const shop = `shop.${host}`;
    worker.answers['site.check'] = () => check({ related: [{ ...website, domain: shop }] });
    const { now, does } = await openSite({ host: `www.${shop}` });
    expect(now().covering?.domain).toBe(shop);
    await does((site) => site.name(host));
    expect(now().covering).toBe(undefined);
  });

  test('a record that was deleted here covers no other name', async () => {
    worker.answers['site.check'] = () => check({ related });
    const { now, does } = await openSite();
    expect(now().covering?.id).toBe('9');
    await does((site) => site.name(other));
    await does((site) => site.remove());
    await does((site) => site.name(host));
    expect([now().covering, now().related]).toEqual([undefined, []]);
  });
});

describe('registering', () => {
  test.each<[string, url: string | undefined, isSent: boolean]>([
    ['is still there', `https://${host}/`, true],
    ['shows another page of the site', `https://${host}/other`, true],
    ['has gone to another site', 'https://b.example/', false],
    ['is closed', undefined, false],
  ])(
    'the tab %s: that is told once, and the next press registers the site that is named',
    async (_tab, url, isSent) => {
      const { now, does } = await openSite();
      expect(now().staleHost).toBeUndefined();
      tab.url = url;
      await does((site) => site.press('track'));
      expect([asked('websites.create').length, now().staleHost]).toEqual(isSent ? [1, undefined] : [0, host]);
      if (isSent) return;
      const looks = vi.mocked(fakeBrowser.tabs.get).mock.calls.length;
      await does((site) => site.press('track'));
      expect(asked('websites.create').map(({ domain }) => domain)).toEqual([host]);
      expect(vi.mocked(fakeBrowser.tabs.get)).toHaveBeenCalledTimes(looks);
      expect([now().staleHost, now().website?.id]).toEqual([undefined, '7']);
    },
  );

  const isPublic = { ...website, privacy: 0 };
  test.each<[string, answer: object, privacy: number | undefined, status: string]>([
    ['that was sent', { outcome: 'created', website }, 1, 'registration_created'],
    ['of which nothing is told', { outcome: 'created', website: cached.website }, 1, 'registration_created'],
    ['of somebody else', { outcome: 'already', website: isPublic }, 0, 'registration_already'],
    ['that was not sent', { outcome: 'created', website: isPublic }, 0, 'registration_created popup_privacy_unapplied'],
  ])('what is told of a new record with the privacy %s', async (_what, answer, privacy, status) => {
    worker.answers['websites.create'] = () => ok(answer);
    const { now, does } = await openSite();
    await does((site) => site.press('track'));
    expect([asked('websites.create')[0]?.privacy, now().website?.privacy, now().status]).toEqual([1, privacy, status]);
  });

  test('a new record with a privacy that was not sent is taken back as it was made', async () => {
    worker.answers['websites.create'] = () => ok({ outcome: 'created', website: { ...website, privacy: 0 } });
    const { does } = await openSite();
    await does((site) => site.edit({ email: true }));
    await does((site) => site.press('track'));
    await does((site) => site.press('undo'));
    expect(asked('websites.delete')).toMatchObject([{ still: { privacy: 0 }, sent: { privacy: 0, email: 1 } }]);
  });

  const unconfirmed = { kind: 'timeout', code: 'still-unconfirmed' };
  test('a create whose outcome is not known is told, and looked for again', async () => {
    worker.answers['site.check'] = () => check({ isUnconfirmed: true });
    const { now, does } = await openSite();
    expect(now().problem).toEqual(unconfirmed);
    worker.answers['site.check'] = () => check({ matches: [website] });
    await does((site) => site.press('again'));
    expect([now().problem, now().website?.id]).toEqual([undefined, website.id]);
  });

  test.each<[string, (site: Site) => unknown]>([
    ['something is typed', (site) => site.edit({})],
    ['another name is picked', (site) => site.name(host)],
  ])('an outcome is told until %s', async (_what, next) => {
    const { now, does } = await openSite();
    await does((site) => site.press('track'));
    expect(now().status).toBe('registration_created');
    await act(() => void next(now()));
    expect(now().status).toBe('');
  });
});

/** Changes a record as a person does: each kind of change has its own button. */
function change(site: Site, fields: Partial<WebsiteFields>) {
  if (fields.privacy !== undefined) return site.choose(fields.privacy);
  site.edit(fields);
  site.press('password' in fields ? 'set-password' : 'save');
}

describe('a change of a record', () => {
  const isPrivate = { ...website, privacy: 1 };
  const isPublic = { ...website, privacy: 0 };
  const toPublic = { privacy: 0 };
  const password = { password: 'made up' };
  const saved = 'popup_privacy_saved';
  test.each<[string, record: object, sent: object, answer: unknown, status: string, privacy: number, back?: number]>([
    ['the same, of which the service shows nothing', isPrivate, toPublic, undefined, saved, 0, 1],
    ['the same, of one of whose password nothing is known', { ...website, privacy: 2 }, toPublic, isPublic, saved, 0],
    ['the same, of one whose privacy is not told', { id: '7', domain: host }, toPublic, isPublic, saved, 0],
    ['a privacy that is not taken', isPrivate, toPublic, website, 'popup_privacy_unapplied', 1],
    ['a password', isPrivate, password, { ...website, privacy: 2 }, saved, 2],
    ['something else', isPrivate, { email: true }, website, 'popup_saved', 1],
  ])(
    '%s: what is said, and whether it can be taken back',
    async (_what, record, sent, answer, status, privacy, back) => {
      worker.answers['websites.update'] = () => ok(answer);
      const { now, does } = await openRegistered(record);
      await does((site) => change(site, sent));
      const { website: shown, canUndo } = now();
      expect([now().status, shown?.privacy, canUndo]).toEqual([status, privacy, back !== undefined]);
      await does((site) => site.press('undo'));
      const undone = back === undefined ? [] : [{ id: '7', privacy: back, domain: host, sent: toPublic }];
      expect(asked('websites.update').slice(1)).toEqual(undone);
    },
  );

  test('that ends a public link: said before it is undone, and that another link came of it afterwards', async () => {
    const links = ['a', 'b'];
    const shared = () => ({ ...website, privacy: 0, share_url: links.shift() });
    worker.answers['websites.update'] = ({ privacy }) => ok(privacy === 0 ? shared() : { ...website, privacy });
    const { now, does } = await openRegistered(shared());
    const shows = () => [now().status, now().website?.share_url];
    await does((site) => site.choose(1));
    expect(shows()).toEqual(['popup_privacy_saved popup_links_ended', null]);
    await does((site) => site.press('undo'));
    expect(shows()).toEqual(['popup_privacy_saved popup_links_new', 'b']);
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
    const { now, does } = await openSite();
    await does((site) => site.press('track'));
    expect(now().status).toBe(`new: ${host}`);
    worker.answers['websites.update'] = () => ok({ ...website, privacy: 0 });
    await does((site) => site.choose(0));
    expect(now().status).toBe('now privacy_public');
    await does((site) => site.choose(1));
    expect(now().status).toBe('still privacy_public');
    await does((site) => site.remove());
    expect(now().status).toBe(`gone: ${host}`);
  });
});

describe('a deletion', () => {
  test.each([
    ['deleted', 'popup_deleted'],
    ['gone', 'popup_already_deleted'],
  ])('of one that is %s: said, and shown no longer', async (outcome, status) => {
    worker.answers['websites.delete'] = () => ok({ outcome });
    const { now, does } = await openRegistered();
    worker.answers['site.check'] = () => check({});
    await does((site) => site.remove());
    expect([now().website, now().status, now().busy]).toEqual([undefined, status, false]);
    expect(asked('websites.delete')).toEqual([{ id: '7', domain: host }]);
  });

  test('what was read before it does not bring the record back', async () => {
    const [early, late] = [later(), later()];
    const answers = [early, late];
    worker.answers['site.check'] = () => answers.shift()?.promise ?? check({});
    const { now, does } = await openSite({ known: [{ ...cached, several: true }] });
    await does((site) => site.remove());
    const left = { ...website, id: '8' };
    await late.settle(check({ matches: [left] }));
    await early.settle(check({ matches: [website, left] }));
    expect([now().website?.id, now().several]).toEqual(['8', false]);
  });
});

test('what comes from an earlier popup after Track was pressed, before the reducer is loaded, is not sent', async () => {
  await fakeBrowser.storage.session.set({
    [`site:${account}:${host}`]: [{ of: newSite, fields: { exclude_ips: '::1' } }],
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  gate.open = promise;
  const hook = await openSite();
  await hook.does((site) => site.press('track'));
  await hook.does(() => resolve());
  await settled();
  expect(asked('websites.create')).toHaveLength(1);
  expect(asked('websites.create')[0]).not.toHaveProperty('exclude_ips');
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
