import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { answers, record, rowOf, startEdit } from './editSheet.ts';
import { asked, failed, held, hooked, later, ok, openPage, showPlaces, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(() => {
  openPage();
  showPlaces('{name}');
});

/** In its sheet, another privacy is chosen. */
const edited = async () => {
  const sheet = await startEdit();
  await sheet.edit({ privacy: 0 });
  return sheet;
};

test.each([
  ['given to another website', 'b.example', []],
  ['written as an address', 'https://A.example/', ['websites.update']],
])('a record that was %s meanwhile', async (_what, domain, sent) => {
  answers(ok({ ...record, domain }), ok({ ...record, domain, privacy: 0 }));
  const { open, close, save, editing } = await edited();
  await save();
  expect(worker.asked.map(({ name }) => name)).toEqual(['websites.show', ...sent]);
  if (sent.length) return;
  expect(editing()).toMatchObject({ busy: false, problem: { kind: 'conflict', code: 'other-site' } });
  // What was typed was for the website that is gone: the one that is there now is opened as it is.
  await close();
  await open(rowOf({ ...record, domain }));
  expect(editing()).toMatchObject({ row: { name: domain }, fields: { privacy: 1 } });
});

describe.each(['websites.show', 'websites.update'])('%s does not find it', (name) => {
  /** The record as it is read again, before the change and after a change that does not find it. */
  const finding = (again: Answer<unknown>) => {
    const shown = name === 'websites.show' ? [] : [ok(record)];
    worker.answers['websites.show'] = () => shown.shift() ?? again;
    worker.answers['websites.update'] = () => failed('missing');
  };

  test('nor does the list: what is gone is taken off', async () => {
    finding(failed('missing'));
    const { save, told, editing } = await edited();
    await save();
    expect([told.say.mock.calls, editing()]).toEqual([[['popup_already_deleted {name}']], undefined]);
    expect(asked('websites.show').at(-1)).toEqual({ id: '7', domain: 'a.example' });
  });

  test.each([
    ['is not known to be whole', 'missing', 'unseen', undefined],
    ['is not found, either', 'missing', 'wrong-address', 'wrong-address'],
    ['is not answered', 'server', undefined, undefined],
  ] as const)('and the list %s: what was typed stays', async (_what, kind, code, shown) => {
    finding(failed(kind, { code }));
    const { save, told, editing } = await edited();
    await save();
    expect(told.say).not.toHaveBeenCalled();
    expect(editing()).toMatchObject({ fields: { privacy: 0 }, busy: false, problem: { kind } });
    expect([editing()?.problem?.code, editing()?.unchecked]).toEqual([shown, name === 'websites.show']);
  });
});

test('a change that does not find what is shown is not told as one of what is gone', async () => {
  answers(ok(record), failed('missing'));
  const { save, told, editing } = await edited();
  await save();
  expect([told.say.mock.calls, editing()?.problem]).toEqual([[], { kind: 'missing' }]);
});

test('what was typed stays while another account is shown, and an answer that comes then finds it', async () => {
  const answer = held('websites.show');
  const { open, save, load, editing, row } = await edited();
  await save();
  await load('another');
  await open(row);
  expect(editing()?.fields).toEqual(toFields(record));
  await answer.settle(failed('network'));
  expect(editing()?.problem).toBeUndefined();
  await load('https://stats.example');
  expect(editing()).toBeUndefined();
  await open(row);
  expect(editing()).toMatchObject({ fields: { privacy: 0 }, busy: false, problem: { kind: 'network' } });
});

describe('an answer belongs to the sheet that asked', () => {
  const other = rowOf({ ...record, id: '8', domain: 'b.example' });
  /** Its sheet saves a change and is closed; another one is opened, and something is chosen in it. */
  const moveOn = async () => {
    const [shown, updated] = [later(), later()];
    worker.answers['websites.show'] = ({ id }) => (id === '7' ? shown : later()).promise;
    worker.answers['websites.update'] = () => updated.promise;
    const sheet = await edited();
    await sheet.save();
    await sheet.close();
    await sheet.open(other);
    await sheet.edit({ email: true });
    const isOther = () =>
      expect(sheet.editing()).toMatchObject({ row: other, fields: { email: true, privacy: 1 }, busy: false });
    return { ...sheet, shown, updated, isOther };
  };

  test('changed elsewhere: told, kept for its own sheet, and nothing more is sent', async () => {
    const { shown, isOther, editing, told, save, open, row } = await moveOn();
    await shown.settle(ok({ ...record, privacy: 2 }));
    isOther();
    expect(editing()?.conflict).toBeUndefined();
    expect(told.say).toHaveBeenCalledExactlyOnceWith('manage_not_saved a.example');
    await save();
    expect(worker.asked.at(-1)).toMatchObject({ name: 'websites.show', input: { id: '8', domain: 'b.example' } });
    await open(row);
    expect(editing()).toMatchObject({ row: { key: '7' }, fields: { privacy: 0 }, conflict: { found: [{}] } });
  });

  test.each<[string, Answer<unknown>, said: string]>([
    ['that it was refused', failed('server'), 'manage_not_saved a.example'],
    // A write after which the service did not answer may be carried out.
    [
      'that it may be saved, where the answer was lost',
      failed('network', { code: 'maybe-changed' }),
      '\u2068a.example\u2069: options_may_be_saved {name}',
    ],
  ])('closed, it is told %s', async (_what, answer, said) => {
    const { shown, updated, isOther, told } = await moveOn();
    await shown.settle(ok(record));
    await updated.settle(answer);
    isOther();
    expect(told.say.mock.calls).toEqual([[said]]);
  });

  test.each([
    ['', record],
    [', also where nothing was left to save', { ...record, privacy: 0 as const }],
  ])('typed while it is saved: stays, and is what the next press sends%s', async (_when, now) => {
    const shown = later();
    answers(ok(record));
    worker.answers['websites.show'] = () => shown.promise;
    const { save, edit, editing } = await edited();
    await save();
    await edit({ email: true });
    await shown.settle(ok(now));
    expect(editing()).toMatchObject({ busy: false, fields: { privacy: 0, email: true } });
  });
});

test.each([
  ['shows other connections', ['b']],
  ['is taken off the page', []],
])('a list that %s leaves no sheet open, also once it is back', async (_what, shown) => {
  const [a, b] = [connectionOf('a'), connectionOf('b')];
  const hook = await hooked(
    (ids: string[]) =>
      useDrafts(
        [a, b],
        [a, b].filter(({ id }) => ids.includes(id)),
      ).editsAt(a),
    ['a', 'b'],
  );
  const form = { row: rowOf(record), fields: toFields(record), busy: false, errors: {} };
  await hook.does((edits) => edits.open('7', form));
  const isOpen = () => hook.now().form !== undefined;
  await hook.load(['a']);
  expect(isOpen()).toBe(true);
  await hook.load(shown);
  expect(isOpen()).toBe(false);
  await hook.load(['a']);
  expect(isOpen()).toBe(false);
});
