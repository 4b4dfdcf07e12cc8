import type { JobFields } from '../../jobs/types.ts';
import { ApiError, type Website } from '../../services/index.ts';
import { unappliedFields } from '../../websites/conflict.ts';
import { type BoundContext, request } from '../request.ts';

/**
 * Checks that a service has really applied a job's write that it has accepted. (After a write by hand, the page checks
 * this.) Rejects with code `unapplied` if the record lacks the new values. Checks nothing without a record.
 */
export function checkApplied(sent: JobFields, record: Website | undefined): void {
  if (unappliedFields(sent, record).length) throw new ApiError({ kind: 'rejected', code: 'unapplied' });
}

/**
 * Checks a job's create as `checkApplied` does. If the record in the answer lacks the new values, reads the record
 * again, because an answer may contain old values.
 */
export async function checkCreated(sent: JobFields, answer: Website | undefined, context: BoundContext): Promise<void> {
  if (!answer || !unappliedFields(sent, answer).length) return;
  checkApplied(sent, await request('websites.show', { id: answer.id }, context).catch(() => answer));
}
