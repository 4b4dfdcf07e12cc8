import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { PreviewStep } from '@/entrypoints/manage/addMany/PreviewStep.tsx';
import { readLines } from '@/lib/addMany/lines.ts';
import { type ParsedEntry, parseEntries } from '@/lib/addMany/preview.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { draw, texts } from './drawn.ts';
import { asked, does, failed, held, ok, openTablePage, settled, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/messages/records.ts', () => ({ listedHosts: async () => [], knownHosts: async () => [] }));
const connection: ConnectionAddress = connectionOf('a');
vi.mock('@/entrypoints/manage/useConnections.ts', () => ({ useConnections: () => [connection] }));

beforeEach(() => {
  openTablePage();
  worker.answers['websites.list'] = () => ok({ items: [], more: false, total: 0 });
});

const readsOf = (text: string) => {
  const entries = [...readLines(text)].flatMap((entry) => entry ?? []);
  return { entries, parsed: [...parseEntries(entries, 'seen', () => ({}))].flatMap((read) => read ?? []) };
};
const show = async (step: object) => {
  const all = { connection, ...step };
  await draw(h(PreviewStep, { key: all.connection.account, ...all } as never));
  await settled();
};

test('what was unticked stays so while another connection is shown', async () => {
  const { entries, parsed } = readsOf('x.com\ny.com');
  const list = (to: ConnectionAddress) => show({ connection: to, sources: { entries, parts: [] }, read: { parsed } });
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('td .pick input')];
  const ticked = () => boxes().map((box) => box.hasAttribute('checked'));
  await list(connection);
  expect(ticked()).toEqual([true, true]);
  await does(() => Object.assign(boxes()[0] as object, { checked: false }));
  await does(() => boxes()[0]?.dispatchEvent(new window.Event('click')));
  await list(connectionOf('b'));
  expect(ticked()).toEqual([false, true]);
});

test('while a changed list is read, the rows stay, and nothing can be added', async () => {
  const { entries, parsed } = readsOf('a.com\nb.con');
  const shown = async (now: ParsedEntry[] | undefined) => {
    await show({ sources: { entries, parts: [] }, read: { parsed: now } });
    const { disabled } = document.querySelector('.go button') as HTMLButtonElement;
    return { names: texts('.of-entries .host'), disabled, empty: document.querySelector('.empty')?.textContent };
  };
  expect(await shown(undefined)).toEqual({ names: [], disabled: true, empty: 'addmany_reading' });
  expect(await shown(parsed)).toEqual({ names: ['a.com', 'b.con'], disabled: false });
  expect(await shown(undefined)).toEqual({ names: ['a.com', 'b.con'], disabled: true });
  expect(await shown(parsed.slice(0, 1))).toEqual({ names: ['a.com'], disabled: false });
});

test('what keeps the sites from being added is announced', async () => {
  const { entries, parsed } = readsOf('a.com');
  worker.answers['jobs.start'] = () => failed('server');
  await show({ sources: { entries, parts: [] }, read: { parsed } });
  await does(() => document.querySelector<HTMLElement>('.go button')?.click());
  await settled();
  expect(texts('.go [role=alert] p')).toEqual(['problem_server_plain']);
});

test('Add pressed during the check starts nothing if a site then turns out to need a decision', async () => {
  const { entries, parsed } = readsOf('z.com\nshop.y.com');
  const related = parsed.map((read) => (read.host === 'shop.y.com' ? { ...read, related: ['y.com'] } : read));
  const answer = held('websites.list');
  let isCleared = false;
  const onStarted = () => {
    isCleared = true;
  };
  await show({ sources: { entries, parts: [] }, read: { parsed: related }, onStarted });
  const add = () => document.querySelector<HTMLElement>('.go button');
  await does(() => add()?.click());
  expect(asked('jobs.start')).toEqual([]);
  await answer.settle(ok({ items: [{ id: '1', domain: 'y.com' }], more: false, total: 1 }));
  expect([asked('jobs.start'), isCleared]).toEqual([[], false]);
  expect(texts('.in-check .host')).toEqual(['shop.y.com']);
  // The person has seen it and does not want it.
  await does(() => add()?.click());
  expect(asked('jobs.start')).toMatchObject([{ items: [{ key: 'z.com' }] }]);
  expect(isCleared).toBe(true);
});
