import { servicesOf } from '@/lib/connections/services.ts';
import { rateLimitsNow } from '@/lib/jobs/watch.ts';
import { type Answer, ask, type Input } from '@/lib/messages/ask.ts';
import { isDeletingIn, lastChange, type SentDeletion, sentDeletions } from '@/lib/messages/changes.ts';
import { isNamed } from '@/lib/records/known.ts';
import type { ListOutput, Project, Website } from '@/lib/services/index.ts';
import { allowsSeveral, noRateLimit } from '@/lib/services/rateLimit.ts';
import { type ReadPosition, readPages } from '@/lib/services/readPages.ts';
import { connections, get, watch } from '@/lib/storage/settings.ts';
import { sleep } from '@/lib/util/sleep.ts';
import type { listInput, RecordKind } from '@/lib/websites/query.ts';

export interface RecordOf {
  websites: Website;
  projects: Project;
}

interface ReadListOptions<T> {
  account: string;
  signal: AbortSignal;
  onPage?: (items: T[], place: ReadPosition) => void;
}

/** Whether an account's service allows several requests at once. */
async function mayHurry(account: string): Promise<boolean> {
  const [{ list }, rateLimits] = await Promise.all([get(connections), get(rateLimitsNow)]);
  const there = list.flatMap(servicesOf).filter((one) => one.account === account);
  return there.every(({ url }) => allowsSeveral(rateLimits[new URL(url).origin] ?? noRateLimit, Date.now()));
}

/**
 * Reads a service's whole list, 100 records a page: several pages at once if its rate limit allows, and waiting if it asks for
 * that. Not `complete` if a record may have been deleted here meanwhile and the service says no total, from which it would
 * be seen.
 */
export async function readList<K extends RecordKind>(
  kind: K,
  input: Partial<Omit<ReturnType<typeof listInput>, 'cursor' | 'per_page'>>,
  { account, signal, onPage }: ReadListOptions<RecordOf[K]>,
) {
  let place: ReadPosition | undefined;
  let why: 'changed' | undefined;
  const gone = kind === 'websites' ? 'website-gone' : 'project-gone';
  // Others move to pages that were already read.
  const note = (made: boolean) => {
    if (made) why = 'changed';
  };
  const noteSent = (deletions: SentDeletion[]) => note(isDeletingIn(deletions, account));
  const stops = [
    watch(lastChange, (change) => note(change?.kind === gone && change.account === account)),
    watch(sentDeletions, noteSent),
  ];
  const looked = get(sentDeletions).then(noteSent);
  const read = await readPages<RecordOf[K]>({
    list: (cursor) => {
      const page = { ...input, per_page: 100, ...(cursor ? { cursor } : {}) } as Input<'websites.list'>;
      return ask(`${kind as 'websites'}.list`, page, { signal, account }) as Promise<Answer<ListOutput<RecordOf[K]>>>;
    },
    wait: (seconds) => sleep(seconds * 1000, signal).then(() => !signal.aborted),
    mayHurry: () => mayHurry(account),
    signal,
    onPage: (items, now) => {
      place = now;
      onPage?.(items, now);
    },
  });
  await looked;
  for (const stop of stops) stop();
  const isSeveral = place && place.pages > 1 && place.total === undefined;
  return read.ok && read.value.complete && why && isSeveral
    ? { ...read, value: { items: read.value.items, complete: false as const, why } }
    : read;
}

/** Whether all of these records can be found by their hosts: websites without a usable id and projects without a name are not. */
export const areAllKept = (items: readonly (Website | Project)[]): boolean =>
  items.every((one) => ('project' in one ? one.project : isNamed(one)));
