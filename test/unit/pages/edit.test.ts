import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Drafts, useDrafts, useFormsOf } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useEdit } from '@/entrypoints/manage/websites/useEdit.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { type Row, websiteRows } from '@/lib/websites/rows.ts';
import { asked, failed, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(openPage);

const record: Website = { id: '7', domain: 'a.example', privacy: 1, email: 0, exclude_bots: 0 };
const [row] = websiteRows([record]) as [Row<Website>];
const typed = { ...toFields(record), privacy: 0 as const };

async function opened() {
  const told = { onRead: vi.fn(), onSaved: vi.fn(), onGone: vi.fn(), say: vi.fn() };
  const hook = await hooked(() => useEdit('https://stats.example', useDrafts(), told), undefined);
  await act(() => hook.now().open(row));
  await act(() => hook.now().setFields(typed));
  return { hook, told };
}

test('the record is read again before it is written, and only what was changed is sent', async () => {
  worker.answers['websites.show'] = () => ok(record);
  worker.answers['websites.update'] = () => ok({ ...record, privacy: 0 });
  const { hook, told } = await opened();
  await act(() => hook.now().save());
  expect(worker.asked.map(({ name }) => name)).toEqual(['websites.show', 'websites.update']);
  expect(asked('websites.update')[0]).toMatchObject({ id: '7', privacy: 0 });
  expect(asked('websites.update')[0]).not.toHaveProperty('email');
  expect([told.onSaved.mock.calls.length, hook.now().editing]).toEqual([1, undefined]);
});

test('what somebody else has changed meanwhile is shown, and nothing is written', async () => {
  worker.answers['websites.show'] = () => ok({ ...record, privacy: 2 });
  const { hook } = await opened();
  await act(() => hook.now().save());
  expect(hook.now().editing?.conflict?.found).toHaveLength(1);
  expect(asked('websites.update')).toEqual([]);
});

test.each([
  ['given to another website', 'b.example', []],
  ['written as an address', 'https://A.example/', ['websites.update']],
])('a record that was %s meanwhile', async (_what, domain, sent) => {
  worker.answers['websites.show'] = () => ok({ ...record, domain });
  worker.answers['websites.update'] = () => ok({ ...record, domain, privacy: 0 });
  const { hook } = await opened();
  await act(() => hook.now().save());
  expect(worker.asked.map(({ name }) => name)).toEqual(['websites.show', ...sent]);
  if (sent.length) return;
  expect(hook.now().editing).toMatchObject({ busy: false, problem: { kind: 'conflict', code: 'other-site' } });
  // What was typed was for the website that is gone: the one that is there now is opened as it is.
  await act(() => hook.now().close());
  const [now] = websiteRows([{ ...record, domain }]) as [Row<Website>];
  await act(() => hook.now().open(now));
  expect(hook.now().editing).toMatchObject({ row: { name: domain }, fields: { privacy: 1 } });
});

test('what was typed is back when the sheet is opened again', async () => {
  const { hook } = await opened();
  await act(() => hook.now().close());
  await act(() => hook.now().open(row));
  expect(hook.now().editing).toMatchObject({ fields: { privacy: 0 }, drafted: true });
  await act(() => hook.now().discard());
  expect(hook.now().editing).toMatchObject({ fields: { privacy: 1 } });
});

test.each([
  ['reading it again fails', 'websites.show'],
  ['writing it fails', 'websites.update'],
])('what was typed stays where %s', async (_what, name) => {
  worker.answers['websites.show'] = () => ok(record);
  worker.answers[name] = () => failed('server');
  const { hook } = await opened();
  await act(() => hook.now().save());
  expect(hook.now().editing).toMatchObject({ fields: { privacy: 0 }, busy: false, problem: { kind: 'server' } });
});

describe.each(['websites.show', 'websites.update'])('%s does not find it', (name) => {
  /** The record as it is read again, before the change and after a change that does not find it. */
  const finding = (again: () => Answer<unknown>) => {
    const shown = name === 'websites.show' ? [] : [ok(record)];
    worker.answers['websites.show'] = () => shown.shift() ?? again();
    worker.answers['websites.update'] = () => failed('missing');
  };

  test('nor does the list: what is gone is taken off', async () => {
    finding(() => failed('missing'));
    const { hook, told } = await opened();
    await act(() => hook.now().save());
    expect([told.onGone.mock.calls.length, hook.now().editing]).toEqual([1, undefined]);
    expect(asked('websites.show').at(-1)).toEqual({ id: '7', domain: 'a.example' });
  });

  test.each([
    ['is not known to be whole', 'missing', 'unseen', undefined],
    ['is not found, either', 'missing', 'wrong-address', 'wrong-address'],
    ['is not answered', 'server', undefined, undefined],
  ] as const)('and the list %s: what was typed stays', async (_what, kind, code, shown) => {
    finding(() => failed(kind, { code }));
    const { hook, told } = await opened();
    await act(() => hook.now().save());
    expect(told.onGone).not.toHaveBeenCalled();
    const { editing } = hook.now();
    expect(editing).toMatchObject({ fields: typed, busy: false, problem: { kind } });
    expect([editing?.problem?.code, editing?.unchecked]).toEqual([shown, name === 'websites.show']);
  });
});

test('a change that does not find what is shown is not told as one of what is gone', async () => {
  worker.answers['websites.show'] = () => ok(record);
  worker.answers['websites.update'] = () => failed('missing');
  const { hook, told } = await opened();
  await act(() => hook.now().save());
  expect([told.onGone.mock.calls.length, hook.now().editing?.problem]).toEqual([0, { kind: 'missing' }]);
});

test('pressed twice, it is saved once', async () => {
  const answer = later();
  worker.answers['websites.show'] = () => answer.promise;
  const { hook } = await opened();
  void hook.now().save();
  await settled();
  void hook.now().save();
  await settled();
  expect(asked('websites.show')).toHaveLength(1);
});

test('what was typed stays while another account is shown, and an answer that comes then finds it', async () => {
  const answer = later();
  worker.answers['websites.show'] = () => answer.promise;
  const told = { onRead: vi.fn(), onSaved: vi.fn(), onGone: vi.fn(), say: vi.fn() };
  const hook = await hooked((account: string) => useEdit(account, useDrafts(), told), 'a' as string);
  await act(() => hook.now().open(row));
  await act(() => hook.now().setFields(typed));
  void hook.now().save();
  await settled();
  await hook.show('b');
  await act(() => hook.now().open(row));
  expect(hook.now().editing?.fields).toEqual(toFields(record));
  await answer.settle(failed('network'));
  expect(hook.now().editing?.problem).toBeUndefined();
  await hook.show('a');
  expect(hook.now().editing).toBeUndefined();
  await act(() => hook.now().open(row));
  expect(hook.now().editing).toMatchObject({ fields: typed, busy: false, problem: { kind: 'network' } });
});

test('a list that is taken off the page closes its own sheet, and no other', async () => {
  const open = new Map<string, boolean>();
  const List = ({ account, drafts: { edits } }: { account: string; drafts: Drafts }) => {
    const forms = useFormsOf(edits, account);
    open.set(account, forms.form !== undefined);
    if (account === 'a' && !forms.of('7')) forms.open('7', { row, fields: typed, busy: false, errors: {} });
    return null;
  };
  const Page = ({ accounts }: { accounts: string[] }) => {
    const drafts = useDrafts();
    return accounts.map((account) => h(List, { key: account, account, drafts }));
  };
  const show = (...accounts: string[]) => act(() => render(h(Page, { accounts }), document.body));
  await show('a', 'b');
  await show('a');
  expect(open.get('a')).toBe(true);
  await show();
  await show('a');
  expect(open.get('a')).toBe(false);
});
