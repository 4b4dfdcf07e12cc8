/** Returns the fields of these names, in this order and without those that are undefined. */
export const picked = <T extends object>(fields: object, names: readonly string[]): Partial<T> => {
  const values = fields as Readonly<Record<string, unknown>>;
  const entries = names.map((name) => [name, values[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
};
