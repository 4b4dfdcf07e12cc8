/** A clock that goes back by no more than this has only corrected itself and was not set back (milliseconds). */
const correction = 1000;

/**
 * Whether a stored moment is in the future, because the clock was set back after it was stored. Both values are
 * milliseconds since 1970.
 */
export const isAhead = (moment: number | undefined, now: number): boolean => (moment ?? 0) > now + correction;

/** Returns the age of a stored moment (milliseconds). Infinity if the clock was set back after it was stored. */
export const ageOf = (moment: number, now: number): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - moment);

/**
 * Whether a moment (milliseconds since 1970) is a full hour. It may then mean any time in that hour, because some
 * services store only the hour of a visit.
 */
export const isHour = (moment: number) => moment % 3_600_000 === 0;
