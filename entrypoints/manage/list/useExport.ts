import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ChangeKind } from '@/lib/messages/changes.ts';
import type { Project, Website } from '@/lib/services/index.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { exportName, exportText, type Format } from '@/lib/websites/export.ts';
import { listInput, type Query, type RecordKind, searchText } from '@/lib/websites/query.ts';
import type { Exporting, ExportScope } from './ExportDialog.tsx';
import { type RecordOf, readList } from './readList.ts';

type ExportRecords = (Website | Project)[];

const types = { csv: 'text/csv', json: 'application/json' } as const;

interface ExportSources<T> {
  /** The listed records. */
  listed: ExportRecords;
  /** All that match the query, if they were read before. */
  kept?: ExportRecords | undefined;
  /** The service proved that there are no others. */
  isWhole?: boolean;
  /** Whether a record that is read belongs to the file. */
  matches(record: T): boolean;
  /** The records after a change anywhere. */
  changed(items: T[], change: ChangeKind, query: Query): T[];
}

/** A record that was created belongs to the file, whatever it is sorted by. */
const anyOrder = { sort_by: 'id', sort: 'desc', cursor: undefined } as const;

/** Exports the listed records, or all that match the query, to a file: as they are once all were read. */
export function useExport<K extends RecordKind>(
  kind: K,
  query: Query,
  account: string,
  { listed, kept, isWhole = true, matches, changed }: ExportSources<RecordOf[K]>,
) {
  const [exporting, setExporting] = useState<Exporting>();
  const running = useRef<AbortController>(undefined);
  /** What has changed since the reading began: a page that was read before shows none of it. */
  const changes = useRef<ChangeKind[]>([]);
  useEffect(() => () => running.current?.abort(), []);

  const readAll = async (): Promise<ExportRecords | undefined> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    changes.current = [];
    setExporting({ soFar: 0 });
    const { cursor: _, per_page: __, ...input } = listInput(query);
    const read = await readList(kind, input, {
      account,
      signal,
      onPage: (_items, { read: soFar, total }) => setExporting({ soFar, ...(total === undefined ? {} : { total }) }),
    });
    if (signal.aborted) return undefined;
    if (!read.ok) {
      setExporting({ problem: read.problem });
      return undefined;
    }
    const { complete } = read.value;
    const asked = { ...query, ...anyOrder, search: searchText(query.search) };
    const items = changes.current.reduce((all, change) => changed(all, change, asked), read.value.items);
    setExporting(complete ? undefined : { incomplete: items.length });
    return items.filter(matches);
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
  const know = useCallback((change: ChangeKind) => void changes.current.push(change), []);
  return { exporting, open, close, run, know };
}
