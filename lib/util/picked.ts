/** Returns an object with only these fields, in this order. Leaves out fields that are undefined. */
export const picked = <T extends object>(fields: object, names: readonly string[]): Partial<T> => {
  const values = fields as Readonly<Record<string, unknown>>;
  const entries = names.map((name) => [name, values[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
};
