import { itemTexts } from '@/entrypoints/manage/addMany/jobTexts.ts';
import type { Job } from '@/lib/jobs/state.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import { toCsv } from '@/lib/util/csv.ts';

const largest = 10 * 2 ** 20;

/** A file's text; why it cannot be had otherwise. */
export async function textOf(file: File): Promise<{ text: string } | { failed: 'large' | 'unreadable' }> {
  if (file.size > largest) return { failed: 'large' };
  try {
    const text = await file.text();
    // What is no text has zero bytes sooner or later: a spreadsheet's own format, an image.
    return text.includes('\0') ? { failed: 'unreadable' } : { text };
  } catch {
    return { failed: 'unreadable' };
  }
}

/** A job's report as CSV: what became of every site, with the service's reason. No password is in it. */
export async function reportCsv({ id }: Job): Promise<string> {
  const rows = (await itemsOf(id)).map((item) => {
    const { text, detail } = itemTexts(item);
    return [item.key, item.outcome ?? item.state, text, detail];
  });
  return toCsv(['domain', 'outcome', 'in_words', 'reason'], rows);
}
