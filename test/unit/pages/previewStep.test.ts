import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { PreviewStep } from '@/entrypoints/manage/addMany/PreviewStep.tsx';
import { reduce } from '@/entrypoints/manage/addMany/reduce.ts';
import { type AddMany, firstState, kept } from '@/entrypoints/manage/addMany/state.ts';
import { now, send } from '@/entrypoints/manage/addMany/store.ts';
import { defaults } from '@/lib/storage/settings.ts';
import { draw, press, texts } from './drawn.ts';
import { asked, held, ok, openTablePage } from './hooked.ts';
import { preview, readsOf, shows } from './played.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

const connection = connectionOf('a');
const empty: AddMany = { ...firstState, ...preview([connection]) };

beforeEach(openTablePage);

const show = (state: AddMany) => draw(h(PreviewStep, { state, connection }));

test('while a changed list is read, the rows stay, and nothing can be added', async () => {
  const read = reduce(empty, shows(empty, readsOf('a.com\nb.con')));
  const shown = async (state: AddMany) => {
    await show(state);
    const { disabled } = document.querySelector('.go button') as HTMLButtonElement;
    return { names: texts('.of-entries .host'), disabled, empty: document.querySelector('.empty')?.textContent };
  };
  expect(await shown(empty)).toEqual({ names: [], disabled: true, empty: 'addmany_reading' });
  expect(await shown(read)).toEqual({ names: ['a.com', 'b.con'], disabled: false });
  expect(await shown({ ...read, choice: 'bare' })).toEqual({ names: ['a.com', 'b.con'], disabled: true });
});

test('what keeps the sites from being added is announced', async () => {
  await show(reduce(empty, ['start-failed', { kind: 'server' }]));
  expect(texts('.go [role=alert] p')).toEqual(['problem_server_plain']);
});

test('a start that failed is tried again as Add does it: after the check', async () => {
  const answer = held('websites.list');
  kept.state = { ...empty, defaults: defaults.fallback };
  send(...shows(now(), readsOf('a.com')));
  send('start-failed', { kind: 'server' });
  await show(now());
  await press('popup_try_again');
  expect([asked('jobs.start'), now().preview.wanted !== undefined]).toEqual([[], true]);
  await answer.settle(ok({ items: [], more: false, total: 0 }));
  expect(asked('jobs.start')).toMatchObject([{ items: [{ key: 'a.com' }] }]);
});
