import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenForRepeats } from '@/lib/background/audit/events.ts';

/** What was begun. */
const did = vi.hoisted(() => [] as unknown[][]);
vi.mock('@/lib/background/audit/repeats.ts', () => ({
  stopRepeats: async () => void did.push(['stopRepeats']),
}));
vi.mock('@/lib/background/outcome.ts', () => ({
  openNotice: async (query: string) => void did.push(['openNotice', query]),
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
  ['a notification is pressed', 'clicked', '?tab=tracking', [['openNotice', '?tab=tracking']]],
])('%s', async (_what, name, given, then) => {
  listenForRepeats();
  await heard[name]?.(given);
  expect(did).toEqual(then);
});

test('a browser that shows no notifications has none that are pressed', () => {
  Object.assign(fakeBrowser, { notifications: undefined });
  expect(listenForRepeats).not.toThrow();
});
