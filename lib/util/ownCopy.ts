/**
 * Returns a copy of plain data whose strings share no memory with the original. In Chromium and Firefox, a part of a
 * string keeps the whole string in memory.
 */
export const ownCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value));
