import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Answer, ask, type Input } from '@/lib/messages/ask.ts';
import type { ListOutput, Project, Website } from '@/lib/services/index.ts';
import { readPages } from '@/lib/services/readPages.ts';
import { saveFile } from '@/lib/util/saveFile.ts';
import { sleep } from '@/lib/util/sleep.ts';
import { exportName, exportText, type Format } from '@/lib/websites/export.ts';
import { type Kind, listInput, type Query } from '@/lib/websites/query.ts';
import type { Exporting, Scope } from './ExportDialog.tsx';

type ExportRecords = (Website | Project)[];

const types = { csv: 'text/csv', json: 'application/json' } as const;

/** Exports the listed records, or all that match the query, to a file. */
export function useExport(kind: Kind, query: Query, listed: ExportRecords, account: string) {
  const [exporting, setExporting] = useState<Exporting>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const readAll = async (): Promise<ExportRecords | undefined> => {
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setExporting({ soFar: 0 });
    const { cursor: _, ...input } = listInput({ ...query, per_page: 100 });
    const name = kind === 'websites' ? 'websites.list' : 'projects.list';
    const read = await readPages<Website | Project>({
      list: (cursor) => {
        const page = { ...input, ...(cursor ? { cursor } : {}) } as Input<typeof name>;
        return ask(name, page, { signal, account }) as Promise<Answer<ListOutput<Website | Project>>>;
      },
      wait: (seconds) => sleep(seconds * 1000, signal).then(() => !signal.aborted),
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

  const run = async (scope: Scope, format: Format) => {
    const records = scope === 'all' ? await readAll() : listed;
    if (!records) return;
    saveFile(exportName(kind, format, new Date()), types[format], exportText(kind, format, records));
    if (scope === 'listed') setExporting(undefined);
  };
  const open = useCallback(() => setExporting({}), []);
  const close = useCallback(() => {
    running.current?.abort();
    setExporting(undefined);
  }, []);
  return { exporting, open, close, run };
}
