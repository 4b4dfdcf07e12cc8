import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Editing } from '@/entrypoints/manage/websites/EditSheet.tsx';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useEdit } from '@/entrypoints/manage/websites/useEdit.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { toFields, type WebsiteFields } from '@/lib/websites/fields.ts';
import { type Row, websiteRows } from '@/lib/websites/rows.ts';
import { asked, does, failed, hooked, later, ok, openPage, showPlaces, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(() => {
  openPage();
  showPlaces('{name}');
});

const account = 'https://stats.example';
const record: Website = { id: '7', domain: 'a.example', privacy: 1, email: 0, exclude_bots: 0 };

const start = async (records: Website = record) => {
  const told = { onRead: vi.fn(), onSaved: vi.fn(), onGone: vi.fn(), say: vi.fn() };
  const hook = await hooked(() => useEdit(account, useDrafts(), told), undefined);
  const [first] = websiteRows([records]) as [Row<Website>];
  await act(() => hook.now().open(first));
  const edit = (fields: Partial<WebsiteFields>) =>
    act(() => hook.now().setFields({ ...(hook.now().editing as Editing).fields, ...fields }));
  const save = async () => {
    await does(() => hook.now().save());
  };
  return { hook, told, edit, save, first, editing: () => hook.now().editing };
};
const sent = () => worker.asked.map(({ name, input, account }) => [name, input, account]);
const show = ['websites.show', { id: '7', domain: 'a.example' }, account];
const answers = (shown: Answer<unknown>, updated: Answer<unknown> = ok({ ...record, privacy: 0 })) => {
  worker.answers['websites.show'] = () => shown;
  worker.answers['websites.update'] = () => updated;
};

test('opened, it has the record’s fields, and nothing is wrong yet', async () => {
  const { editing, first } = await start();
  expect(editing()).toEqual({ row: first, fields: toFields(record), busy: false, errors: {} });
});

test('without a sheet nothing happens', async () => {
  const told = { onRead: vi.fn(), onSaved: vi.fn(), onGone: vi.fn(), say: vi.fn() };
  const hook = await hooked(() => useEdit(account, useDrafts(), told), undefined);
  const { close, discard, save, setFields, choose } = hook.now();
  await act(async () => {
    close();
    discard();
    setFields({ ...toFields(record), privacy: 0 });
    choose('privacy', 'ours');
    await save();
  });
  expect([hook.now().editing, worker.asked]).toEqual([undefined, []]);
});

test('saved, that is said, and the list has it as the service does', async () => {
  const more = { exclude_ips: ['192.0.2.1'] };
  answers(ok({ ...record, ...more }), ok({ ...record, ...more, privacy: 0 }));
  const { told, edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  expect(sent()).toEqual([show, ['websites.update', { id: '7', privacy: 0 }, account]]);
  expect(told.onRead.mock.calls).toEqual([[{ ...record, ...more }]]);
  expect(told.onSaved.mock.calls).toEqual([[{ ...record, ...more, privacy: 0 }]]);
  expect([told.say.mock.calls, editing()]).toEqual([[['manage_saved a.example']], undefined]);
});

test('while it is saved it is busy, and what was wrong before is gone', async () => {
  const answer = later();
  answers(failed('server', { fields: { email: ['no'] } }));
  const { edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  expect(editing()).toMatchObject({ busy: false, errors: { email: 'no' }, problem: undefined, unchecked: true });
  worker.answers['websites.show'] = () => answer.promise;
  await save();
  expect(editing()).toMatchObject({ busy: true, errors: {}, problem: undefined, unchecked: false, note: undefined });
});

test('with nothing changed, that is said in the sheet, and nothing is sent', async () => {
  const { save, editing } = await start();
  await save();
  expect([editing()?.note, editing()?.busy, worker.asked]).toEqual(['popup_unchanged {name}', false, []]);
});

test('changed to what it is by now, nothing is written, and that is said', async () => {
  answers(ok({ ...record, privacy: 0 }));
  const { told, edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  const now = { ...record, privacy: 0 };
  expect([sent(), told.onSaved.mock.calls, told.say.mock.calls]).toEqual([
    [show],
    [[now]],
    [['popup_unchanged {name}']],
  ]);
  expect(editing()).toMatchObject({
    row: { record: now },
    fields: toFields(now as Website),
    busy: false,
    note: 'popup_unchanged {name}',
  });
});

test.each<[string, Partial<Website>, Partial<WebsiteFields>, isSent: boolean]>([
  ['needs one', {}, { privacy: 2 }, false],
  ['may keep the one it has', { has_password: true }, { privacy: 2 }, true],
  ['is given one', {}, { privacy: 2, password: 'made-up' }, true],
])('with a password: it %s', async (_what, more, fields, isSent) => {
  const now = { ...record, ...more };
  answers(ok(now), ok({ ...now, privacy: 2 }));
  const { edit, save, editing } = await start(now);
  await edit(fields);
  await save();
  expect(asked('websites.update')).toEqual(isSent ? [{ id: '7', ...fields }] : []);
  expect(editing()).toEqual(
    isSent ? undefined : expect.objectContaining({ busy: false, errors: { password: 'password_needed {name}' } }),
  );
});

test('an answer without the record is read back', async () => {
  answers(ok(record), ok(null));
  const shown = [ok(record), ok({ ...record, privacy: 0, email: 1 })];
  worker.answers['websites.show'] = () => shown.shift() ?? failed('server');
  const { told, edit, save } = await start();
  await edit({ privacy: 0 });
  await save();
  expect(sent().map(([name]) => name)).toEqual(['websites.show', 'websites.update', 'websites.show']);
  expect(sent()[2]).toEqual(show);
  expect(told.onSaved.mock.calls).toEqual([[{ ...record, privacy: 0, email: 1 }]]);
});

test('and where that fails, it is what was sent', async () => {
  answers(ok(record), ok(null));
  const shown = [ok(record)];
  worker.answers['websites.show'] = () => shown.shift() ?? failed('server');
  const { told, edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  expect([told.onSaved.mock.calls, editing()]).toEqual([[[{ ...record, privacy: 0 }]], undefined]);
});

test('what the service accepts but does not apply is said, and stays to be seen', async () => {
  answers(ok(record), ok(record));
  const { told, edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  const said = 'manage_unapplied a.example';
  expect([told.say.mock.calls, told.onSaved.mock.calls]).toEqual([[[said]], [[record]]]);
  expect(editing()).toMatchObject({ fields: { privacy: 0 }, busy: false, note: said });
});

test('saved without a check, it is only written', async () => {
  answers(failed('shape'));
  const { hook, edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  expect(editing()).toMatchObject({ problem: { kind: 'shape' }, unchecked: true });
  await does(() => hook.now().saveUnchecked());
  expect(sent()).toEqual([show, ['websites.update', { id: '7', privacy: 0 }, account]]);
  expect(editing()).toBeUndefined();
});

test.each<['network' | 'server' | 'missing', object, boolean]>([
  ['network', {}, false],
  ['server', {}, true],
  ['missing', { code: 'unseen' }, true],
])('reading it again fails (%s %j): saving without a check is offered: %s', async (kind, more, unchecked) => {
  answers(failed(kind, more));
  const { edit, save, editing } = await start();
  await edit({ privacy: 0 });
  await save();
  expect([editing()?.unchecked, editing()?.problem]).toEqual([unchecked, { kind }]);
});

describe('changed meanwhile', () => {
  const conflicted = async () => {
    answers(ok({ ...record, privacy: 2, email: 1, has_password: true }));
    const given = await start({ ...record, has_password: true });
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
    expect([told.onRead.mock.calls.length, told.say.mock.calls]).toEqual([1, []]);
  });

  test.each<[string, Parameters<ReturnType<typeof useEdit>['choose']>[], object | undefined]>([
    ['as it is offered', [], { id: '7', privacy: 0 }],
    ['one’s own of both', [['email', 'ours']], { id: '7', privacy: 0, email: 0 }],
    ['what the service has of both', [['privacy', 'theirs']], undefined],
  ])('%s is written without another look', async (_what, choices, written) => {
    const { hook, save } = await conflicted();
    for (const choice of choices) await act(() => hook.now().choose(...choice));
    worker.answers['websites.update'] = (input) => ok({ ...record, has_password: true, email: 1, ...input });
    await save();
    expect(asked('websites.update')).toEqual(written ? [written] : []);
    expect(asked('websites.show')).toHaveLength(1);
  });

  test('a failure then ends the choice, and keeps what was chosen', async () => {
    const { hook, save, editing } = await conflicted();
    await act(() => hook.now().choose('email', 'ours'));
    worker.answers['websites.update'] = () => failed('server');
    await save();
    expect(editing()).toMatchObject({ conflict: undefined, busy: false, fields: { privacy: 0, email: false } });
    expect(editing()?.problem).toEqual({ kind: 'server', code: undefined });
  });

  test('a password that is then needed ends the choice', async () => {
    answers(ok({ ...record, privacy: 1, email: 1 }));
    const { edit, save, hook, editing } = await start();
    await edit({ privacy: 2, password: 'made-up' });
    await save();
    await edit({ password: '' });
    await save();
    expect(editing()).toMatchObject({ conflict: undefined, errors: { password: expect.anything() } });
    expect(hook.now().editing?.busy).toBe(false);
  });

  test('closed, the choice is there again, without a word of a draft', async () => {
    const { hook, editing, first } = await conflicted();
    await act(() => hook.now().close());
    expect(editing()).toBeUndefined();
    await act(() => hook.now().open(first));
    expect([editing()?.conflict?.found.length, editing()?.note, editing()?.drafted]).toEqual([2, undefined, false]);
  });
});

describe('closed and opened again', () => {
  test('what was typed is there, and that is said until it is changed', async () => {
    const { hook, edit, editing, first } = await start();
    await edit({ email: true });
    await act(() => hook.now().close());
    await act(() => hook.now().open(first));
    expect(editing()).toMatchObject({ fields: { email: true }, note: 'manage_draft_restored {name}', drafted: true });
    await edit({ email: false });
    expect(editing()).toMatchObject({ note: undefined, drafted: false });
    // Nothing is left of it: it is as new.
    await act(() => hook.now().close());
    await act(() => hook.now().open(first));
    expect(editing()).toEqual({ row: first, fields: toFields(record), busy: false, errors: {} });
  });

  test('discarded, it is as the record is', async () => {
    const { hook, edit, editing, first } = await start();
    await edit({ email: true });
    await act(() => hook.now().discard());
    expect(editing()).toEqual({ row: first, fields: toFields(record), busy: false, errors: {} });
  });

  test('while it is saved, it is still busy, without a word of a draft', async () => {
    worker.answers['websites.show'] = () => later().promise;
    const { hook, edit, save, editing, first } = await start();
    await edit({ privacy: 0 });
    await save();
    await act(() => hook.now().close());
    await act(() => hook.now().open(first));
    expect([editing()?.busy, editing()?.note]).toEqual([true, undefined]);
  });

  test('what fails meanwhile is said by name', async () => {
    const answer = later();
    worker.answers['websites.show'] = () => answer.promise;
    const { hook, edit, save, told } = await start();
    await edit({ privacy: 0 });
    await save();
    await act(() => hook.now().close());
    await answer.settle(failed('server'));
    expect(told.say.mock.calls).toEqual([['manage_not_saved a.example']]);
  });
});
