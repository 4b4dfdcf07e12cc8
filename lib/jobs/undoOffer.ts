import type { Job, Undo } from './types.ts';

/**
 * Returns the initial `undo` of a new job, if the job can be undone: a create, or an update that is not itself an undo.
 * A deletion cannot be undone.
 */
export const undoAtFirst = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): { undo?: Undo } =>
  (kind === 'update' && !undoes) || kind === 'create' ? { undo: { items: 0, links: 0, left: 0 } } : {};

/**
 * Returns the job `other` after a new bulk change has begun: it can no longer be undone or, if it is an undo itself, no
 * longer be retried. Undefined if nothing changes. Compares only the services' addresses, because two accounts at one
 * address may have the same records. The caller checks whether both jobs share the account or records.
 */
export function undoEndedBy({ kind, press, serviceUrl }: Job, other: Job): Job | undefined {
  if (press || kind === 'audit' || other.serviceUrl !== serviceUrl) return undefined;
  if (other.undo) return { ...other, undo: undefined };
  return other.undoes && !other.overtaken ? { ...other, overtaken: true } : undefined;
}
