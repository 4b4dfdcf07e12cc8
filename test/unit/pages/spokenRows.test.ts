import { h } from 'preact';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Preview } from '@/entrypoints/manage/addMany/Preview.tsx';
import { reduce } from '@/entrypoints/manage/addMany/reduce.ts';
import { type AddMany, firstState } from '@/entrypoints/manage/addMany/state.ts';
import { ReportTable } from '@/entrypoints/manage/audit/ReportTable.tsx';
import { DeleteDialog } from '@/entrypoints/manage/list/DeleteDialog.tsx';
import { described, websiteColumns } from '@/entrypoints/manage/websites/columns.tsx';
import { groupOf } from '@/lib/addMany/rows.ts';
import type { Check } from '@/lib/audit/report.ts';
import { draw } from './drawn.ts';
import { openTablePage } from './hooked.ts';
import { entryOf, preview, readOf, shows } from './played.ts';
import { connectionOf, inList } from './tabProps.ts';

vi.mock('@/entrypoints/manage/Dialog.tsx', () => ({ FormDialog: ({ children }: Record<string, unknown>) => children }));

/** The texts of the elements that an attribute lists, as a screen reader reads them. */
const listed = (ids: string | null | undefined) =>
  ids
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter((text) => text !== undefined);
const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name);

beforeEach(openTablePage);

describe('after the name of a website comes', () => {
  const checked: Check = { state: 'missing', at: 0 };
  test.each<[string, { check?: Check; connection?: string; privacy: boolean }, string[]]>([
    ['its privacy and what the last check found', { check: checked, privacy: true }, ['privacy_private', 'missing']],
    ['its privacy alone where it was never checked', { privacy: true }, ['privacy_private']],
    ['its connection first, if there are several', { connection: 'Client B', privacy: false }, ['Client B']],
  ])('%s', async (_what, { check, connection, privacy }, texts) => {
    const row = { key: 'k', name: 'a.example', hosts: ['a.example'], privacy: 'private', ...(check ? { check } : {}) };
    const props = { nameId: 'n', called: 'a.example', row, connection, statisticsUrl: () => undefined } as never;
    const has = { connection: connection !== undefined, privacy, visit: false, link: false };
    const cells = websiteColumns(has).map(({ cell }) => cell(props));
    await draw(inList({ list: { state: { selection: new Map() } } }, ...cells));
    expect(listed(described('n'))).toEqual(texts.map((text) => expect.stringContaining(text)));
  });
});

describe('the report', () => {
  const row = { host: 'a.example', look: { state: 'missing', trackers: [] }, line: [], checked: 0, isEarlier: false };
  beforeEach(() =>
    draw(h(ReportTable, { rows: [row], filter: 'all', files: { canCopy: () => true }, onCheck() {} } as never)),
  );

  test('names the row of a site without its buttons', () => {
    const name = listed(attribute('tr.site', 'aria-labelledby'))?.join(' ');
    expect(name).toMatch(/^a\.example .*missing/);
    expect(name).not.toContain('check_of');
  });
  test('has the focus of a group on its button, which says whether the group is open', () => {
    expect(attribute('tr.group', 'tabindex')).toBeNull();
    expect(attribute('tr.group button', 'aria-expanded')).toBe('true');
  });
});

test.each([
  ['new', true],
  ['new', false],
  ['registered', false],
] as const)('in the preview of Add many an entry is selected where it is ticked: %s, %s', async (status, isTicked) => {
  const read = readOf('a.example', { entry: { ...entryOf('a.example'), source: 'one.csv' }, own: { privacy: 1 } });
  const first: AddMany = {
    ...firstState,
    ...preview([connectionOf('a')]),
    ticks: new Map(isTicked ? [] : [['a.example', false as const]]),
  };
  const known = { registered: new Set(status === 'new' ? [] : ['a.example']), absent: new Map([['a.example', 1]]) };
  const events = [shows(first, [read]), ['checking', 'of a', { known }] as const];
  await draw(h(Preview, { state: events.reduce<AddMany>(reduce, first) }));
  expect(attribute('tr[aria-selected]', 'aria-selected')).toBe(String(isTicked));
  expect(attribute('tr.group', 'class')).toBe(`group in-${groupOf[status]} first`);
  expect(attribute('tr.entry', 'class')).toBe(`entry in-${groupOf[status]} short last`);
  // Its name has the site once: not again for the box that ticks it.
  const heard = listed(attribute('tr.entry', 'aria-labelledby'));
  expect(heard).toEqual(['a.example', ...(status === 'new' ? ['privacy_private'] : ['']), 'addmany_read_from_source']);
  expect(attribute('tr.group', 'tabindex')).toBeNull();
  expect(attribute('tr.group .hint', 'title')?.includes('privacy_of_file')).toBe(status === 'new');
  // It ticks all of its group, also what is not shown.
  expect(attribute('tr.group input', 'aria-label') ?? undefined).toBe(
    status === 'new' ? 'manage_all · addmany_group_new' : undefined,
  );
});

test('what is lost by deleting is read with the box in which it is confirmed', async () => {
  const texts = { title: 'Delete', warning: 'It is gone for good.', wanted: 'a.example', busy: false };
  await draw(h(DeleteDialog, { ...texts, confirms: () => false, onDelete() {}, onClose() {} } as never));
  expect(listed(attribute('input', 'aria-describedby'))).toEqual(['It is gone for good.']);
});
