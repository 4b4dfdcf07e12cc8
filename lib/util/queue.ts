/**
 * Runs the tasks of one key after another: each when the one before has ended, whatever became of that. Rejects with the
 * reason of `giveUp`, and does not run the task, if that aborts before its turn.
 */
export function queueByKey(): <T>(key: string, task: () => Promise<T>, giveUp?: AbortSignal) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>();
  return async (key, task, giveUp) => {
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    const end = () => reject(giveUp?.reason);
    const turn = (lasts.get(key) ?? Promise.resolve()).then(() => {
      giveUp?.throwIfAborted();
      giveUp?.removeEventListener('abort', end);
      return task();
    });
    const last = turn.catch(() => {});
    lasts.set(key, last);
    void last.then(() => lasts.get(key) === last && lasts.delete(key));
    if (giveUp?.aborted) end();
    giveUp?.addEventListener('abort', end);
    return Promise.race([turn, givenUp]);
  };
}
