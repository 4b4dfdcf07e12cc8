import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenForRepeats } from '@/lib/background/audit/events.ts';

const stopRepeats = vi.hoisted(() => vi.fn());
vi.mock('@/lib/background/audit/repeats.ts', () => ({ stopRepeats }));

test('access is taken away', async () => {
  const addListener = vi.fn();
  Object.assign(fakeBrowser, { permissions: { onRemoved: { addListener } } });
  listenForRepeats();
  await addListener.mock.calls[0]?.[0]({ origins: [] });
  expect(stopRepeats).toHaveBeenCalledOnce();
});
