import { act } from 'preact/test-utils';
import { vi } from 'vitest';
import { editSheet, openEdit } from '@/entrypoints/manage/websites/edit.ts';
import { useDrafts } from '@/entrypoints/manage/websites/useDrafts.ts';
import type { Answer } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import type { WebsiteFields } from '@/lib/websites/fields.ts';
import { websiteRow } from '@/lib/websites/rows.ts';
import { hooked, ok, worker } from './hooked.ts';

export const account: string = 'https://stats.example';
/** Who owns a form, by its account. */
export const ownedBy = (of: string) => ({ owner: `${of} ${of}`, account: of });
export const record: Website = { id: '7', domain: 'a.example', privacy: 1, email: 0, exclude_bots: 0 };
export const rowOf = websiteRow;

/** How the service answers as the record is read again and written. */
export const answers = (shown: Answer<unknown>, updated: Answer<unknown> = ok({ ...record, privacy: 0 })) => {
  worker.answers['websites.show'] = () => shown;
  worker.answers['websites.update'] = () => updated;
};

const connectionTo = (of: string) => ({ id: of, analyticsUrl: of, account: of });
const connections = [account, 'another'].map(connectionTo);

/** The sheet in which this record is edited. */
export async function startEdit(website: Website = record) {
  const told = { onSaved: vi.fn(), say: vi.fn() };
  const { now, ...hook } = await hooked((of: string) => {
    const drafts = useDrafts(connections, [connectionTo(of)]);
    const sheets = drafts.editsAt(connectionTo(of));
    return { sheets, sheet: sheets.form && editSheet(connectionTo(of), drafts, sheets.form, told) };
  }, account);
  const open = (row: ReturnType<typeof websiteRow>) => act(() => openEdit(now().sheets, row));
  const does = (what: (sheet: ReturnType<typeof editSheet>) => unknown) =>
    hook.does(({ sheet }) => sheet && what(sheet));
  const row = rowOf(website);
  await open(row);
  return {
    ...hook,
    told,
    row,
    open,
    does,
    close: () => does((sheet) => sheet.close()),
    edit: (fields: Partial<WebsiteFields>) => does((sheet) => sheet.setFields({ ...sheet.editing.fields, ...fields })),
    save: () => does((sheet) => sheet.save()),
    editing: () => now().sheet?.editing,
  };
}
