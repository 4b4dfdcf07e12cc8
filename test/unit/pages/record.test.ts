import { parseHTML } from 'linkedom';
import { type ComponentChild, h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useChanges } from '@/entrypoints/manage/list/useChanges.ts';
import { useList } from '@/entrypoints/manage/list/useList.ts';
import { useDelete } from '@/entrypoints/manage/list/useRecords.ts';
import { CreateSheet } from '@/entrypoints/manage/websites/CreateSheet.tsx';
import { EditSheet } from '@/entrypoints/manage/websites/EditSheet.tsx';
import { useCreate } from '@/entrypoints/manage/websites/useCreate.ts';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import { useEdit } from '@/entrypoints/manage/websites/useEdit.ts';
import { lastChange } from '@/lib/messages/changes.ts';
import type { Website } from '@/lib/services/index.ts';
import { defaults, set } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { defaultQuery } from '@/lib/websites/query.ts';
import { websiteRows } from '@/lib/websites/rows.ts';

const account = 'https://stats.example.net';

interface Question {
  name: string;
  input: Record<string, unknown>;
  answer: (value: unknown) => Promise<void>;
  fail: (problem: object) => Promise<void>;
}

/** What the worker was asked and has not answered. */
let open: Question[] = [];
let asked: string[] = [];
vi.mock('@/lib/messages/ask.ts', () => ({
  ask: (name: string, input: Record<string, unknown>, options: { account: string }) =>
    new Promise((resolve) => {
      asked.push(`${name} ${JSON.stringify(input)}`);
      expect(options.account).toBe(account);
      const end = (answer: object) => act(async () => void resolve(answer));
      const answer = (value: unknown) => end({ ok: true, value });
      open.push({ name, input, answer, fail: (problem) => end({ ok: false, problem }) });
    }),
}));
const next = (): Question => {
  const question = open.shift();
  if (!question) throw new Error('nothing is asked');
  return question;
};

beforeEach(() => {
  fakeBrowser.reset();
  const { document, window } = parseHTML('<body></body>');
  vi.stubGlobal('document', document);
  vi.stubGlobal('window', window);
  open = [];
  asked = [];
  vi.spyOn(fakeBrowser.i18n, 'getMessage').mockImplementation(((name: string) =>
    name === 'language' ? 'en' : name) as never);
});

const show = (view: ComponentChild) => act(() => render(view, document.body));
/** A hook's value as it is now, in a component that shows nothing. */
async function hooked<T>(hook: () => T): Promise<() => T> {
  let value: T | undefined;
  await show(
    h(() => {
      value = hook();
      return null;
    }, {}),
  );
  return () => value as T;
}

const records: Website[] = ['a', 'b'].map((id) => ({ id, domain: `${id}.example`, privacy: 1, has_password: true }));
const [rowA, rowB] = websiteRows(records) as [ReturnType<typeof websiteRows>[0], ReturnType<typeof websiteRows>[0]];

const fieldsIn = ({ editing }: ReturnType<typeof useEdit>) => editing?.fields as ReturnType<typeof toFields>;

