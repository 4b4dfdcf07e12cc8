import { useCallback, useState } from 'preact/hooks';
import { rowsAt } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { reported } from '@/lib/records/known.ts';
import { keyOf, type SlimRow } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import type { Problem, Project, Website } from '@/lib/services/index.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { exportName, exportText, type Format } from '@/lib/websites/export.ts';

const types = { csv: 'text/csv', json: 'application/json' } as const;

/** The stored records of rows, in their order. */
export async function recordsOf<L extends ListName>(list: L, rows: readonly SlimRow[]) {
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  const read = [...byAccount].map(([account, mine]) =>
    rowsAt(
      list,
      account,
      mine.map(({ slot }) => slot),
    ),
  );
  const stored = (await Promise.all(read)).flat();
  const byKey = new Map(stored.map((row) => [keyOf(row.account, row.slot), reported(row)]));
  return rows.flatMap(({ key }) => byKey.get(key) ?? []) as (L extends 'websites' ? Website : Project)[];
}

/** Exports the records of all rows that are shown to a file, from what is stored. */
export function useExport(list: ListName, rows: readonly SlimRow[]) {
  const [exporting, setExporting] = useState<{ problem?: Problem }>();
  const open = useCallback(() => setExporting({}), []);
  const close = useCallback(() => setExporting(undefined), []);
  const run = async (format: Format) => {
    try {
      const records = await recordsOf(list, rows);
      saveFile(exportName(list, format, new Date()), types[format], exportText(list, format, records));
      close();
    } catch (error) {
      setExporting({ problem: whyUnread(error) });
    }
  };
  return { exporting, open, close, run };
}
