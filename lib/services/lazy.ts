/** Creates a value at the first call, so that a starting worker builds only what it needs. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Makes a table whose rows are made when they are first read. */
export function lazyTable<T extends Record<string, () => unknown>>(
  rows: T,
): { readonly [N in keyof T]: ReturnType<T[N]> } {
  const table = {};
  for (const [name, make] of Object.entries(rows))
    Object.defineProperty(table, name, { enumerable: true, get: lazy(make) });
  return table as { readonly [N in keyof T]: ReturnType<T[N]> };
}
