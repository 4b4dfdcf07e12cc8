import { useWatched } from '@/components/useWatched.ts';
import { ask } from '@/lib/messages/ask.ts';
import { isSaidOnce, type StoreTrouble, storeTrouble, type Trouble } from '@/lib/records/trouble.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';

/**
 * Returns the trouble with the local database that the page has to show, if any. Some troubles stay until the page
 * closes, even if they are over by then (see `isSaidOnce`).
 */
export const useStoreTrouble = (): Trouble | undefined =>
  useWatched<Trouble | undefined>(
    (tell) =>
      watchSince<StoreTrouble | undefined>(storeTrouble, (now) => {
        if (now?.told) return;
        tell((before) => now?.what ?? (before && isSaidOnce(before) ? before : undefined));
        if (now && isSaidOnce(now.what)) void ask('records.told', {});
      }),
    [],
  );
