/** How often an audit can be repeated. */
export const periods = ['week', 'month'] as const;
export type Period = (typeof periods)[number];

/** A site of an audit. `key`: its host. `id`: the id of its record. */
export interface AuditItem {
  key: string;
  id?: string;
}

/**
 * An audit that repeats on a schedule while the browser runs. As long as it is stored, Waymark keeps its access to the
 * audit's sites.
 */
export interface AuditRepeat {
  account: string;
  every: Period;
  sites: readonly AuditItem[];
  /** The id of the next audit's job. It is fixed in advance, so that the job cannot be started twice. */
  job: string;
  /** When the next audit is due (milliseconds since 1970). */
  next: number;
  /**
   * Set if the repeats have stopped, because the permission for notifications was revoked or Waymark can no longer
   * access any of the sites.
   */
  stopped?: true;
}

/**
 * Returns the moment one week or one month later, at the same time of day. If the next month lacks that day, returns
 * the next month's last day.
 */
export function periodAfter(every: Period, moment: number): number {
  const date = new Date(moment);
  const day = date.getDate();
  if (every === 'week') return date.setDate(day + 7);
  date.setMonth(date.getMonth() + 1);
  return date.getDate() === day ? date.getTime() : date.setDate(0);
}

const day = 86_400_000;

/**
 * Returns when a repeated audit is due. If the stored moment (`next`) is more than one period and one day away, the
 * clock was set back, so the audit is due now. The extra day is needed because months differ in length, so a later
 * start can lead to an earlier date: one month after 28 January, 22:00 is 28 February, 22:00, but one month after 29
 * January, 1:00 is 28 February, 1:00.
 */
export const dueAt = ({ every, next }: AuditRepeat, now: number): number =>
  next - day > periodAfter(every, now) ? now : next;

/** Merges two lists of sites. Each host occurs once, with its entry from the second list if it is in both. */
export const joinSites = (before: readonly AuditItem[], more: readonly AuditItem[]): AuditItem[] => [
  ...new Map([...before, ...more].map(({ key, id }) => [key, { key, ...(id ? { id } : {}) }])).values(),
];
