import { ask } from '@/lib/messages/ask.ts';
import { isNamed } from '@/lib/records/known.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import type { Problem } from '@/lib/services/index.ts';

/** How long rows must stay visible before their visits are requested (milliseconds). */
const rest = 500;
/**
 * The time between two requests (milliseconds). At each request, the worker asks the service about some of the rows
 * whose visits were not requested in the last hour.
 */
const again = 60_000;
/** The time after a failed request in which the account's visits are not requested (milliseconds). */
const afterRefusal = 5 * 60_000;
/** The largest number of rows in a request, which is more than are ever visible. */
const most = 100;

/**
 * Makes the object that requests the last visits of the visible rows. The worker stores the answers, and the page shows
 * the stored visits. After each answer, calls `tell` with the account and any problem.
 */
export function visitAsker(tell: (account: string, problem: Problem | undefined) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let rows: readonly SlimRow[] = [];
  const refused = new Map<string, number>();
  const askFor = async (account: string, ids: string[]) => {
    if (performance.now() - (refused.get(account) ?? Number.NEGATIVE_INFINITY) < afterRefusal) return;
    const answer = await ask('websites.hits', { ids, last: true }, { account });
    if (answer.ok) refused.delete(account);
    else refused.set(account, performance.now());
    tell(account, answer.ok ? undefined : answer.problem);
  };
  const run = () => {
    timer = setTimeout(run, again);
    if (document.visibilityState !== 'visible') return;
    const named = rows.filter((row) => row.id && isNamed(row)).slice(0, most);
    for (const [account, mine] of Map.groupBy(named, (row) => row.account))
      void askFor(account, [...new Set(mine.map(({ id }) => id))]);
  };
  return {
    see(now: readonly SlimRow[]): void {
      rows = now;
      clearTimeout(timer);
      timer = setTimeout(run, rest);
    },
    end: () => clearTimeout(timer),
  };
}
