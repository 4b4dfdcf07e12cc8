import { allJobs } from '../../jobs/store.ts';
import type { Job } from '../../jobs/types.ts';
import type { Input } from '../../messages/ask.ts';
import { ApiError } from '../../services/index.ts';
import { refusePrivate } from '../request.ts';
import { addRepeat } from './repeats.ts';

type AuditRequest = Pick<Input<'jobs.start'>, 'items' | 'repeat'> & { isPrivate: boolean };

/**
 * Adds an audit by `add`. Rejects with ApiError: `private` in a private window, which would leave its trace here;
 * `audit-under-way` beside another.
 */
export const beginAudit = (
  job: Job,
  { items, repeat, isPrivate }: AuditRequest,
  add: () => Promise<unknown>,
): Promise<void> =>
  navigator.locks.request('audit', async () => {
    refusePrivate({ private: isPrivate });
    const isOpen = ({ id, kind, ended }: Job) => kind === 'audit' && id !== job.id && !ended;
    if ((await allJobs()).some(isOpen)) throw new ApiError({ kind: 'conflict', code: 'audit-under-way' });
    // Before the audit, which would give the access back at its end.
    if (repeat) await addRepeat(job.account, repeat, items);
    await add();
  });
