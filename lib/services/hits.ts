import { ApiError, type Problem, problemIn } from './errors.ts';

const day = 86_400_000;
/** No service is older than this, so no visit came earlier. */
const earliest = Date.UTC(2000, 0, 1);

/**
 * Returns the moment of a hit (milliseconds since 1970), or undefined if the number cannot be such a moment. The
 * service's clock may be ahead of this computer's, but a hit that was received is never in the future.
 */
export function momentOfHit(at: number | undefined, now = Date.now()): number | undefined {
  return at !== undefined && at >= earliest && at <= now + day ? Math.min(at, now) : undefined;
}

/** Whether a problem concerns only the websites of one request, so that a request for other websites may succeed. */
export const isOfOne = ({ kind, status }: Problem) => kind === 'shape' || status === 500;

/**
 * Calls `read` for each part, at most `atOnce` at the same time, and resolves to the results of those that succeeded.
 * Calls it no more after a problem that the other parts would have, too: any but those of `isOfOne`. Rejects with the
 * first problem if no part succeeded, and with `cancelled` if the call was cancelled.
 */
export async function readReached<P, T>(
  parts: readonly P[],
  atOnce: number,
  read: (part: P) => Promise<T>,
): Promise<T[]> {
  const left = [...parts];
  const reached: T[] = [];
  const problems: Problem[] = [];
  const readOn = async (): Promise<void> => {
    for (let part = left.shift(); part !== undefined; part = left.shift())
      try {
        reached.push(await read(part));
      } catch (error) {
        const problem = problemIn(error);
        if (!problem) throw error;
        problems.push(problem);
        if (!isOfOne(problem)) left.length = 0;
      }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  const [first] = problems;
  const failed = problems.find(({ kind }) => kind === 'cancelled') ?? (reached.length ? undefined : first);
  if (failed) throw new ApiError(failed);
  return reached;
}
