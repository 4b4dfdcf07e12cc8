/** The periods at which an audit can be repeated. */
export const periods = ['week', 'month'] as const;
export type Period = (typeof periods)[number];

/** A site of an audit. `key`: its host. `id`: the id of its record. */
export interface AuditItem {
  key: string;
  id?: string;
}

/**
 * An audit that is repeated while the browser runs. While it is stored, Waymark does not give back the access to its
 * sites.
 */
export interface AuditRepeat {
  account: string;
  every: Period;
  sites: readonly AuditItem[];
  /** The id of the next audit's job. Because it is fixed in advance, the job cannot be started twice. */
  job: string;
  /** When the next audit is due (milliseconds since 1970). */
  next: number;
  /**
   * Set if the repeats have stopped, because the permission for notifications was revoked, or because Waymark no longer
   * has access to any of the sites.
   */
  stopped?: true;
}

/**
 * Returns the moment one week or one month later, at the same time of day. If the next month lacks that day of the
 * month, returns the last day of the next month.
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
 * Returns when a repeated audit is due. If the stored moment (`next`) is more than a period and a day away, the clock
 * was set back, and the audit is due now. The extra day is needed because months differ in length, so that a later
 * moment may lead to an earlier date: one month after 28 January, 22:00 is 28 February, 22:00, but one month after 29
 * January, 1:00 is 28 February, 1:00.
 */
export const dueAt = ({ every, next }: AuditRepeat, now: number): number =>
  next - day > periodAfter(every, now) ? now : next;

/**
 * Joins two lists of sites, so that each host occurs once. For a host in both lists, the entry of the second is used.
 */
export const joinSites = (before: readonly AuditItem[], more: readonly AuditItem[]): AuditItem[] => [
  ...new Map([...before, ...more].map(({ key, id }) => [key, { key, ...(id ? { id } : {}) }])).values(),
];
