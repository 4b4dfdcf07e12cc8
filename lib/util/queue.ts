/** Runs the tasks of one key after another: each when the one before has ended, whatever became of that. */
export function queueByKey(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const lasts = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const turn = (lasts.get(key) ?? Promise.resolve()).then(task);
    const last = turn.catch(() => {});
    lasts.set(key, last);
    void last.then(() => lasts.get(key) === last && lasts.delete(key));
    return turn;
  };
}
