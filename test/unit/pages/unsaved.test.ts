import { expect, test, vi } from 'vitest';
import { changeSessionState } from '@/entrypoints/manage/addMany/useSessionState.ts';
import { keepSource, useSources } from '@/entrypoints/manage/addMany/useSources.ts';
import { useUnsaved } from '@/entrypoints/manage/useUnsaved.ts';
import { type Drafts, useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
import { editAt } from './editSheet.ts';
import { does, hooked, openPage } from './hooked.ts';

const main = { id: 'main', analyticsUrl: 'https://a.example', account: 'a' };
const gone = { ...main, id: 'gone', account: 'gone' };
const record = { id: '1', domain: 'a.example', privacy: 1 as const };
const form = { busy: false, errors: {} };
const edit =
  (change: object, connection = main) =>
  ({ editsAt }: Drafts) => {
    const row = { key: '1', name: 'a.example', record } as never;
    editsAt(connection).open('1', { ...form, row, fields: { ...toFields(record), ...change } });
    editsAt(connection).close();
  };
const create =
  (typed: string, connection = main) =>
  ({ createsAt }: Drafts) =>
    createsAt(connection).open('new', { ...form, typed, fields: toFields({}) });
const types = (text: string) => async () => void (await hooked(useSources)).now().type(text);

test.each<[string, (drafts: Drafts) => unknown, asks: boolean]>([
  ['nothing', () => {}, false],
  ['a sheet in which nothing is changed', edit({}), false],
  ['a change in a sheet that is closed', edit({ privacy: 0 }), true],
  ['a change in a sheet of a connection that is gone', edit({ privacy: 0 }, gone), false],
  ['a sheet for a new website', create(''), false],
  ['the name of a new website', create('b.example'), true],
  ['the name of a new website of a connection that is gone', create('b.example', gone), false],
  ['no sites to add', types(''), false],
  ['typed sites to add', types('b.example'), true],
  ['a file with sites to add', () => keepSource('sites.txt', 'b.example'), true],
])('the browser asks before the page is left with %s', async (_what, hold, asks) => {
  openPage();
  const asked = vi.spyOn(globalThis, 'addEventListener');
  for (const [name, none] of [
    ['text', ''],
    ['sources', []],
  ] as const)
    changeSessionState(name, () => none);
  const list = [main];
  const hook = await hooked(() => {
    const drafts = useDrafts(list, list);
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
  const told = { onSaved: vi.fn(), say: vi.fn() };
  const hook = await hooked(
    (now: ConnectionAddress[]) => {
      const [connection = main] = now;
      const drafts = useDrafts(now, now);
      return {
        edit: editAt(connection, drafts, told),
        edits: drafts.editsAt(connection),
        creates: drafts.createsAt(connection),
        drafts,
      };
    },
    [main],
  );
  const row = websiteRow({ ...record, email: 0 });
  await does(() => hook.now().edit.open(row));
  await does(() => hook.now().edit.sheet?.setFields({ ...toFields(row.record), email: true }));
  await does(() => create('b.example')(hook.now().drafts));
  await does(() => {
    const { creates, edits } = hook.now();
    const failed = { busy: true, problem: { kind: 'auth' } } as const;
    edits.patch('1 a.example', { ...failed, unchecked: true });
    creates.patch('new', failed);
  });
  await hook.load(list);
  await does(() => hook.now().edit.open(row));
  const editing = hook.now().edit.sheet?.editing;
  expect(editing).toMatchObject({ account: 'b', busy: false, fields: { email } });
  expect([editing?.problem, editing?.unchecked || false]).toEqual([undefined, false]);
  const creating = hook.now().creates.of('new');
  expect([creating?.account, creating?.typed, creating?.busy]).toEqual(typed ? ['b', typed, false] : Array(3));
});
