import type { Job, Undo } from './types.ts';

/** Returns the first `undo` of a new job, or {} if such a job cannot be undone because it is a deletion or an audit. */
export const undoAtFirst = ({ kind }: Pick<Job, 'kind'>): { undo?: Undo } =>
  kind === 'update' || kind === 'create' ? { undo: { items: 0, links: 0, left: 0 } } : {};

/**
 * Returns the job `other` as changed by the start of a new bulk job: it can no longer be undone or, if it is itself an
 * undo, retried. Undefined if nothing about `other` changes. Compares only the services' addresses, because two
 * accounts at one address may share records. The caller checks that the jobs share the account or a record.
 */
export function undoEndedBy({ kind, press, serviceUrl }: Job, other: Job): Job | undefined {
  if (press || kind === 'audit' || other.serviceUrl !== serviceUrl) return undefined;
  if (other.undo) return { ...other, undo: undefined };
  return other.undoes && !other.overtaken ? { ...other, overtaken: true } : undefined;
}
