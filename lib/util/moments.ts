/** The longest step by which a clock corrects itself (milliseconds). It does not count as setting the clock back. */
const correction = 1000;

/**
 * Whether a stored moment lies in the future. If so, the clock was set back since, and no time can be counted from the
 * moment.
 */
export const isAhead = (moment: number | undefined, now: number): boolean => (moment ?? 0) > now + correction;

/**
 * Returns how long ago a stored moment was (milliseconds). Returns infinity if that is unknown, because the clock was
 * set back since.
 */
export const ageOf = (moment: number, now: number): number =>
  isAhead(moment, now) ? Number.POSITIVE_INFINITY : Math.max(0, now - moment);

/**
 * Whether a moment is a full hour. Some services store only the hour of a visit, so such a moment may mean any time in
 * that hour. (An exact moment that is a full hour by chance is then shown less exactly, but not wrongly.)
 */
export const isHour = (moment: number) => moment % 3_600_000 === 0;
