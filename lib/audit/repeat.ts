/** How often an audit is repeated. */
export const periods = ['week', 'month'] as const;
export type Period = (typeof periods)[number];

/** A site that is looked at again: its host, and its record's id. */
export interface RepeatedSite {
  key: string;
  id?: string;
}

/** An audit that is repeated while the browser runs, with the access that the person granted to it. */
export interface AuditRepeat {
  /** The account that the sites belong to. */
  account: string;
  every: Period;
  sites: readonly RepeatedSite[];
  /** The id of the next job, so that it is started only once. */
  job: string;
  /** When it is due (milliseconds since 1970). */
  next: number;
  /** Whether it stopped by itself, because its access or the permission for notifications was revoked. */
  stopped?: true;
}

/** The prefix of the ids of an audit's notifications. */
export const noticePrefix = 'audit ';

/**
 * Returns the moment a week or a month later, at the same time of day. If the next month lacks the day, its last day
 * counts.
 */
export function periodAfter(every: Period, moment: number): number {
  const date = new Date(moment);
  const day = date.getDate();
  if (every === 'week') return date.setDate(day + 7);
  date.setMonth(date.getMonth() + 1);
  return date.getDate() === day ? date.getTime() : date.setDate(0);
}

/**
 * Returns when a repeat is due. That is now if it is further away than its period, because then the clock was set back.
 */
export const dueAt = ({ every, next }: AuditRepeat, now: number): number =>
  next > periodAfter(every, now) ? now : next;

/** Joins two lists, so that each host occurs once. Of two entries for a host, the later one counts. */
export const joinSites = (before: readonly RepeatedSite[], more: readonly RepeatedSite[]): RepeatedSite[] => [
  ...new Map([...before, ...more].map(({ key, id }) => [key, { key, ...(id ? { id } : {}) }])).values(),
];
