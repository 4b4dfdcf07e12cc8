import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rowsOf } from '@/entrypoints/manage/list/runner.ts';
import { ListProvider, type ListTab, useListTab } from '@/entrypoints/manage/list/useListTab.ts';
import { Bulk } from '@/entrypoints/manage/websites/Bulk.tsx';
import { type BulkAction, useBulk } from '@/entrypoints/manage/websites/useBulk.ts';
import { recordChanges } from '@/lib/records/changes.ts';
import { set } from '@/lib/storage/settings.ts';
import { clearRecords, putWebsites } from '../records/seed.ts';
import { asked, failed, held, loaded, ok, settled, worker } from './hooked.ts';
import { connectionOf, openList, page, say, tabProps, website } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/records/storeName.ts', () => ({ isWorkersStore: async () => true }));
/** What is stored is read when this says so. */
const read = vi.hoisted(() => ({ before: async () => {} }));
vi.mock('@/lib/messages/records.ts', async (original) => {
  const real = await original<typeof import('@/lib/messages/records.ts')>();
  const rowsAt: typeof real.rowsAt = async (...given) => {
    await read.before();
    return real.rowsAt(...given);
  };
  return { ...real, rowsAt };
});

const connections = [connectionOf('a'), connectionOf('b')];
const account = 'of a';

beforeEach(async () => {
  openList();
  read.before = async () => {};
  await clearRecords();
  worker.answers['websites.list'] = () => page([]);
  worker.answers['jobs.start'] = () => ok({ id: 'x' });
  await putWebsites(account, [website('1'), website('2'), website('3')]);
});

/** A list of which these are selected, and the dialog of an action on them. */
async function select(...slots: string[]) {
  const hook = await loaded(() => {
    const { list, picked } = useListTab('websites', { ...tabProps(connections), drafts: {} as never });
    return { list, batches: picked.batches };
  });
  await hook.does(({ list }) => {
    for (const slot of slots)
      list.send({
        type: 'selected',
        key: slot.includes(' ') ? slot : `${account} ${slot}`,
        isOn: true,
        extends: false,
      });
  });
  let dialog: Awaited<ReturnType<typeof loaded<ReturnType<typeof useBulk>, undefined>>> | undefined;
  const open = async (action: BulkAction = 'delete') => {
    const { list, batches } = hook.now();
    const onStarted = (of: string) => list.send({ type: 'deselected', account: of });
    dialog = await loaded(() => useBulk(action, batches, { onStarted, onClose: () => void close(), say }));
  };
  const close = async () => {
    await dialog?.end();
    dialog = undefined;
  };
  return {
    selected: () => [...hook.now().list.state.selection.keys()],
    bulk: () => dialog?.now(),
    named: () => dialog?.now().batches.flatMap(({ rows }) => rows.map(({ name }) => name)),
    open,
    close,
    apply: () => dialog?.does((now) => void now.apply({ fields: {} })),
  };
}
const started = () =>
  asked('jobs.start').map(({ items }) => (items as { id: string; key: string }[]).map(({ key }) => key));
/** The worker tells that what is stored has changed. */
const heard = (count: number) => set(recordChanges, { [account]: count }).then(settled);

