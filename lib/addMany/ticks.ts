import type { JobFields } from '../jobs/types.ts';
import {
  absentAt,
  canAdd,
  isMeant,
  type Knowledge,
  type ParsedEntry,
  type PreviewStatus,
  previewStatus,
} from './preview.ts';

/** Check boxes the person has changed, by host: the status that a ticked one showed, or false for one that was unticked. */
export type Ticks = ReadonlyMap<string, PreviewStatus | false>;

/**
 * Whether an entry will be added: the default for its status, unless the person unticked it or ticked it despite that very
 * status. Who ticked it before did not know of the doubt.
 */
export function isTicked(status: PreviewStatus, ticks: Ticks, host = ''): boolean {
  const tick = ticks.get(host);
  return canAdd(status) && tick !== false && (isMeant(status) || tick === status);
}

/** The settings of an entry's own: those that it was copied with, or that stand in its row. */
export const ownFields = ({ copied, own }: ParsedEntry['entry']): JobFields | undefined => copied?.fields ?? own;

/** The ticked entries, as a job is given them. */
export const chosenItems = (parsed: readonly ParsedEntry[], known: Knowledge, ticks: Ticks) =>
  parsed.flatMap((read) => {
    const { host, entry } = read;
    const status = previewStatus(read, known);
    if (!host || !isTicked(status, ticks, host)) return [];
    const at = absentAt(known, host);
    const fields = ownFields(entry);
    return [
      {
        key: host,
        from: { line: entry.line, ...(entry.source ? { source: entry.source } : {}) },
        ...(fields ? { fields } : {}),
        ...(at === undefined ? {} : { absentAt: at }),
        // The person ticked it although the preview says that it may be registered already.
        ...(status === 'unsure' ? { despiteUnknown: true as const } : {}),
      },
    ];
  });
