/**
 * Returns a function that runs the tasks with the same key one after another, even after a failed one, and tasks with
 * different keys at the same time. It resolves to the task's result. If `giveUp` aborts before a task's turn, it
 * rejects with the signal's reason, and the task does not run.
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
