import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { editSheet } from '@/entrypoints/manage/websites/edit.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { account, answers, ownedBy, record, rowOf, startEdit } from './editSheet.ts';
import { asked, failed, later, ok, openPage, questions, showPlaces, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(() => {
  openPage();
  showPlaces('{name}');
});

const show = ['websites.show', { id: '7', domain: 'a.example' }, account];

test('while it is saved it is busy, and what was wrong before is gone', async () => {
  answers(failed('server', { fields: { email: ['no'] } }));
  const { edit, save, editing } = await startEdit();
  await edit({ privacy: 0 });
  await save();
  expect(editing()).toMatchObject({ busy: false, errors: { email: 'no' }, problem: undefined, unchecked: true });
  worker.answers['websites.show'] = () => later().promise;
  await save();
  expect(editing()).toMatchObject({ busy: true, problem: undefined, unchecked: false, note: undefined });
  expect(editing()?.errors).toEqual({});
});

test('with nothing changed, that is said in the sheet, and nothing is sent', async () => {
  const { save, editing } = await startEdit();
  await save();
  expect([editing()?.note, editing()?.busy, worker.asked]).toEqual(['popup_unchanged {name}', false, []]);
});

test('changed to what it is by now, nothing is written, and that is said', async () => {
  const now: Website = { ...record, privacy: 0 };
  answers(ok(now));
  const { told, edit, save, editing } = await startEdit();
  await edit({ privacy: 0 });
  await save();
  const note = 'popup_unchanged {name}';
  expect([questions(), told.say.mock.calls]).toEqual([[show], [[note]]]);
  expect(editing()).toMatchObject({ row: { record: now }, fields: toFields(now), busy: false, note });
});

test.each<[string, Partial<Website>, Partial<Website>, isSent: boolean]>([
  ['may keep the one it has', { has_password: true }, { has_password: true }, true],
  ['needs one where by now it has none', { has_password: true }, { has_password: false }, false],
])('with a password: it %s', async (_what, seen, more, isSent) => {
  const now = { ...record, ...more };
  answers(ok(now), ok({ ...now, privacy: 2 }));
  const { edit, save, editing } = await startEdit({ ...record, ...seen });
  await edit({ privacy: 2 });
  await save();
  expect(asked('websites.update')).toEqual(isSent ? [{ id: '7', privacy: 2 }] : []);
  expect(editing()).toEqual(
    isSent ? undefined : expect.objectContaining({ busy: false, errors: { password: 'password_needed {name}' } }),
  );
});

test('a password that is missing is not asked for where the privacy stays', async () => {
  const now: Website = { ...record, privacy: 2, has_password: false };
  answers(ok(now), ok({ ...now, email: 1 }));
  const { edit, save, editing } = await startEdit(now);
  await edit({ email: true });
  await save();
  expect([asked('websites.update'), editing()]).toEqual([[{ id: '7', email: 1 }], undefined]);
});

test.each<[string, again: Answer<unknown>]>([
  ['is read back', ok({ ...record, privacy: 0, email: 1 })],
  ['where that fails is as it was sent', failed('server')],
])('an answer without the record %s', async (_what, again) => {
  answers(ok(record), ok(null));
  const shown = [ok(record)];
  worker.answers['websites.show'] = () => shown.shift() ?? again;
  const { edit, save, editing } = await startEdit();
  await edit({ privacy: 0 });
  await save();
  expect(questions()).toEqual([show, ['websites.update', { id: '7', privacy: 0 }, account], show]);
  expect(editing()).toBeUndefined();
});

test('what the service accepts but does not apply is said, and stays to be seen', async () => {
  answers(ok(record), ok(record));
  const { told, edit, save, editing } = await startEdit();
  await edit({ privacy: 0 });
  await save();
  const said = 'problem_unapplied a.example';
  expect(told.say.mock.calls).toEqual([[said]]);
  expect(editing()).toMatchObject({ fields: { privacy: 0 }, busy: false, note: said });
});

test.each<[string, now: Partial<Website>]>([
  ['is not applied', {}],
  ['meets another change', { privacy: 2 }],
])('what the service shows first at a save is in the sheet from then on, where the save %s', async (_what, more) => {
  const now: Website = { ...record, exclude_ips: ['192.0.2.1'], ...more };
  answers(ok(now), ok(now));
  const { edit, save, editing } = await startEdit();
  await edit({ privacy: 0 });
  await save();
  expect(editing()).toMatchObject({ row: { record: now }, fields: { privacy: 0, exclude_ips: '192.0.2.1' } });
});

test('saved without a check, it is only written', async () => {
  answers(failed('shape'));
  const { does, edit, save, editing } = await startEdit();
  await edit({ privacy: 0 });
  await save();
  expect(editing()).toMatchObject({ problem: { kind: 'shape' }, unchecked: true });
  await does((sheet) => sheet.saveUnchecked());
  expect(questions()).toEqual([show, ['websites.update', { id: '7', privacy: 0 }, account]]);
  expect(editing()).toBeUndefined();
});

describe('changed meanwhile', () => {
  const conflicted = async () => {
    answers(ok({ ...record, privacy: 2, email: 1, has_password: true }));
    const given = await startEdit({ ...record, has_password: true });
    await given.edit({ privacy: 0 });
    await given.save();
    return given;
  };

  test('one chooses: one’s own where one changed it, else what the service has', async () => {
    const { editing, told } = await conflicted();
    expect(editing()?.conflict).toEqual({
      found: [
        { field: 'privacy', theirs: 2, ours: 0, touched: true },
        { field: 'email', theirs: true, ours: false, touched: false },
      ],
      choices: { privacy: 'ours', email: 'theirs' },
    });
    expect(editing()).toMatchObject({ busy: false, row: { record: { privacy: 2, email: 1 } } });
    expect(told.say.mock.calls).toEqual([]);
  });

  test.each<[string, Parameters<ReturnType<typeof editSheet>['choose']>[], object | undefined]>([
    ['one’s own of both', [['email', 'ours']], { id: '7', privacy: 0, email: 0 }],
    ['what the service has of both', [['privacy', 'theirs']], undefined],
  ])('%s is written after another look', async (_what, choices, written) => {
    const { does, save } = await conflicted();
    for (const choice of choices) await does((sheet) => sheet.choose(...choice));
    worker.answers['websites.update'] = (input) => ok({ ...record, has_password: true, email: 1, ...input });
    await save();
    expect(asked('websites.update')).toEqual(written ? [written] : []);
    expect(asked('websites.show')).toHaveLength(2);
  });

  test.each<[string, now: Partial<Website>, shown: object]>([
    ['its id is another website’s', { domain: 'b.example' }, { conflict: undefined, problem: { code: 'other-site' } }],
    ['it has changed once more', { privacy: 1 }, { conflict: { found: [{ field: 'privacy', theirs: 1, ours: 0 }] } }],
  ])('nothing is written where by then %s', async (_what, now, shown) => {
    const { save, editing } = await conflicted();
    answers(ok({ ...record, privacy: 2, email: 1, has_password: true, ...now }));
    await save();
    expect(asked('websites.update')).toEqual([]);
    expect(editing()).toMatchObject({ busy: false, ...shown });
  });

  test('what was chosen holds while the password that this needs is still to be typed', async () => {
    const now = ok({ ...record, email: 1, has_password: false });
    answers(now, now);
    const { does, edit, save, editing } = await startEdit({ ...record, privacy: 2, has_password: true });
    await edit({ exclude_bots: true });
    await save();
    await does((sheet) => sheet.choose('privacy', 'ours'));
    await save();
    expect(editing()).toMatchObject({ conflict: undefined, errors: { password: 'password_needed {name}' } });
    expect(editing()?.fields).toMatchObject({ privacy: 2, email: true, exclude_bots: true });
    await edit({ password: 'made-up' });
    await save();
    expect(asked('websites.update')).toEqual([{ id: '7', privacy: 2, password: 'made-up', exclude_bots: 1 }]);
  });

  test('closed, the choice is there again, without a word of a draft', async () => {
    const { close, open, editing, row } = await conflicted();
    await close();
    expect(editing()).toBeUndefined();
    await open(row);
    expect([editing()?.conflict?.found.length, editing()?.note, editing()?.drafted]).toEqual([2, undefined, undefined]);
  });
});

describe('closed and opened again', () => {
  test('what was typed for the website that had the id before is not for another one', async () => {
    const { close, open, edit, editing, row } = await startEdit();
    await edit({ email: true });
    await close();
    await open(rowOf({ ...record, domain: 'b.example' }));
    expect(editing()).toMatchObject({ row: { name: 'b.example' }, fields: { email: false } });
    expect(editing()?.note).toBeUndefined();
    await close();
    await open(row);
    expect(editing()).toMatchObject({ row: { name: 'a.example' }, fields: { email: true } });
  });

  test('what was typed is there, and that is said until it is changed', async () => {
    const { close, open, edit, editing, row } = await startEdit();
    await edit({ email: true });
    await close();
    await open(row);
    expect(editing()).toMatchObject({ fields: { email: true }, note: 'manage_draft_restored {name}', drafted: row });
    await edit({ email: false });
    expect(editing()).toMatchObject({ note: undefined, drafted: undefined });
    // Nothing is left of it: it is as new.
    await close();
    await open(row);
    expect(editing()).toEqual({ ...ownedBy(account), row, fields: toFields(record), busy: false, errors: {} });
  });

  test('left with nothing changed, it is as the record is by then', async () => {
    const { load, open, editing } = await startEdit();
    await load('another');
    await load(account);
    await open(rowOf({ ...record, privacy: 0 }));
    expect(editing()).toMatchObject({ row: { record: { privacy: 0 } }, fields: { privacy: 0 } });
  });

  test('discarded, it is as the record is by then', async () => {
    const { close, does, edit, editing, open } = await startEdit();
    await edit({ email: true });
    await close();
    const now = { ...record, privacy: 0 as const };
    await open(rowOf(now));
    await does((sheet) => sheet.discard());
    expect(editing()).toEqual({ ...ownedBy(account), row: rowOf(now), fields: toFields(now), busy: false, errors: {} });
  });

  test('while it is saved, it is still busy, without a word of a draft, and pressed again, it is saved once', async () => {
    worker.answers['websites.show'] = () => later().promise;
    const { close, open, edit, save, editing, row } = await startEdit();
    await edit({ privacy: 0 });
    await save();
    await close();
    await open(row);
    expect([editing()?.busy, editing()?.note]).toEqual([true, undefined]);
    await save();
    expect(asked('websites.show')).toHaveLength(1);
  });
});
