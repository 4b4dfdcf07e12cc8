/**
 * Returns a function that runs tasks. Tasks with the same key run one after another, even if one fails; tasks with
 * different keys may run at the same time. The function resolves to its task's result. If `giveUp` aborts before the
 * task begins, the task does not run, and the function rejects with the signal's reason.
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
