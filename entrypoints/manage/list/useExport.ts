import { useCallback, useState } from 'preact/hooks';
import { rowsAt } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { reported } from '@/lib/records/known.ts';
import { keyOf, type SlimRow } from '@/lib/records/slim.ts';
import type { ListName } from '@/lib/records/types.ts';
import { visitFields } from '@/lib/records/visits.ts';
import type { Problem, Project, Website } from '@/lib/services/index.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { type Exported, exportName, exportText, type Format } from '@/lib/websites/export.ts';

const types = { csv: 'text/csv', json: 'application/json' } as const;

/**
 * Resolves to the records of these rows, in the same order: the stored ones, or newer ones in the rows themselves (see
 * `SlimRow.told`). Leaves out rows with neither. Rejects if the store cannot be read, unless the rows contain their
 * records.
 */
export async function recordsOf<L extends ListName>(list: L, rows: readonly SlimRow[]) {
  const read = [...Map.groupBy(rows, ({ account }) => account)].map(([account, mine]) =>
    rowsAt(
      list,
      account,
      mine.map(({ slot }) => slot),
    ).catch((error) => {
      if (mine.every(({ told }) => told)) return [];
      throw error;
    }),
  );
  const stored = (await Promise.all(read)).flat();
  const byKey = new Map(stored.map((row) => [keyOf(row.account, row.slot), row]));
  return rows.flatMap((row) => {
    const now = byKey.get(row.key);
    const told = row.told && row.told.at > (now?.at ?? 0) ? row.told.record : now && reported(now);
    const record = told as (L extends 'websites' ? Website : Project) | undefined;
    return record ? [{ row, record }] : [];
  });
}

/**
 * Provides the dialog that exports these rows to a file. `names`: if there are several connections, their names by
 * account.
 */
export function useExport(list: ListName, rows: readonly SlimRow[], names?: ReadonlyMap<string, string>) {
  const [exporting, setExporting] = useState<{ problem?: Problem }>();
  const open = useCallback(() => setExporting({}), []);
  const close = useCallback(() => setExporting(undefined), []);
  const run = async (format: Format) => {
    try {
      const found = await recordsOf(list, rows);
      // If a record was removed meanwhile, saves nothing, because the file would differ from the list that is still
      // shown.
      if (found.length < rows.length) return setExporting({ problem: { kind: 'cancelled' } });
      const records = found.map(({ row, record }): Exported => {
        const connection = names?.get(row.account);
        return {
          ...record,
          ...visitFields(row, Date.now()),
          ...(connection === undefined ? {} : { connection }),
          ...(row.notListed === undefined ? {} : { not_listed_since: new Date(row.notListed).toISOString() }),
        };
      });
      saveFile(exportName(list, format, new Date()), types[format], exportText(list, format, records));
      close();
    } catch (error) {
      setExporting({ problem: whyUnread(error) });
    }
  };
  return { exporting, open, close, run };
}
