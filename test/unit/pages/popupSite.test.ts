import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { asked, later, ok, worker } from './hooked.ts';
import { cached, check, host, openRegistered, openSite, overSite, website } from './popupStart.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/entrypoints/popup/afterPaint.ts', () => ({ afterPaint: Promise.resolve() }));
vi.mock('@/entrypoints/popup/later.tsx', async () => await import('./laterScript.ts'));

beforeEach(overSite);

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
