import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { ask } from '@/lib/messages/ask.ts';

const answer = { ok: true, value: null };
const gone = { ok: false, problem: { kind: 'cancelled', code: 'worker-gone' } };
const away = new Error('Could not establish connection');

const send = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset();
  vi.spyOn(fakeBrowser.runtime, 'sendMessage').mockImplementation(send);
});
async function settle<T>(asking: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(500);
  return asking;
}

test.each<[string, (typeof answer | Error | undefined)[], object, number]>([
  ['answered at once', [answer], answer, 1],
  ['not heard once', [undefined, answer], answer, 2],
  ['the worker went away twice', [away, away, answer], answer, 3],
  ['never heard', [undefined, undefined, undefined], gone, 3],
  ['gone for good', [away, away, away], gone, 3],
])('%s', async (_name, replies, expected, times) => {
  for (const reply of replies)
    reply instanceof Error ? send.mockRejectedValueOnce(reply) : send.mockResolvedValueOnce(reply);
  expect(await settle(ask('jobs.ping', {}))).toEqual(expected);
  expect(send).toHaveBeenCalledTimes(times);
  // The same question each time: asked twice, it is one request.
  expect(new Set(send.mock.calls.map(([{ id }]) => id)).size).toBe(1);
});

test.each([[{}], [{ private: false }], [{ private: true }]])(
  'says of which service it is, and where it is asked from: %j',
  async (options) => {
    send.mockResolvedValue(answer);
    const asked = { account: 'https://stats.example.net', ...options };
    await ask('site.check', { host: 'a.example' }, asked);
    const message = { ask: 'site.check', input: { host: 'a.example' }, ...asked };
    expect(send).toHaveBeenCalledExactlyOnceWith({ ...message, id: expect.stringMatching(/^[\w-]{36}$/) });
  },
);

test('a question that is given up is cancelled by its own name, even if nobody hears that', async () => {
  const controller = new AbortController();
  send.mockReturnValueOnce(new Promise(() => {})).mockRejectedValueOnce(away);
  void ask('jobs.ping', {}, { signal: controller.signal });
  controller.abort();
  const [[question], [cancel]] = send.mock.calls as [[{ id: string }], [{ cancel: string }]];
  expect(cancel).toEqual({ cancel: question.id });
  await vi.advanceTimersByTimeAsync(1000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('what was answered is cancelled no more: one abort after many questions sends nothing', async () => {
  const controller = new AbortController();
  send.mockResolvedValue(answer);
  for (let count = 0; count < 3; count++) await ask('jobs.ping', {}, { signal: controller.signal });
  controller.abort();
  expect(send).toHaveBeenCalledTimes(3);
});

// For the compiler alone: a question about records that names no service is none.
void (() => {
  // @ts-expect-error no options
  void ask('websites.list', {});
  // @ts-expect-error no service
  void ask('websites.update', { id: '7', privacy: 1 }, { private: true });
  // @ts-expect-error no service
  void ask('jobs.start', { id: 'j', kind: 'create', items: [], fields: {}, speed: 'fast' }, {});
  // @ts-expect-error nothing that was confirmed
  void ask('websites.delete', { id: '7' }, { account: 'https://stats.example.net' });
  void ask('jobs.ping', {});
});
