/**
 * Returns a copy of plain data that shares no string memory with the original. In Chromium and Firefox, a part of a
 * string keeps the whole string in memory.
 */
export const ownCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value));
