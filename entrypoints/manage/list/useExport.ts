import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Project, Website } from '@/lib/services/index.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { exportName, exportText, type Format } from '@/lib/websites/export.ts';
import { listInput, type Query, type RecordKind } from '@/lib/websites/query.ts';
import type { Exporting, ExportScope } from './ExportDialog.tsx';
import { readList } from './readList.ts';

type ExportRecords = (Website | Project)[];

const types = { csv: 'text/csv', json: 'application/json' } as const;

/**
 * Exports the listed records, or all that match the query, to a file. @param kept all that match, if they were read before.
 * @param isWhole the service proved that there are no others.
 */
export function useExport(
  kind: RecordKind,
  query: Query,
  listed: ExportRecords,
  account: string,
  kept?: ExportRecords,
  isWhole = true,
) {
  const [exporting, setExporting] = useState<Exporting>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const readAll = async (): Promise<ExportRecords | undefined> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setExporting({ soFar: 0 });
    const { cursor: _, per_page: __, ...input } = listInput(query);
    const read = await readList<RecordKind>(kind, input, {
      account,
      signal,
      onPage: (_items, { read: soFar, total }) => setExporting({ soFar, ...(total === undefined ? {} : { total }) }),
    });
    if (signal.aborted) return undefined;
    if (!read.ok) {
      setExporting({ problem: read.problem });
      return undefined;
    }
    const { items, complete } = read.value;
    setExporting(complete ? undefined : { incomplete: items.length });
    return items;
  };

  const run = async (scope: ExportScope, format: Format) => {
    const records = scope === 'all' ? (kept ?? (await readAll())) : listed;
    if (!records) return;
    saveFile(exportName(kind, format, new Date()), types[format], exportText(kind, format, records));
    if (scope === 'listed' || kept)
      setExporting(scope === 'all' && !isWhole ? { incomplete: records.length } : undefined);
  };
  const open = useCallback(() => setExporting({}), []);
  const close = useCallback(() => {
    running.current?.abort();
    setExporting(undefined);
  }, []);
  return { exporting, open, close, run };
}
