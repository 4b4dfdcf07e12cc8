import type { Website } from '../services/index.ts';
import type { Setting } from '../storage/settings.ts';

/** What the worker has just changed at a service, so that open pages can update without another request. */
export type ChangeKind =
  | { kind: 'website'; created?: boolean; website: Partial<Website> & Pick<Website, 'id'> }
  | { kind: 'website-gone'; id: string }
  /** A deletion was sent: from now on a record may be gone, and so it is where nothing more is heard of it. */
  | { kind: 'deleting' }
  | { kind: 'project-gone'; project: string };

/** A change, the account it was made in, and when it happened (milliseconds since 1970). */
export type Change = { account: string; at: number } & ChangeKind;

/** The latest change. Written by the worker alone; in memory only. */
export const lastChange: Setting<Change | undefined> = {
  key: 'lastChange',
  area: 'session',
  version: 1,
  fallback: undefined,
  parse: (value) => (typeof value === 'object' && value !== null && 'kind' in value ? (value as Change) : undefined),
};
