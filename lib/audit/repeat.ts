/** How often an audit is repeated. */
export const periods = ['week', 'month'] as const;
export type Period = (typeof periods)[number];

/** A site that is looked at again: its host, and its record's id. */
export interface RepeatedSite {
  key: string;
  id?: string;
}

/** An audit that is repeated while the browser runs, with the access that the person left to it. */
export interface AuditRepeat {
  /** The account whose sites they are. */
  account: string;
  every: Period;
  sites: readonly RepeatedSite[];
  /** The id of the job that it starts next: it is started once. */
  job: string;
  /** When it is due (milliseconds since 1970). */
  next: number;
  /** It stopped by itself: its access, or leave to notify, was taken away. */
  stopped?: true;
}

/** The alarm that begins the next repeated audit; there is none while nothing is repeated. */
export const repeatAlarm = 'auditRepeat';
/** What the ids of an audit's notifications begin with. */
export const noticePrefix = 'audit ';

/** A week or a month later, at the same time of day; from the last days of a long month the last one of a short. */
export function periodAfter(every: Period, moment: number): number {
  const date = new Date(moment);
  const day = date.getDate();
  if (every === 'week') return date.setDate(day + 7);
  date.setMonth(date.getMonth() + 1);
  return date.getDate() === day ? date.getTime() : date.setDate(0);
}

/** When a repeat is due; one further away than its period is due now, because the clock was set back. */
export const dueAt = ({ every, next }: AuditRepeat, now: number): number =>
  next > periodAfter(every, now) ? now : next;

/** Both, each host once, as it was told last. */
export const joinSites = (before: readonly RepeatedSite[], more: readonly RepeatedSite[]): RepeatedSite[] => [
  ...new Map([...before, ...more].map(({ key, id }) => [key, { key, ...(id ? { id } : {}) }])).values(),
];
