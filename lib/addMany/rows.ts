import type { ConnectionAddress } from '../storage/settings.ts';
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

/** An entry in the preview: the connection that it goes to, what is known there, and the effect of adding it. */
export interface PreviewRow {
  read: ParsedEntry;
  connection: ConnectionAddress;
  known: Knowledge;
  status: PreviewStatus;
}

export const rowOf = (read: ParsedEntry, connection: ConnectionAddress, known: Knowledge): PreviewRow => ({
  read,
  connection,
  known,
  status: previewStatus(read, known),
});

/**
 * The check boxes that the person has changed, by host. The value for a ticked box is the result of `shownBy` at that
 * time. The value for an unticked box is false.
 */
export type Ticks = ReadonlyMap<string, string | false>;

/** Returns a text that identifies what the person sees when ticking a row: the account, and the status or doubt. */
const shownBy = ({ read, status, connection: { account } }: PreviewRow): string =>
  `${account} ${status === 'doubtful' ? doubtOf(read) : status}`;

/** Returns the check boxes after the person has ticked or unticked these rows. */
export const withTicks = (ticks: Ticks, rows: readonly PreviewRow[], on: boolean): Ticks =>
  new Map([...ticks, ...rows.flatMap((row) => (row.read.host ? [[row.read.host, on && shownBy(row)] as const] : []))]);

/**
 * Whether a row is ticked, so that its site will be added. Its status decides, unless the person has unticked it, or
 * has ticked it while seeing the doubt that it still has. A tick made before this doubt, or for another account, does
 * not count.
 */
export function isTicked(row: PreviewRow, ticks: Ticks): boolean {
  const tick = ticks.get(row.read.host ?? '');
  return canAdd(row.status) && tick !== false && (isMeant(row.status) || tick === shownBy(row));
}

/** Returns a row as an item of a job. */
export function itemOf({ read: { host = '', entry, own }, known, status }: PreviewRow) {
  const at = absentAt(known, host);
  return {
    key: host,
    from: { line: entry.line, ...(entry.source ? { source: entry.source } : {}) },
    ...(own ? { fields: own } : {}),
    ...(at === undefined ? {} : { absentAt: at }),
    // The person has ticked it although the preview says that it may already be registered.
    ...(status === 'unsure' ? { despiteUnknown: true as const } : {}),
  };
}
