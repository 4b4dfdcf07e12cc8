import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { PreviewStep } from '@/entrypoints/manage/addMany/PreviewStep.tsx';
import { readLines } from '@/lib/addMany/lines.ts';
import { type ParsedEntry, parseEntries } from '@/lib/addMany/preview.ts';
import type { ConnectionAddress } from '@/lib/storage/settings.ts';
import { ok, openTablePage, settled, worker } from './hooked.ts';
import { connectionOf } from './tabProps.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/messages/records.ts', () => ({ knownHosts: async () => [] }));
const connection: ConnectionAddress = connectionOf('a');
vi.mock('@/entrypoints/manage/useConnections.ts', () => ({ useConnections: () => [connection] }));

beforeEach(() => {
  openTablePage();
  worker.answers['websites.list'] = () => ok({ items: [], more: false, total: 0 });
});

test('while a changed list is read, the rows stay, and nothing can be added', async () => {
  const entries = [...readLines('a.com\nb.con')].flatMap((entry) => entry ?? []);
  const parsed = [...parseEntries(entries, 'seen', () => ({}))].flatMap((read) => read ?? []);
  const show = async (now: ParsedEntry[] | undefined) => {
    const step = { connection, entries, parts: [], read: { parsed: now } };
    await act(() => render(h(PreviewStep, step as never), document.body));
    await settled();
    const names = [...document.querySelectorAll('.of-entries .host')].map(({ textContent }) => textContent);
    const { disabled } = document.querySelector('.go button') as HTMLButtonElement;
    return { names, disabled, empty: document.querySelector('.empty')?.textContent };
  };
  expect(await show(undefined)).toEqual({ names: [], disabled: true, empty: 'addmany_reading' });
  expect(await show(parsed)).toEqual({ names: ['a.com', 'b.con'], disabled: false });
  expect(await show(undefined)).toEqual({ names: ['a.com', 'b.con'], disabled: true });
  expect(await show(parsed.slice(0, 1))).toEqual({ names: ['a.com'], disabled: false });
});
