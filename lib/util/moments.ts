/** The correction of a clock sets it back by less than this (milliseconds). */
const correction = 1000;

/** Whether a stored moment is in the future. Then the clock was set back since, and no time can be counted from it. */
export const isAhead = (moment: number | undefined, now: number): boolean => (moment ?? 0) > now + correction;

/** The time since a stored moment (milliseconds). Infinite if the clock was set back since, so that it is unknown. */
export const ageOf = (moment: number, now: number): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - moment);
