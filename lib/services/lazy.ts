/**
 * Returns a function that makes a value at its first call, and later returns the same value. Used to start the worker
 * faster.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a table whose rows are made when they are first read. */
export function lazyTable<T extends Record<string, () => unknown>>(
  rows: T,
): { readonly [N in keyof T]: ReturnType<T[N]> } {
  const table = {};
  for (const [name, make] of Object.entries(rows))
    Object.defineProperty(table, name, { enumerable: true, get: lazy(make) });
  return table as { readonly [N in keyof T]: ReturnType<T[N]> };
}
