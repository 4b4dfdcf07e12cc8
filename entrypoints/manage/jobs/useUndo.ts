import { useState } from 'preact/hooks';
import { itemsOf } from '@/lib/jobs/store.ts';
import type { Job } from '@/lib/jobs/types.ts';
import { undoItems } from '@/lib/jobs/undo.ts';
import { ask } from '@/lib/messages/ask.ts';
import { stored, whyUnread } from '@/lib/messages/stored.ts';
import type { Problem } from '@/lib/services/index.ts';

/** The state of the dialog that confirms an undo. */
export interface UndoAsking {
  /** The hosts of the websites that the undo would change or delete. */
  names: readonly string[];
  busy: boolean;
  problem?: Problem;
}

/** Provides the dialog that confirms the undo of a job. `run` starts the undo, which is another job. */
export function useUndo(job: Job) {
  const [asking, setAsking] = useState<UndoAsking>();
  const open = async () => {
    const done = await stored('itemsOf', itemsOf, job.id, 'done').catch(whyUnread);
    const found = Array.isArray(done)
      ? { names: undoItems(job, done).map(({ key }) => key) }
      : { names: [], problem: done };
    setAsking({ ...found, busy: false });
  };
  const close = () => setAsking(undefined);
  const run = async () => {
    if (!asking || asking.busy) return;
    setAsking({ names: asking.names, busy: true });
    const answer = await ask('jobs.undo', { id: job.id });
    if (answer.ok) close();
    else setAsking({ names: asking.names, busy: false, problem: answer.problem });
  };
  return { asking, open, close, run };
}
