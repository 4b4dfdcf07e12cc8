/** The correction of a clock sets it back by less than this (milliseconds). */
const correction = 1000;

/** Whether a stored moment is in the future. Then the clock was set back since, and no time can be counted from it. */
export const isAhead = (moment: number | undefined, now: number): boolean => (moment ?? 0) > now + correction;

/** The time since a stored moment (milliseconds). Infinite if the clock was set back since, so that it is unknown. */
export const ageOf = (moment: number, now: number): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - moment);

/**
 * Whether a moment stands for the hour that it begins: some services keep no more than the hour of a visit. Another moment is one
 * of these only by chance, and then it is shown less exactly, but not wrongly.
 */
export const isHour = (moment: number) => moment % 3_600_000 === 0;
