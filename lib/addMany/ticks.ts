import {
  absentAt,
  canAdd,
  doubtOf,
  isMeant,
  type Knowledge,
  type ParsedEntry,
  type PreviewStatus,
  previewStatus,
} from './preview.ts';

/**
 * The check boxes that the person has changed, by host. The value for a ticked box is the result of `shownBy` at that
 * time. The value for an unticked box is false.
 */
export type Ticks = ReadonlyMap<string, string | false>;

/** Returns a text that identifies what the person sees when ticking an entry: the account, and the status or doubt. */
export const shownBy = (read: ParsedEntry, status: PreviewStatus, account: string): string =>
  `${account} ${status === 'doubtful' ? doubtOf(read) : status}`;

/**
 * Whether an entry is ticked, so that it will be added. Its status decides, unless the person has unticked it, or has
 * ticked it while seeing the doubt that it still has. A tick made before this doubt, or for another account, does not
 * count.
 */
export function isTicked(read: ParsedEntry, status: PreviewStatus, account: string, ticks: Ticks): boolean {
  const tick = ticks.get(read.host ?? '');
  return canAdd(status) && tick !== false && (isMeant(status) || tick === shownBy(read, status, account));
}

/** Returns the ticked entries as items of a job for an account. */
export const chosenItems = (parsed: readonly ParsedEntry[], known: Knowledge, account: string, ticks: Ticks) =>
  parsed.flatMap((read) => {
    const { host, entry, own } = read;
    const status = previewStatus(read, known);
    if (!host || !isTicked(read, status, account, ticks)) return [];
    const at = absentAt(known, host);
    return [
      {
        key: host,
        from: { line: entry.line, ...(entry.source ? { source: entry.source } : {}) },
        ...(own ? { fields: own } : {}),
        ...(at === undefined ? {} : { absentAt: at }),
        // The person has ticked it although the preview says that it may already be registered.
        ...(status === 'unsure' ? { despiteUnknown: true as const } : {}),
      },
    ];
  });
