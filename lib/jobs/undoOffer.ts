import type { Job, Undo } from './types.ts';

/** What a new job can undo: a change that is not itself an undo. A deletion is final. */
export const undoAtFirst = ({ kind, undoes }: Pick<Job, 'kind' | 'undoes'>): { undo?: Undo } =>
  (kind === 'update' && !undoes) || kind === 'create' ? { undo: { items: 0, links: 0, left: 0 } } : {};

/** A job without its undo, if another one of the same account that begins now ends it. */
export const undoEndedBy = ({ kind, press, account }: Job, other: Job): Job | undefined =>
  !press && kind !== 'audit' && other.undo && other.account === account ? { ...other, undo: undefined } : undefined;
