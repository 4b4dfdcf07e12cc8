import { ask } from '@/lib/messages/ask.ts';
import { listFacts, readRows } from '@/lib/messages/records.ts';
import { whyUnread } from '@/lib/messages/stored.ts';
import { isDue } from '@/lib/records/due.ts';
import { mayHaveMore } from '@/lib/records/known.ts';
import type { Row } from '@/lib/records/types.ts';
import type { Problem, Website } from '@/lib/services/index.ts';
import { isRefreshActive, type Refresh, refreshesNow, refreshOf } from '@/lib/storage/refresh.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';
import { without } from '@/lib/util/without.ts';

/** The websites that were read from an account. `complete`: whether the service has proved that there are no others. */
export interface WholeList {
  websites: Website[];
  complete: boolean;
  /** When the websites were read (milliseconds since 1970). */
  at: number;
}

interface Options {
  connection: string;
  account: string;
  signal: AbortSignal;
  onProgress?: (refresh: Refresh) => void;
}

/**
 * Waits until the reading of a whole list has ended, and resolves to its last progress. If `signal` aborts first,
 * resolves to the first progress (`began`).
 */
function endOf(began: Refresh, { account, signal, onProgress }: Options): Promise<Refresh> {
  const { promise, resolve } = Promise.withResolvers<Refresh>();
  const stop = watchSince(refreshesNow, (all) => {
    const now = refreshOf(all, account);
    onProgress?.(now);
    if (!isRefreshActive(now) || now.started !== began.started) resolve(now);
  });
  signal.addEventListener('abort', () => resolve(began), { once: true });
  return promise.finally(stop);
}

/**
 * Returns a stored website. If its privacy is Public but was missing in the service's last report, leaves out the
 * privacy, because the website may be private by now.
 */
const withoutOldPublic = ({ record, ages }: Row): Website =>
  record.privacy === 0 && ages?.privacy !== undefined ? (without(record, ['privacy']) as Website) : record;

async function stored(account: string): Promise<Website[]> {
  const websites: Website[] = [];
  await readRows('websites', account, (rows) => {
    for (const row of rows) websites.push(withoutOldPublic(row as Row));
  });
  return websites;
}

/**
 * Resolves to all websites of an account, as they are stored. First reads the whole list from the service if the stored
 * one may be incomplete or is too old (see `isDue`). Resolves to a problem if the list could not be read.
 */
export async function wholeList(options: Options): Promise<WholeList | Problem> {
  const { connection, account, signal } = options;
  try {
    const facts = await listFacts('websites', account);
    if (!mayHaveMore(facts) && !isDue(facts, undefined, Date.now()))
      return { websites: await stored(account), complete: true, at: facts?.whole ?? 0 };
    const begun = await ask('records.refresh', { connection });
    if (!begun.ok) return begun.problem;
    const end = await endOf(begun.value, options);
    if (signal.aborted) return { kind: 'cancelled' };
    if (end.state !== 'done') return end.problem ?? { kind: 'cancelled' };
    return { websites: await stored(account), complete: !end.why, at: Date.now() };
  } catch (error) {
    return whyUnread(error);
  }
}
