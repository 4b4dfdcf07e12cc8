import { useRef, useState } from 'preact/hooks';
import { ask, type Input } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';

type JobInput = Omit<Input<'jobs.start'>, 'id'>;

/**
 * Makes a function that starts a job. If the answer is lost and the person presses again, sends the same id, so that
 * the job cannot start twice. A job with other content gets a new id, as does any job after a success.
 */
export function jobStarter() {
  let last: { id: string; content: string } | undefined;
  return async (input: JobInput, account: string) => {
    // `absentAt` only says when a site was checked, so it makes no difference here.
    const content = JSON.stringify([account, input], (name, value) => (name === 'absentAt' ? undefined : value));
    last = last?.content === content ? last : { id: crypto.randomUUID(), content };
    const answer = await ask('jobs.start', { id: last.id, ...input }, { account });
    if (answer.ok) last = undefined;
    return answer;
  };
}

/** Provides `start`, which starts a job (see `jobStarter`). */
export function useStartJob() {
  const [send] = useState(jobStarter);
  const isSending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Starts a job, and resolves to whether it has started. Does nothing while an earlier press waits for its answer. */
  const start = async (input: JobInput, account: string): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    setProblem(undefined);
    const answer = await send(input, account);
    isSending.current = false;
    setBusy(false);
    if (!answer.ok) setProblem(answer.problem);
    return answer.ok;
  };
  return { start, busy, problem };
}
