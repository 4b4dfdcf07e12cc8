import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { noticePrefix } from '@/lib/audit/repeat.ts';
import { listenForRepeats } from '@/lib/background/audit/events.ts';

/** What was begun. */
const did = vi.hoisted(() => [] as unknown[][]);
vi.mock('@/lib/background/audit/repeats.ts', () => ({
  stopRepeats: async () => void did.push(['stopRepeats']),
  openReport: async (id: string) => void did.push(['openReport', id]),
}));

type Listener = (...given: unknown[]) => Promise<void>;
const heard: Record<string, Listener> = {};
const event = (name: string) => ({
  addListener: (listener: Listener) => {
    heard[name] = listener;
  },
});

beforeEach(() => {
  did.length = 0;
  fakeBrowser.reset();
  Object.assign(fakeBrowser, {
    permissions: { onAdded: event('added'), onRemoved: event('removed') },
    notifications: { onClicked: event('clicked') },
  });
});

test.each<[string, event: string, given: unknown, then: unknown[][]]>([
  ['access is taken away', 'removed', { origins: [] }, [['stopRepeats']]],
  ['a notification of an audit is pressed', 'clicked', `${noticePrefix}7`, [['openReport', '7']]],
  ['one of something else is', 'clicked', 'another 7', []],
])('%s', async (_what, name, given, then) => {
  listenForRepeats();
  await heard[name]?.(given);
  expect(did).toEqual(then);
});

test('a browser that shows no notifications has none that are pressed', () => {
  Object.assign(fakeBrowser, { notifications: undefined });
  expect(listenForRepeats).not.toThrow();
});
