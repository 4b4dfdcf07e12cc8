import { useCallback, useEffect, useRef } from 'preact/hooks';
import { isDeletingIn, type SentDeletion, sentDeletions } from '@/lib/messages/changes.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';

/** Whether, when asked, a deletion that was sent to an account's service may still be carried out. */
export function usePendingDeletions(account: string): () => boolean {
  const sent = useRef<readonly SentDeletion[]>([]);
  useEffect(
    () =>
      watchSince(sentDeletions, (deletions) => {
        sent.current = deletions;
      }),
    [],
  );
  return useCallback(() => isDeletingIn(sent.current, account), [account]);
}
