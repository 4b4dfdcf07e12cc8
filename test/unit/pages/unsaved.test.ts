import { expect, test, vi } from 'vitest';
import { firstState, kept } from '@/entrypoints/manage/addMany/state.ts';
import { send } from '@/entrypoints/manage/addMany/store.ts';
import { useUnsaved } from '@/entrypoints/manage/useUnsaved.ts';
import { type Drafts, useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { toFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
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
const types = (text: string) => () => send('typed', text);

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
  ['a file with sites to add', () => send('source-added', 'sites.txt', { text: 'b.example' }), true],
  [
    'a file that is still being read',
    () => send('source-added', 'sites.txt', { file: new File(['b'], 'b.txt') }),
    true,
  ],
])('the browser asks before the page is left with %s', async (_what, hold, asks) => {
  openPage();
  const asked = vi.spyOn(globalThis, 'addEventListener');
  kept.state = firstState;
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

test.each<[string, ConnectionAddress[], isThere: boolean]>([
  ['its key was replaced', [{ ...main, account: 'b' }], true],
  ['it has another address', [{ ...main, account: 'b', analyticsUrl: 'https://b.example' }], false],
  ['another one has its address', [{ ...main, id: 'other', account: 'b' }], false],
])('what was typed for a connection is there, or not, once %s', async (_what, list, isThere) => {
  openPage();
  const at = (now: ConnectionAddress[]) => useDrafts(now, now).editsAt(now[0] ?? main);
  const hook = await hooked(at, [main]);
  const typed = { row: websiteRow(record), fields: { ...toFields(record), email: true }, errors: { email: 'no' } };
  await does(() => hook.now().open('1', { ...typed, busy: true, problem: { kind: 'auth' }, unchecked: true }));
  await hook.load(list);
  const is = { owner: 'main https://a.example', account: 'b', problem: undefined, unchecked: false };
  expect(hook.now().form).toEqual(isThere ? { ...is, ...typed, busy: false } : undefined);
});