describe('what was selected', () => {
  test('is named and sent once, also once what is stored was read again', async () => {
    const { open, named, apply, selected } = await select('1', '2');
    await heard(1);
    await open();
    expect(named()).toEqual(['2.example', '1.example']);
    await apply();
    expect([started(), selected()]).toEqual([[['2.example', '1.example']], []]);
  });

  test.each<[string, isHeard: boolean]>([
    ['before the list has heard of it', false],
    ['and the list has heard of it', true],
  ])('is what its dialog has named: another website has the id by then, %s', async (_when, isHeard) => {
    const { open, named, apply } = await select('1', '2');
    await open();
    await putWebsites(account, [website('1', { domain: 'someone-else.example' })]);
    if (isHeard) await heard(1);
    expect(named()).toEqual(['2.example', '1.example']);
    await apply();
    expect([started(), say.mock.calls]).toEqual([[['2.example']], [['manage_left_out {domain}{name}']]]);
  });

  test.each<[string, change: () => Promise<void>]>([
    ['is gone', clearRecords],
    ['is another website', () => putWebsites(account, [website('1', { domain: 'someone-else.example' })])],
  ])('%s by the time it is sent: nothing is started, and that is said', async (_what, change) => {
    const { open, apply, bulk } = await select('1');
    await open();
    await change();
    await apply();
    expect([started(), bulk()]).toEqual([[], undefined]);
    expect(say).toHaveBeenCalledTimes(1);
  });

  test('is not stored, as on a full disk: it is changed all the same', async () => {
    await clearRecords();
    worker.answers['websites.list'] = () => page([website('1'), website('2')]);
    const { open, apply, bulk } = await select('1', '2');
    await open('privacy');
    expect(bulk()?.websites).toHaveLength(2);
    await apply();
    expect([started(), say.mock.calls]).toEqual([[['2.example', '1.example']], []]);
  });

  test('cannot be read: that is said in the dialog, and it can be tried again', async () => {
    const { open, apply, bulk } = await select('1');
    await open();
    read.before = () => Promise.reject(new Error('unreadable'));
    await apply();
    expect(bulk()).toMatchObject({ busy: false, problem: { kind: 'setup' } });
    read.before = async () => {};
    await apply();
    expect([started(), bulk()]).toEqual([[['1.example']], undefined]);
  });

  test('of several connections: where one’s job cannot be started, only the rest is started again', async () => {
    await putWebsites('of b', [website('4')]);
    const { open, apply, named, selected } = await select('1', 'of b 4');
    await open();
    let count = 0;
    worker.answers['jobs.start'] = () => (++count === 2 ? failed('network') : ok({ id: 'x' }));
    await apply();
    expect([named(), selected()]).toEqual([['4.example'], ['of b 4']]);
    await apply();
    expect([started(), selected()]).toEqual([[['1.example'], ['4.example'], ['4.example']], []]);
  });
});

test.each<['privacy' | 'delete', string[] | undefined]>([
  ['privacy', ['2.example', '1.example']],
  ['delete', undefined],
])('a dialog (%s) is given what the websites have now, to say what cannot be undone: %j', async (action, names) => {
  const { open, bulk } = await select('1', '2');
  await open(action);
  expect(bulk()?.websites?.map(({ domain }) => domain)).toEqual(names);
});

describe('while what is stored is read', () => {
  const gated = async () => {
    const gates: (() => void)[] = [];
    read.before = () => new Promise((go) => gates.push(go));
    return gates;
  };

  test('pressed twice, one job is started', async () => {
    const { open, apply } = await select('1');
    await open();
    const gates = await gated();
    await apply();
    await apply();
    for (const go of gates) go();
    await settled();
    expect(started()).toHaveLength(1);
  });

  test.each<[string, (hook: Awaited<ReturnType<typeof select>>) => unknown]>([
    ['closed', ({ close }) => close()],
    ['closed, and another is opened', async ({ close, open }) => [await close(), await open()]],
  ])('a dialog that is %s starts nothing', async (_what, leave) => {
    const hook = await select('1');
    await hook.open();
    const gates = await gated();
    await hook.apply();
    await leave(hook);
    for (const go of gates) go();
    await settled();
    expect([started(), hook.selected()]).toEqual([[], [`${account} 1`]]);
  });
});

test('closed while its job is started: what was started is deselected all the same', async () => {
  const { open, apply, close, bulk, selected } = await select('1');
  await open();
  const answer = held('jobs.start');
  await apply();
  await close();
  await open();
  await answer.settle(ok({ id: 'x' }));
  expect([selected(), bulk()?.busy]).toEqual([[], false]);
});

describe.each(['privacy', 'email', 'delete'])('the dialog %s', (action) => {
  test.each([
    ['one of several connections', ['a'], 'a'],
    ['several connections', ['a', 'b'], undefined],
  ])('with what is selected of %s', async (_what, selected, name) => {
    const props = tabProps(connections);
    const batches = props.parts
      .filter((part) => selected.includes(part.name))
      .map((part) => ({ part, rows: rowsOf(part.service.account, [website('1')]) }));
    const names = new Map(props.parts.map((part) => [part.service.account, part.name]));
    const value = { ...props, names, list: { send() {} }, picked: { batches, notShown: 0 } } as unknown as ListTab;
    await act(() => render(h(ListProvider, { value, children: h(Bulk, {}) }), document.body));
    const button = document.querySelector<HTMLButtonElement>(`.bulk .row button[title*=${action}]`);
    await act(() => button?.click());
    expect(document.querySelector('dialog h2 bdi.hint')?.textContent.trim()).toBe(name);
  });
});
