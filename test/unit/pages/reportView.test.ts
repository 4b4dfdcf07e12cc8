import { h } from 'preact';
import { beforeEach, expect, test, vi } from 'vitest';
import { ReportView } from '@/entrypoints/manage/audit/ReportView.tsx';
import type { ReportRow } from '@/entrypoints/manage/audit/report.ts';
import { PageProvider } from '@/entrypoints/manage/usePage.ts';
import type { AuditChanges } from '@/lib/audit/history.ts';
import type { SiteLook, SiteState } from '@/lib/audit/look.ts';
import { lookIn } from '../audit/looks.ts';
import { draw, fire } from './drawn.ts';
import { openTablePage, showPlaces } from './hooked.ts';

const day = 86_400_000;

const rowOf = (host: string, look: Partial<SiteLook>): ReportRow => ({
  at: 0,
  host,
  id: '1',
  look: { state: 'unsure', trackers: [], ...look },
  checked: 0,
  isEarlier: false,
  line: [],
});
const show = (state: SiteState, ...others: ReportRow[]) => showWith(undefined, state, ...others);
const showWith = (changes: AuditChanges | undefined, state: SiteState, ...others: ReportRow[]) => {
  const row = rowOf('a.example', lookIn(state));
  const report = { job: { id: 'j', counts: { done: 1 }, total: 1 }, rows: [row, ...others], changes, last: 0 };
  const value = { start: { preferences: { trackingCode: '' } } } as never;
  return draw(h(PageProvider, { value, children: h(ReportView, { report } as never) }));
};
const shown = () => ({
  pressed: document.querySelector('[aria-pressed=true]')?.className,
  rows: document.querySelector('table')?.getAttribute('aria-rowcount'),
});

beforeEach(openTablePage);

test('once no site is in the state by which it is filtered, all are shown', async () => {
  await show('unsure');
  await fire(document.querySelector('.part.unsure'), 'click');
  expect(shown()).toEqual({ pressed: 'part unsure', rows: '3' });
  await show('tracking');
  expect(shown()).toEqual({ pressed: 'part all', rows: '3' });
});

test('once none is left to look at, the focus goes to the next action', async () => {
  const leading = rowOf('b.example', { state: 'elsewhere', why: 'related', about: 'www.b.example' });
  await show('unsure', leading);
  const look = document.querySelector('.row [aria-disabled]');
  const active = () => (document.body.contains(look) ? look : document.body);
  Object.defineProperty(document, 'activeElement', { get: active });
  const focus = vi.fn();
  Object.assign(window.HTMLElement.prototype, {
    focus(this: HTMLElement) {
      focus(this.textContent);
    },
  });
  await show('tracking', leading);
  expect(focus.mock.calls).toEqual([['audit_register']]);
});

test.each([
  ['b.example', 'www.b.example', 'tracking_find_related \u2068b.example\u2069'],
  ['www.b.example', 'b.example', 'tracking_find_related \u2068www.b.example\u2069'],
  ['b.example', 'shop.b.example', 'audit_why_related \u2068shop.b.example\u2069'],
])('visits to the www. variant may be counted for the registered host: %s, at %s', async (host, about, said) => {
  showPlaces('{about}');
  await show('tracking', rowOf(host, { why: 'related', about }));
  expect(document.querySelector('.detail')?.textContent).toBe(said);
});

test('the head of a group opens and closes it', async () => {
  await show('missing');
  const head = document.querySelector('tr.group [aria-expanded]');
  for (const rows of ['2', '3']) {
    await fire(head, 'click');
    expect(shown().rows).toBe(rows);
  }
});

test('a last visit is as long ago as it is now, not as it was when the service was asked', async () => {
  showPlaces('{when}');
  const at = Date.now() - 20 * day;
  await show('tracking', rowOf('b.example', lookIn('tracking', { at, last: at - day })));
  expect(document.querySelector('.detail')?.textContent).toBe('audit_last_visit 21 days ago');
});

test.each([
  [[], true],
  [['a.example'], false],
])('that nothing has changed is said only if no site is in another state: %j', async (changed, isSaid) => {
  await showWith({ lost: [], back: [], gone: [], stopped: [], arriving: [], changed }, 'tracking');
  expect(document.body.textContent?.includes('audit_same')).toBe(isSaid);
});
