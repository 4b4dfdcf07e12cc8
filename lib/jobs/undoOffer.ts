import type { Job, Undo } from './types.ts';

/** Returns the initial `undo` of a new job, if it can be undone. A deletion or an undo cannot. */
export const undoAtFirst = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): { undo?: Undo } =>
  (kind === 'update' && !undoes) || kind === 'create' ? { undo: { items: 0, links: 0, left: 0 } } : {};

/**
 * Returns the job `other` after a new bulk job has begun, or undefined if nothing changes. `other` can then no longer
 * be undone or, if it is an undo, no longer be retried. The caller checks whether both jobs share the account or
 * records. Two accounts at one address may have the same records, so only the addresses are compared here.
 */
export function undoEndedBy({ kind, press, serviceUrl }: Job, other: Job): Job | undefined {
  if (press || kind === 'audit' || other.serviceUrl !== serviceUrl) return undefined;
  if (other.undo) return { ...other, undo: undefined };
  return other.undoes && !other.overtaken ? { ...other, overtaken: true } : undefined;
}
