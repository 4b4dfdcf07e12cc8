/**
 * Copies plain data, with strings of its own. In Chromium and Firefox a part of a string is a view of the whole string,
 * and keeps all of it in memory.
 */
export const ownCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value));
