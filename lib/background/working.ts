let count = 0;

/** Whether this worker does something that a person asked for, from a page, the menu or by a shortcut. */
export const isWorking = (): boolean => count > 0;

/** Runs something that a person asked for; an update waits for its end. */
export async function working<T>(work: () => Promise<T>): Promise<T> {
  count += 1;
  try {
    return await work();
  } finally {
    count -= 1;
  }
}
