import { useState } from 'preact/hooks';
import { ask } from '@/lib/messages/ask.ts';
import type { Problem } from '@/lib/services/index.ts';

interface Shown {
  text: string;
  count: number;
  copied: boolean;
}

/** The passwords that a job has generated: copied and shown once, kept by the worker until they were copied. */
export function usePasswords(id: string) {
  const [shown, setShown] = useState<Shown>();
  const [problem, setProblem] = useState<Problem>();

  /** The worker may forget them: they are in the clipboard. */
  const copied = (now: Shown) => {
    setShown({ ...now, copied: true });
    void ask('jobs.erasePasswords', { id, count: now.count });
  };
  const take = async () => {
    const answer = await ask('jobs.passwords', { id });
    const found = answer.ok ? answer.value : [];
    // Nothing is never copied: what the clipboard holds is worth more.
    setProblem(answer.ok ? (found.length ? undefined : { kind: 'setup', code: 'fault' }) : answer.problem);
    if (!found.length) return;
    const text = found.map(({ key, password }) => `${key}\t${password}`).join('\n');
    const now = { text, count: found.length, copied: false };
    await navigator.clipboard.writeText(text).then(
      () => copied(now),
      () => setShown(now),
    );
  };
  return {
    shown,
    problem,
    take,
    onCopied: () => shown && !shown.copied && copied(shown),
    onClose: () => setShown(undefined),
  };
}
