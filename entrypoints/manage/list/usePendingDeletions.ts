import { useCallback, useEffect, useRef } from 'preact/hooks';
import { pendingDeletions, type SentDeletion, sentDeletions } from '@/lib/messages/changes.ts';
import { get, watch } from '@/lib/storage/settings.ts';

/** Whether, when asked, a deletion that was sent to an account's service may still be carried out, or has been unsaid. */
export function usePendingDeletions(account: string): () => boolean {
  const sent = useRef<readonly SentDeletion[]>([]);
  useEffect(() => {
    const note = (deletions: readonly SentDeletion[]) => {
      sent.current = deletions;
    };
    void get(sentDeletions).then(note);
    return watch(sentDeletions, note);
  }, []);
  return useCallback(() => pendingDeletions(sent.current).some((one) => one.account === account), [account]);
}
