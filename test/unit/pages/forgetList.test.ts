import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { KnownList } from '@/entrypoints/options/KnownSites.tsx';
import { useKnownSites } from '@/entrypoints/options/useKnownSites.ts';
import { refreshOf } from '@/lib/storage/refresh.ts';
import { openPage } from './hooked.ts';

vi.mock('@/entrypoints/options/useKnownSites.ts', () => ({ useKnownSites: vi.fn() }));

beforeEach(openPage);

type Panel = ReturnType<typeof useKnownSites>['panel'];
const panel = {
  count: 2,
  listReadAt: 5,
  isEmpty: false,
  isForgotten: false,
  refresh: refreshOf({}, undefined),
  onRefresh: vi.fn(),
  onStop: vi.fn(),
};

/** Shows the list, and presses "Forget the list". */
async function press(change: Partial<Panel>) {
  const onForget = vi.fn();
  vi.mocked(useKnownSites).mockReturnValue({ said: 'none', panel: { ...panel, onForget, ...change } } as never);
  await act(() => render(h(KnownList, { id: 'a', start: 'A', change: async () => {} }), document.body));
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'options_forget_list');
  await act(() => button?.click());
  const attribute = (name: string) => button?.getAttribute(name);
  return {
    isEnabled: attribute('aria-disabled') === 'false' && !attribute('disabled'),
    isPressed: onForget.mock.calls.length === 1,
    hint: document.getElementById(attribute('aria-describedby') ?? 'none')?.textContent,
    status: [...document.querySelectorAll('[role=status]')].map((one) => one.textContent).join(''),
  };
}

const [hint, status] = ['options_forget_list_hint', 'options_list_forgotten'];
const refresh = { ...panel.refresh, state: 'running', read: 3 } as const;

test.each<[string, Partial<Panel>, object]>([
  ['something is stored', {}, { isEnabled: true, isPressed: true, hint, status: '' }],
  ['it is read', { refresh }, { isEnabled: true, isPressed: true, hint, status: 'tracking_refreshed_other' }],
  ['nothing is stored', { isEmpty: true }, { isEnabled: false, isPressed: false, hint: undefined, status: '' }],
  ['it was forgotten', { isEmpty: true, isForgotten: true }, { isEnabled: false, hint: undefined, status }],
])('"Forget the list" where %s', async (_what, change, expected) => {
  expect(await press(change)).toMatchObject(expected);
});
