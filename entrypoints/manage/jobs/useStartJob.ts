import { useRef, useState } from 'preact/hooks';
import { ask, type Input } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';

/** Asks the browser not to evict our storage when disk space runs low. Only pages may ask; some browsers prompt. */
async function persist(): Promise<void> {
  const { storage } = navigator;
  if (!(await storage?.persisted?.())) await storage?.persist?.();
}

/** Starts jobs. The id stays the same until `renew` or success, so pressing again after a lost answer starts no second job. */
export function useStartJob(account: string) {
  const meant = useRef<{ id: string; account: string; busy: boolean }>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Makes the next start another job. */
  const renew = () => {
    meant.current = undefined;
    setBusy(false);
    setProblem(undefined);
  };
  /** Resolves to whether the job has started; `false` also while an earlier press is pending, or after `renew`. */
  const start = async (input: Omit<Input<'jobs.start'>, 'id'>, at = account): Promise<boolean> => {
    // Each account needs its own id, because a job with this one may have started there.
    if (meant.current?.account !== at) meant.current = { id: crypto.randomUUID(), account: at, busy: false };
    const { current } = meant;
    if (current.busy) return false;
    current.busy = true;
    setBusy(true);
    setProblem(undefined);
    void persist().catch(() => {});
    const answer = await ask('jobs.start', { id: current.id, ...input }, { account: at });
    current.busy = false;
    if (meant.current !== current) return false;
    setBusy(false);
    if (answer.ok) renew();
    else setProblem(answer.problem);
    return answer.ok;
  };
  return { start, busy, problem, renew };
}
