/** Resolves to the value of a promise, or to `otherwise` if the promise takes more than `ms` milliseconds. */
export function inTime<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
