/** The automatic correction of a clock sets it back by less than this (milliseconds). Such a step is ignored. */
const correction = 1000;

/** Whether a stored moment is in the future. Then the clock was set back since, and no time can be counted from it. */
export const isAhead = (moment: number | undefined, now: number): boolean => (moment ?? 0) > now + correction;

/**
 * Returns the time since a stored moment (milliseconds). It is infinite if the clock was set back since, because then
 * the time is unknown.
 */
export const ageOf = (moment: number, now: number): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - moment);

/**
 * Whether a moment is a full hour, which stands for the whole hour: some services store only the hour of a visit. An
 * exact moment may be a full hour by chance. It is then shown less exactly, but not wrongly.
 */
export const isHour = (moment: number) => moment % 3_600_000 === 0;
