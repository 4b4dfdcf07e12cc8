/** A clock that is corrected goes back by less than this (milliseconds). */
const correction = 1000;

/** Whether a stored moment is in the future: the clock was set back since, so nothing may be counted from it. */
export const isAhead = (moment: number | undefined, now: number): boolean => (moment ?? 0) > now + correction;

/** How long ago a stored moment was (milliseconds); for ever, if that is not known because the clock was set back since. */
export const ageOf = (moment: number, now: number): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - moment);
