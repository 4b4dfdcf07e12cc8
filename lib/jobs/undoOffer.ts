import type { Job, Undo } from './types.ts';

/**
 * Returns the empty `undo` of a new job that can be undone: a create, or an update that is not itself an undo. A
 * deletion is final.
 */
export const undoAtFirst = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): { undo?: Undo } =>
  (kind === 'update' && !undoes) || kind === 'create' ? { undo: { items: 0, links: 0, left: 0 } } : {};

/**
 * Returns `other` without its undo, or as an undo that is not retried, because a new bulk change begins. Returns
 * undefined if `other` stays as it is. Only addresses are compared, since two accounts at one address may have the same
 * records.
 */
export function undoEndedBy({ kind, press, serviceUrl }: Job, other: Job): Job | undefined {
  if (press || kind === 'audit' || other.serviceUrl !== serviceUrl) return undefined;
  if (other.undo) return { ...other, undo: undefined };
  return other.undoes && !other.overtaken ? { ...other, overtaken: true } : undefined;
}
