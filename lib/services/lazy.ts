/**
 * Returns a function that makes a value when it is first called, and then always returns that value. Used to make the
 * worker start faster.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Returns a table in which each row is made when it is first read. */
export function lazyTable<T extends Record<string, () => unknown>>(
  rows: T,
): { readonly [N in keyof T]: ReturnType<T[N]> } {
  const table = {};
  for (const [name, make] of Object.entries(rows))
    Object.defineProperty(table, name, { enumerable: true, get: lazy(make) });
  return table as { readonly [N in keyof T]: ReturnType<T[N]> };
}