describe('an answer belongs to the sheet that asked', () => {
  const told = { onRead: vi.fn(), onSaved: vi.fn(), onGone: vi.fn(), say: vi.fn() };
  beforeEach(() => vi.clearAllMocks());

  /** A's sheet saves a change and is closed; B's is opened, and something is chosen in it. */
  async function moveOn() {
    const edit = await hooked(() => useEdit(account, useDrafts(), told));
    await act(() => edit().open(rowA));
    await act(() => edit().setFields({ ...fieldsIn(edit()), privacy: 0 }));
    await act(() => void edit().save());
    await act(() => edit().close());
    await act(() => edit().open(rowB));
    await act(() => edit().setFields({ ...fieldsIn(edit()), email: true }));
    return edit;
  }
  const isB = (edit: Awaited<ReturnType<typeof moveOn>>) =>
    expect(edit().editing).toMatchObject({ row: rowB, fields: { email: true, privacy: 1 }, busy: false });

  test('changed elsewhere: told, kept for its own sheet, and nothing more is sent', async () => {
    const edit = await moveOn();
    await next().answer({ ...records[0], privacy: 2 });
    isB(edit);
    expect(edit().editing?.conflict).toBeUndefined();
    expect(told.say).toHaveBeenCalledExactlyOnceWith('manage_not_saved');
    await act(() => void edit().save());
    expect(asked.at(-1)).toBe('websites.show {"id":"b","domain":"b.example"}');
    await act(() => edit().open(rowA));
    expect(edit().editing).toMatchObject({ row: { key: 'a' }, fields: { privacy: 0 }, conflict: { found: [{}] } });
  });

  test('saved: the other sheet stays open, with what was chosen', async () => {
    const edit = await moveOn();
    await next().answer(records[0]);
    await next().answer({ ...records[0], privacy: 0 });
    isB(edit);
    expect(told.onSaved).toHaveBeenCalledExactlyOnceWith({ ...records[0], privacy: 0 });
    await act(() => edit().open(rowA));
    expect(edit().editing).toMatchObject({ row: rowA, busy: false, fields: { privacy: 1 } });
  });

  test('failed: told, and what was typed is back when its sheet is opened again; "Try again" sends it', async () => {
    const edit = await moveOn();
    await next().fail({ kind: 'network' });
    isB(edit);
    await act(() => edit().open(rowA));
    expect(edit().editing).toMatchObject({ fields: { privacy: 0 }, problem: { kind: 'network' }, drafted: true });
    await act(() => void edit().save());
    await next().answer(records[0]);
    expect(asked.at(-1)).toBe('websites.update {"id":"a","privacy":0}');
  });

  test('typed while it is saved: stays, and is what the next press sends', async () => {
    const edit = await hooked(() => useEdit(account, useDrafts(), told));
    await act(() => edit().open(rowA));
    await act(() => edit().setFields({ ...fieldsIn(edit()), privacy: 0 }));
    await act(() => void edit().save());
    await act(() => edit().setFields({ ...fieldsIn(edit()), email: true }));
    await next().answer(records[0]);
    await next().answer({ ...records[0], privacy: 0 });
    expect(edit().editing).toMatchObject({ busy: false, fields: { privacy: 0, email: true } });
  });

  test('a delete: neither closes the dialog of another, nor tells its failure in it', async () => {
    const told = { onDeleted: vi.fn(), say: vi.fn() };
    const ends: ((answer: unknown) => void)[] = [];
    const remove = () => new Promise<never>((resolve) => void ends.push(resolve as never));
    const deletion = await hooked(() => useDelete<Website>(remove, told));
    for (const row of [rowA, rowB]) {
      await act(() => deletion().open(row));
      await act(() => void deletion().run());
    }
    await act(async () => ends[0]?.({ ok: false, problem: { kind: 'network' } }));
    expect(deletion().deleting).toEqual({ row: rowB, busy: true, problem: undefined });
    expect(told.say).toHaveBeenCalledOnce();
    await act(() => deletion().open(rowA));
    await act(async () => ends[1]?.({ ok: true, value: { outcome: 'deleted' } }));
    expect(deletion().deleting?.row).toBe(rowA);
    expect(told.onDeleted).toHaveBeenCalledExactlyOnceWith(rowB, 'popup_deleted');
  });

  test('a create that fails while its sheet is closed is told, and the form is as it was', async () => {
    const told = { onCreated: vi.fn(), say: vi.fn() };
    const creation = await hooked(() => useCreate(account, useDrafts(), defaults.fallback, told));
    await act(() => creation().open());
    await act(() => creation().patch({ typed: 'new.example' }));
    await act(() => void creation().create());
    await act(() => creation().close());
    await next().fail({ kind: 'timeout' });
    expect([creation().creating, told.say.mock.calls]).toEqual([undefined, [['problem_timeout']]]);
    await act(() => creation().open());
    expect(creation().creating).toMatchObject({ typed: 'new.example', busy: false, problem: { kind: 'timeout' } });
  });
});

test('an aborted search: its late answer is not shown', async () => {
  let search = 'a';
  const list = await hooked(() => useList('websites', { ...defaultQuery('websites'), search }, account));
  const first = next();
  search = 'b';
  await act(() => list().refresh());
  const second = next();
  await second.answer({ items: [records[1]], more: false });
  await first.answer({ items: [records[0]], more: false });
  expect(list().list.items).toEqual([records[1]]);
});

test('a change at another service is none of this list', async () => {
  const heard = vi.fn();
  await hooked(() => useChanges(account, heard));
  await set(lastChange, { account: 'https://other.example.net', at: 1, kind: 'website-gone', id: 'a' });
  expect(heard).not.toHaveBeenCalled();
  await set(lastChange, { account, at: 2, kind: 'website-gone', id: 'a' });
  expect(heard).toHaveBeenCalledOnce();
});

describe('"Try again" under a failed save sends it', () => {
  const problem = { kind: 'network' } as const;
  const fields = toFields({ privacy: 1 });
  const ways = { onClose: vi.fn(), onSettings: vi.fn(), onAccess: vi.fn() };
  const sheet = { fields, busy: false, errors: {}, problem };
  const links = { statisticsUrl: undefined, siteUrl: undefined, trackingCode: undefined };
  const edit = { onFields: vi.fn(), onChoose: vi.fn(), onSaveUnchecked: vi.fn(), onDiscard: vi.fn() };
  test.each<[string, (again: () => void) => ComponentChild]>([
    ['editing', (onSave) => h(EditSheet, { editing: { ...sheet, row: rowA }, onSave, ...edit, ...links, ...ways })],
    [
      'adding',
      (onCreate) =>
        h(CreateSheet, {
          creating: { ...sheet, typed: 'a.example' },
          hasPassword: false,
          onChange: vi.fn(),
          onCreate,
          ...ways,
        } as never),
    ],
  ])('%s', async (_name, sheetWith) => {
    vi.stubGlobal('navigator', { onLine: true });
    Object.assign(window.HTMLElement.prototype, { showModal: () => {}, close: () => {} });
    const send = vi.fn();
    await show(sheetWith(send));
    const again = [...document.querySelectorAll('button')].find((one) => one.textContent === 'popup_try_again');
    await act(() => void again?.dispatchEvent(new window.Event('click')));
    expect(send).toHaveBeenCalledOnce();
  });
});
