import { ask } from '@/lib/messages/ask.ts';
import type { SlimRow } from '@/lib/records/slim.ts';
import type { Problem } from '@/lib/services/index.ts';

/** The rows have to rest in sight for so long before anything is asked for them (milliseconds). */
const rest = 500;
/** After so long the rest of those in sight is asked for: the worker asks for some at a time, and never for what it knows. */
const again = 60_000;
/** A service that has refused is not asked for so long. */
const afterRefusal = 5 * 60_000;
/** More are never in sight. */
const most = 100;

/**
 * Asks for the last visits of the rows in sight, of accounts whose service tells of them. What it answers is kept, and heard of
 * from there; `tell` hears why an account's service did not answer, and when it does again.
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
    const named = rows.filter(({ id, locked }) => id && !locked).slice(0, most);
    for (const [account, mine] of Map.groupBy(named, (row) => row.account))
      void askFor(account, [...new Set(mine.map(({ id }) => id))]);
  };
  return {
    /** These rows are in sight. */
    see(now: readonly SlimRow[]): void {
      rows = now;
      clearTimeout(timer);
      timer = setTimeout(run, rest);
    },
    end: () => clearTimeout(timer),
  };
}
