/** Returns a copy of an object without these fields. */
export const without = <T extends object>(fields: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as T;
