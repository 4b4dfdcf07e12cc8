import { h, render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test, vi } from 'vitest';
import { ReportView } from '@/entrypoints/manage/audit/ReportView.tsx';
import type { ReportRow } from '@/entrypoints/manage/audit/report.ts';
import type { SiteState } from '@/lib/audit/look.ts';
import { openPage } from './hooked.ts';

const show = (state: SiteState) => {
  const row: ReportRow = {
    at: 0,
    host: 'a.example',
    id: '1',
    look: { state, trackers: [] },
    checked: 0,
    isEarlier: false,
    line: [],
  };
  const given = {
    report: { rows: [row], changes: undefined, last: 0 },
    job: { counts: { done: 1 }, total: 1 },
    canCopy: () => false,
    onLook: () => {},
  };
  return act(() => render(h(ReportView, given as never), document.body));
};
const shown = () => ({
  pressed: document.querySelector('[aria-pressed=true]')?.className,
  rows: document.querySelector('table')?.getAttribute('aria-rowcount'),
});

beforeEach(() => {
  openPage();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '16px' }));
});

test('once no site is in the state by which it is filtered, all are shown', async () => {
  await show('unsure');
  await act(() => void document.querySelector('.part.unsure')?.dispatchEvent(new window.Event('click')));
  expect(shown()).toEqual({ pressed: 'part unsure', rows: '3' });
  await show('tracking');
  expect(shown()).toEqual({ pressed: 'part all', rows: '3' });
});

test('once none is left to look at, the focus goes to the next action', async () => {
  await show('unsure');
  const look = document.querySelector('.row button');
  const active = () => (document.body.contains(look) ? look : document.body);
  Object.defineProperty(document, 'activeElement', { get: active });
  const focus = vi.fn();
  Object.assign(window.HTMLElement.prototype, {
    focus(this: HTMLElement) {
      focus(this.textContent);
    },
  });
  await show('tracking');
  expect(focus.mock.calls).toEqual([['manage_export']]);
});

test('the head of a group opens and closes it', async () => {
  await show('missing');
  const head = document.querySelector('tr.group [aria-expanded]');
  for (const rows of ['2', '3']) {
    await act(() => void head?.dispatchEvent(new window.Event('click')));
    expect(shown().rows).toBe(rows);
  }
});
