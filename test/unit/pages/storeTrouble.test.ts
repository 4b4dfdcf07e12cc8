import { beforeEach, expect, test, vi } from 'vitest';
import { StoreNote } from '@/entrypoints/manage/StoreNote.tsx';
import { useStoreTrouble } from '@/entrypoints/manage/useStoreTrouble.ts';
import { type StoreTrouble, storeTrouble } from '@/lib/records/trouble.ts';
import { set } from '@/lib/storage/settings.ts';
import { asked, does, loaded, openPage } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);

beforeEach(() => openPage());

const open = () => loaded(() => useStoreTrouble(), undefined);
const becomes = (trouble: StoreTrouble | undefined) => does(() => set(storeTrouble, trouble));

test.each<[StoreTrouble | undefined, shown: string | undefined, told: number]>([
  [undefined, undefined, 0],
  [{ what: 'lost' }, 'lost', 1],
  [{ what: 'lost', told: true }, undefined, 0],
  [{ what: 'full' }, 'full', 0],
])('of %o the manage page says %s', async (trouble, shown, told) => {
  if (trouble) await set(storeTrouble, trouble);
  const hook = await open();
  expect([hook.now(), asked('records.told').length]).toEqual([shown, told]);
});

test('a loss is shown until the page is closed; a full disk as long as it is full', async () => {
  const hook = await open();
  await becomes({ what: 'lost' });
  await becomes({ what: 'lost', told: true });
  expect(hook.now()).toBe('lost');
  await becomes({ what: 'full' });
  expect(hook.now()).toBe('full');
  await becomes(undefined);
  expect(hook.now()).toBeUndefined();
});

test('nothing is said without a reason', () => {
  const shown = { class: 'hint', role: 'status' };
  expect(StoreNote({ trouble: undefined }).props).toEqual({ ...shown, children: undefined });
  expect(StoreNote({ trouble: 'full' }).props).toEqual({ ...shown, children: expect.any(String) });
});
