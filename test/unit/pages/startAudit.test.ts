import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useStartAudit } from '@/entrypoints/manage/audit/useStartAudit.ts';
import { asked, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
vi.mock('@/lib/storage/lentAccess.ts', () => ({
  withLentAccess: (_urls: string[], work: () => Promise<void>) => work(),
}));

const selected = [{ id: '1', domain: 'shop.example' }];

beforeEach(() => {
  openPage();
  Object.assign(fakeBrowser as never as object, { permissions: { request: async () => true } });
});

const opened = async () => {
  const hook = await hooked(
    () => useStartAudit({ account: 'one', selected, page: [], onStarted: () => undefined }),
    undefined,
  );
  await act(() => hook.now().open());
  return hook;
};

test('two presses start one audit', async () => {
  const first = later();
  worker.answers['jobs.start'] = () => first.promise;
  const hook = await opened();
  const presses = [hook.now().run(), hook.now().run()];
  await settled();
  first.answer(ok({}));
  await act(async () => void (await Promise.all(presses)));
  expect(asked('jobs.start')).toHaveLength(1);
});

test.each([
  ['shows', false, false],
  ['does not show', true, true],
])('a list that the service %s to be whole', async (_what, more, isPart) => {
  worker.answers['websites.list'] = () => ok({ items: selected, more });
  const hook = await opened();
  await act(() => hook.now().choose('all'));
  await settled();
  expect([hook.now().count, hook.now().partAt !== undefined]).toEqual([1, isPart]);
});
