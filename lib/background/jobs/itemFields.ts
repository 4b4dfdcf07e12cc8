import { fieldsLeft } from '../../jobs/overridden.ts';
import type { Item, Job, JobFields } from '../../jobs/types.ts';
import { fitted, traitsOf } from '../../services/traits.ts';
import { picked } from '../../util/picked.ts';
import { required } from '../problems.ts';
import { serviceOf } from '../request.ts';
import { passwordFor } from './passwords.ts';

/**
 * Returns the fields that an item writes, with the typed password if there is one. Otherwise, if the privacy is 2
 * (protected by a password), adds the job's password. Rejects with code `required` if that password was erased.
 */
export async function jobFieldsOf(job: Job, item: Item, typed?: string): Promise<JobFields & { password?: string }> {
  const fields = fieldsLeft(job, item);
  if (typed && !item.overridden?.includes('password')) return { ...fields, password: typed };
  if (fields.privacy !== 2 || !job.password) return fields;
  const password = await passwordFor(job, item);
  if (!password) throw required('password');
  return { ...fields, password };
}

/**
 * Returns the field `secret` for an item that gets a generated password, and {} for any other item. Call it before the
 * item is written, because nothing may fail after the write.
 */
export async function secretMark({ password, account }: Job, { fields, overridden }: Item): Promise<{ secret?: true }> {
  if (password !== 'each' || (fields?.privacy ?? 2) !== 2 || overridden?.includes('password')) return {};
  const { kind } = await serviceOf('analytics', account);
  return traitsOf(kind).privacy.includes(2) ? { secret: true } : {};
}

/**
 * Returns the privacy that a created website must have, which is the one that the job sends. Returns {} if the job or
 * the kind of service has none, and for a single write, because the popup or the menu that waits for it checks the
 * privacy.
 */
export async function privacyWanted({ account, press }: Job, fields: JobFields): Promise<Pick<JobFields, 'privacy'>> {
  if (press) return {};
  const { kind } = await serviceOf('analytics', account);
  return picked<JobFields>(fitted(kind, fields), ['privacy']);
}
