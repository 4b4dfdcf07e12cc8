import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { Answer } from '@/lib/messages/ask.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { asked, failed, held, later, ok, worker } from './hooked.ts';
import { cached, check, deleted, host, openRegistered, openSite, overSite, startAt, website } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
vi.mock('@/entrypoints/popup/later.tsx', async () => await import('./laterScript.ts'));

beforeEach(overSite);

describe('what was made can be taken back for as long as the popup is open', () => {
  type Opened = Awaited<ReturnType<typeof openSite>>;
  const save = ({ does }: Opened, answer: Answer<unknown>) => {
    worker.answers['websites.update'] = () => answer;
    return does((site) => site.choose(0));
  };
  const lookAtConnection = async ({ now, does }: Opened) => {
    await does((site) => site.open(startAt({}, 'another')));
    expect(now().canUndo).toBe(false);
    await does((site) => site.open(startAt({ known: [cached] })));
  };
  test.each<[string, (hook: Opened) => Promise<unknown>, isOffered: boolean]>([
    ['something else was begun', ({ does }) => does((site) => site.leave()), true],
    ['another connection was looked at', lookAtConnection, true],
    ['a change of it failed', (hook) => save(hook, failed('network')), true],
    ['it was deleted', ({ does }) => does((site) => site.remove()), false],
  ])('%s', async (_what, next, isOffered) => {
    const hook = await openSite({ known: [cached] });
    await hook.does((site) => site.press('track'));
    worker.answers['site.check'] = () => check({ matches: [website] });
    await next(hook);
    const { now, does } = hook;
    expect(now().canUndo).toBe(isOffered);
    if (!isOffered) return;
    await does((site) => site.press('undo'));
    expect(asked('websites.delete')).toMatchObject([{ id: '7', domain: host, still: website, sent: { privacy: 1 } }]);
    expect([now().website, now().status, now().canUndo]).toEqual([undefined, 'popup_unregistered', false]);
  });

  test('in vain: the same is tried again', async () => {
    const { now, does } = await openSite();
    await does((site) => site.press('track'));
    worker.answers['websites.delete'] = () => failed('network');
    await does((site) => site.press('undo'));
    expect([now().website?.id, now().problem?.kind, now().status]).toEqual(['7', 'network', '']);
    worker.answers['websites.delete'] = () => deleted;
    await does((site) => site.press('again'));
    const [first, second] = asked('websites.delete');
    expect([second, now().status]).toEqual([first, 'popup_unregistered']);
  });

  test('but not what was changed elsewhere since: that is shown as it is now', async () => {
    const problem = { kind: 'conflict', code: 'changed-since' } as const;
    worker.answers['websites.delete'] = () => ({ ok: false, problem });
    const { now, does } = await openSite();
    await does((site) => site.press('track'));
    worker.answers['site.check'] = () => check({ matches: [{ ...website, privacy: 0 }] });
    await does((site) => site.press('undo'));
    expect([now().website?.privacy, now().problem, now().canUndo]).toEqual([0, problem, false]);
  });
});

type Now = ReturnType<Awaited<ReturnType<typeof openSite>>['now']>;
/** Changes a record as a person does: each kind of change has its own button. */
function change(site: Now, fields: Partial<WebsiteFields>) {
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

  test('its last password stays known until it is deleted', async () => {
    worker.answers['websites.update'] = ({ privacy }) => ok({ ...website, privacy });
    const { now, does } = await openRegistered();
    await does((site) => change(site, password));
    expect([now().password, now().canUndo, now().website?.has_password]).toEqual(['made up', false, true]);
    await does((site) => site.choose(0));
    expect(now().password).toBe('made up');
    await does((site) => site.remove());
    expect(now().password).toBeUndefined();
  });

  test('of a site that is not there is not sent, nor is a deletion', async () => {
    const { does } = await openSite();
    await does((site) => site.choose(0));
    await does((site) => site.remove());
    expect([asked('websites.update'), asked('websites.delete')]).toEqual([[], []]);
  });

  test.each<[string, now: object | undefined, shown: unknown[]]>([
    ['it was carried out', { ...website, privacy: 0 }, [false, 0, 'popup_privacy_saved', undefined, true]],
    ['it was not', website, [false, 1, '', 'network', false]],
  ])('whose answer is lost, is not known until the service is asked: %s', async (_what, record, shown) => {
    const { now, does } = await openRegistered();
    const answer = held('site.check');
    worker.answers['websites.update'] = () => failed('network', { code: 'maybe-changed' });
    await does((site) => site.choose(0));
    expect([now().isUnknown, now().problem?.kind, now().check.state]).toEqual([true, 'network', 'checking']);
    await answer.settle(record ? check({ matches: [record] }) : failed('network'));
    const { isUnknown, website: read, status, problem, canUndo } = now();
    expect([isUnknown, read?.privacy, status, problem?.kind, canUndo]).toEqual(shown);
  });

  describe('two at once', () => {
    const both = async () => {
      const answers = [later(), later()] as const;
      worker.answers['websites.update'] = ({ privacy }) => answers[privacy === 2 ? 0 : 1].promise;
      const { now, does } = await openRegistered();
      await does((site) => change(site, password));
      await does((site) => site.choose(0));
      return { now, answers };
    };

    test('it is busy until both have come', async () => {
      const { now, answers } = await both();
      await answers[0].settle(ok({ ...website, privacy: 2 }));
      expect([now().busy, now().status]).toEqual([true, '']);
      await answers[1].settle(ok({ ...website, privacy: 0 }));
      expect([now().busy, now().status, now().website?.privacy]).toEqual([false, 'popup_privacy_saved', 0]);
    });

    const done = ok({ ...website, privacy: 0 });
    test.each<[string, first: Answer<unknown>, second: Answer<unknown>, says: string, problem: string | undefined]>([
      ['what it came to', done, done, 'popup_privacy_saved', undefined],
      ['why it failed', failed('busy'), failed('network'), '', 'network'],
    ])('the last one is told of, also where it comes first: %s', async (_what, first, second, says, problem) => {
      const { now, answers } = await both();
      await answers[1].settle(second);
      await answers[0].settle(first);
      expect([now().status, now().problem?.kind]).toEqual([says, problem]);
    });
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
