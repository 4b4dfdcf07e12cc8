import { ApiError, type Problem, problemIn } from './errors.ts';

const day = 86_400_000;
/** The earliest plausible time of a visit. No service is older. */
const earliest = Date.UTC(2000, 0, 1);

/**
 * Returns the time of a visit that a service reports (milliseconds since 1970), or undefined if the number is not a
 * plausible time. The service's clock may be ahead of this computer's, so a time up to a day ahead counts as now.
 */
export function momentOfHit(at: number | undefined): number | undefined {
  const now = Date.now();
  return at !== undefined && at >= earliest && at <= now + day ? Math.min(at, now) : undefined;
}

/** Whether a problem is only about the websites in one request, so that a request for other websites may succeed. */
export const concernsOneRequest = ({ kind, status }: Problem) => kind === 'shape' || status === 500;

/**
 * Calls `read` for each part, at most `atOnce` at a time. Resolves to the results of the successful calls. Stops
 * calling after a problem that would also affect the other calls (see `concernsOneRequest`). Rejects with kind
 * `cancelled` if a call was cancelled, and with the first problem if no call succeeded.
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
        if (!concernsOneRequest(problem)) left.length = 0;
      }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  const [first] = problems;
  const failed = problems.find(({ kind }) => kind === 'cancelled') ?? (reached.length ? undefined : first);
  if (failed) throw new ApiError(failed);
  return reached;
}
