import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { changeSessionState, useSessionState } from '@/entrypoints/manage/addMany/useSessionState.ts';
import { hooked, openPage } from './hooked.ts';

beforeEach(openPage);

const open = (name: string, initial: () => unknown) =>
  hooked((now: string) => useSessionState<unknown>(now, initial), name);

test('what was chosen is there again when the tab is, and apart from what goes by another name', async () => {
  const initial = vi.fn(() => 'first');
  const hook = await open('one', initial);
  expect([hook.now()[0], initial.mock.calls.length]).toEqual(['first', 1]);
  await act(() => hook.now()[1]('second'));
  expect(hook.now()[0]).toBe('second');
  await hook.end();
  const never = vi.fn();
  expect((await open('one', never)).now()[0]).toBe('second');
  expect(never).not.toHaveBeenCalled();
  expect((await open('another', () => 'first')).now()[0]).toBe('first');
});

test('also where what was chosen is nothing', async () => {
  const hook = await open('nothing', () => 'first');
  await act(() => hook.now()[1](undefined));
  await hook.end();
  expect((await open('nothing', () => 'first')).now()[0]).toBeUndefined();
});

test('a name that is given later is kept, too', async () => {
  const hook = await open('before', () => 'value');
  await hook.show('after');
  await hook.end();
  expect((await open('after', () => 'another')).now()[0]).toBe('value');
});

test('is changed while no tab shows it, from what it was', async () => {
  const before: unknown[] = [];
  for (const now of ['first', 'second'])
    changeSessionState('away', (was) => {
      before.push(was);
      return now;
    });
  expect(before).toEqual([undefined, 'first']);
  expect((await open('away', () => 'none')).now()[0]).toBe('second');
});
