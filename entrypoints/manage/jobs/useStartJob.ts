import { useRef, useState } from 'preact/hooks';
import { ask, type Input } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';

/**
 * Provides `start`, which starts a job. If the answer is lost and the person presses again, the same id is sent, so
 * that the job cannot start twice. A job with other content gets a new id, as does any job after a success.
 */
export function useStartJob() {
  const meant = useRef<{ id: string; content: string; busy: boolean }>(undefined);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Makes the next press of the button start another job, even if that job has the same content. */
  const renew = () => {
    meant.current = undefined;
    setBusy(false);
    setProblem(undefined);
  };
  /**
   * Starts a job, and resolves to whether it has started. Also resolves to false if `renew` was called meanwhile. While
   * an earlier press waits for its answer, does nothing.
   */
  const start = async (input: Omit<Input<'jobs.start'>, 'id'>, account: string): Promise<boolean> => {
    if (meant.current?.busy) return false;
    // `absentAt` only says when a site was checked, so it does not make another job.
    const content = JSON.stringify([account, input], (name, value) => (name === 'absentAt' ? undefined : value));
    const id = meant.current?.content === content ? meant.current.id : crypto.randomUUID();
    const current = { id, content, busy: true };
    meant.current = current;
    setBusy(true);
    setProblem(undefined);
    const answer = await ask('jobs.start', { id: current.id, ...input }, { account });
    current.busy = false;
    if (meant.current !== current) return false;
    setBusy(false);
    if (answer.ok) renew();
    else setProblem(answer.problem);
    return answer.ok;
  };
  return { start, busy, problem, renew };
}
