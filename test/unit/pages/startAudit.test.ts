import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { useStartAudit } from '@/entrypoints/manage/audit/useStartAudit.ts';
import { asked, hooked, later, ok, openPage, settled, worker } from './hooked.ts';

vi.mock('@/lib/messages/ask.ts', async () => (await import('./hooked.ts')).messages);
const back = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('@/lib/storage/lentAccess.ts', () => ({
  holdAccess: (_urls: string[], work: () => Promise<boolean>) => work(),
  giveBackAccess: back,
}));

const selected = [{ id: '1', domain: 'shop.example' }];

beforeEach(() => {
  openPage();
  Object.assign(fakeBrowser as never as object, {
    permissions: { request: async () => true, contains: async () => true },
  });
  back.mockClear();
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

test.each([
  ['is given again', true, 1, 0],
  ['is refused', false, 0, 1],
])(
  'access that the end of another audit has just taken away is asked for again: it %s',
  async (_how, again, starts, givenBack) => {
    const answers = [true, again];
    const request = vi.fn(async () => answers.shift());
    Object.assign(fakeBrowser as never as object, { permissions: { request, contains: async () => false } });
    worker.answers['jobs.start'] = () => Promise.resolve(ok({}));
    const hook = await opened();
    await act(() => hook.now().run());
    expect([request.mock.calls.length, asked('jobs.start').length, back.mock.calls.length]).toEqual([
      2,
      starts,
      givenBack,
    ]);
  },
);

test('a record for a part of a host is left out, and named', async () => {
  const blog = { id: '2', domain: 'shop.example/blog' };
  worker.answers['websites.list'] = () => ok({ items: [...selected, blog], more: false });
  const hook = await opened();
  await act(() => hook.now().choose('all'));
  await settled();
  expect([hook.now().count, hook.now().leftOut]).toEqual([1, ['shop.example/blog']]);
});
