import { newJob } from '../../jobs/state.ts';
import { itemsOf, jobWith } from '../../jobs/store.ts';
import type { Job } from '../../jobs/types.ts';
import { undoItems } from '../../jobs/undo.ts';
import { addJob } from '../../jobs/write.ts';
import { serviceOf } from '../request.ts';
import { begins, changedJob } from './handlers.ts';

/**
 * Starts the job that undoes another job, and resolves to it, as does any second call. Resolves to null if nothing can
 * be undone any more.
 */
export async function undoJob({ id }: { id: string }): Promise<Job | null> {
  const undoing = `undo-${id}`;
  const [known, job] = await Promise.all([jobWith(undoing), jobWith(id)]);
  if (known || !job?.ended || !job.undo?.items) return known ?? null;
  const kind = job.kind === 'create' ? 'delete' : 'update';
  const start = {
    id: undoing,
    kind,
    items: undoItems(job, await itemsOf(id, 'done')),
    fields: {},
    speed: job.speed,
  } as const;
  const { job: made, items } = newJob(start, await serviceOf('analytics', job.account), Date.now());
  const undo = { ...made, undoes: job.fields };
  await begins(undoing);
  if (!(await addJob(undo, items, undefined, job))) return (await jobWith(undoing)) ?? null;
  return changedJob(undo);
}
