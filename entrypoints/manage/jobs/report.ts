import type { Job } from '@/lib/jobs/state.ts';
import { itemsOf } from '@/lib/jobs/store.ts';
import { toCsv } from '@/lib/util/csv.ts';
import { itemTexts } from './jobTexts.ts';

/** A job's report as CSV: what became of every site, with the service's reason. No password is in it. */
export async function reportCsv({ id, kind }: Job): Promise<string> {
  const rows = (await itemsOf(id)).map((item) => {
    const { text, detail } = itemTexts(kind, item);
    return [item.key, item.outcome ?? item.state, text, detail];
  });
  return toCsv(['domain', 'outcome', 'in_words', 'reason'], rows);
}
