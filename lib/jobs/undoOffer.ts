import type { Job, Undo } from './types.ts';

/** What can be undone of a new job: a change can, unless it is itself an undo. A deletion is final. */
export const undoAtFirst = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): { undo?: Undo } =>
  (kind === 'update' && !undoes) || kind === 'create' ? { undo: { items: 0, links: 0, left: 0 } } : {};

/**
 * The other job without its undo, or as an undo that is not retried, because another bulk change begins now. Two
 * accounts at one address may have the same records.
 */
export function undoEndedBy({ kind, press, serviceUrl }: Job, other: Job): Job | undefined {
  if (press || kind === 'audit' || other.serviceUrl !== serviceUrl) return undefined;
  if (other.undo) return { ...other, undo: undefined };
  return other.undoes && !other.overtaken ? { ...other, overtaken: true } : undefined;
}
