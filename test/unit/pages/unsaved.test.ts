import { expect, test, vi } from 'vitest';
import { firstState, kept } from '@/entrypoints/manage/addMany/state.ts';
import { send } from '@/entrypoints/manage/addMany/store.ts';
import { useUnsaved } from '@/entrypoints/manage/useUnsaved.ts';
import { editOf } from '@/entrypoints/manage/websites/edit.ts';
import { type Drafts, useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
import { does, hooked, openPage } from './hooked.ts';

const main = { id: 'main', analyticsUrl: 'https://a.example', account: 'a' };
const record = { id: '1', domain: 'a.example', privacy: 1 as const };
const form = { account: 'a', busy: false, errors: {} };
const edit =
  (change: object, account = 'a') =>
  ({ edits }: Drafts) => {
    const row = { key: '1', name: 'a.example', record } as never;
    edits.open(`${account} 1`, { ...form, account, row, fields: { ...toFields(record), ...change } });
    edits.close();
  };
const create =
  (typed: string, account = 'a') =>
  ({ creates }: Drafts) =>
    creates.open(`${account} new`, { ...form, account, typed, fields: toFields({}) });
const types = (text: string) => () => send('typed', text);

test.each<[string, (drafts: Drafts) => unknown, asks: boolean]>([
  ['nothing', () => {}, false],
  ['a sheet in which nothing is changed', edit({}), false],
  ['a change in a sheet that is closed', edit({ privacy: 0 }), true],
  ['a change in a sheet of an account that is gone', edit({ privacy: 0 }, 'gone'), false],
  ['a sheet for a new website', create(''), false],
  ['the name of a new website', create('b.example'), true],
  ['the name of a new website of an account that is gone', create('b.example', 'gone'), false],
  ['no sites to add', types(''), false],
  ['typed sites to add', types('b.example'), true],
  ['a file with sites to add', () => send('source-added', 'sites.txt', { text: 'b.example' }), true],
])('the browser asks before the page is left with %s', async (_what, hold, asks) => {
  openPage();
  const asked = vi.spyOn(globalThis, 'addEventListener');
  kept.state = firstState;
  const list = [main];
  const hook = await hooked(() => {
    const drafts = useDrafts(list);
    useUnsaved(drafts, list);
    return drafts;
  });
  await does(() => hold(hook.now()));
  const [, ask] = asked.mock.calls.findLast(([type]) => type === 'beforeunload') ?? [];
  const event = new Event('beforeunload', { cancelable: true });
  (ask as EventListener)(event);
  expect(event.defaultPrevented).toBe(asks);
});

test.each<[string, ConnectionAddress[], email: boolean, typed: string | undefined]>([
  ['its key was replaced', [{ ...main, account: 'b' }], true, 'b.example'],
  ['it has another address', [{ ...main, account: 'b', analyticsUrl: 'https://b.example' }], false, undefined],
  ['another one has its address', [{ ...main, id: 'other', account: 'b' }], false, undefined],
])('what was typed for a connection can be saved, or not, once %s', async (_what, list, email, typed) => {
  openPage();
  const told = { onSaved: vi.fn(), onGone: vi.fn(), say: vi.fn() };
  const hook = await hooked(
    (now: ConnectionAddress[]) => {
      const drafts = useDrafts(now);
      return { drafts, edit: editOf(now[0]?.account ?? '', drafts, told) };
    },
    [main],
  );
  const row = websiteRow({ ...record, email: 0 });
  await does(() => hook.now().edit.open(row));
  await does(() => hook.now().edit.setFields({ ...toFields(row.record), email: true }));
  await does(() => create('b.example')(hook.now().drafts));
  await does(() => {
    const { creates, edits } = hook.now().drafts;
    for (const [forms, key] of [
      [edits, 'a 1 a.example'],
      [creates, 'a new'],
    ] as const)
      forms.patch(key, { busy: true, problem: { kind: 'auth' } });
    edits.patch('a 1 a.example', { unchecked: true });
  });
  await hook.load(list);
  await does(() => hook.now().edit.open(row));
  const editing = hook.now().edit.editing;
  expect(editing).toMatchObject({ account: 'b', busy: false, fields: { email } });
  expect([editing?.problem, editing?.unchecked || false]).toEqual([undefined, false]);
  const creating = hook.now().drafts.creates.of('b new');
  expect([creating?.account, creating?.typed, creating?.busy]).toEqual(typed ? ['b', typed, false] : Array(3));
});
