let count = 0;

/** Whether a request of a page, the menu or a shortcut is being handled. */
export const isWorking = (): boolean => count > 0;

/** Runs such a request; an update of the extension waits until it has ended. */
export async function working<T>(work: () => Promise<T>): Promise<T> {
  count += 1;
  try {
    return await work();
  } finally {
    count -= 1;
  }
}
