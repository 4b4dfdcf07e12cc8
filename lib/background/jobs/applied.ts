import type { JobFields } from '../../jobs/types.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { unappliedFields } from '../../websites/conflict.ts';
import { type BoundContext, request } from '../request.ts';

/**
 * Checks that a service has really applied a job's write that it has accepted. (After a write by hand, the page checks
 * this.) If the record in the answer lacks the new values, reads the record again, because an answer may contain old
 * values. Rejects with code `unapplied` if they are still missing. Checks nothing if the record could not be read.
 */
export async function checkApplied(sent: JobFields, answer: Website | undefined, context: BoundContext): Promise<void> {
  if (!answer || !unappliedFields(sent, answer).length) return;
  const now = await request('websites.show', { id: answer.id }, context).catch(() => answer);
  if (unappliedFields(sent, now).length) throw new ApiError({ kind: 'rejected', code: 'unapplied' });
}
