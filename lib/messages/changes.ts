import type { Website } from '../services/index.ts';
import type { Setting } from '../storage/settings.ts';

/**
 * A change at a service that the worker has just made or noticed. Open pages can show it without asking the service.
 */
export type ChangeKind =
  | { kind: 'website'; website: Partial<Website> & Pick<Website, 'id'> }
  | { kind: 'website-gone'; id: string }
  | { kind: 'project-gone'; project: string };

/** A change, with its account and the time at which it was announced (milliseconds since 1970). */
export type Change = { account: string; at: number } & ChangeKind;

/** The latest change at a service, in memory only. The worker writes it, and pages watch it. */
export const lastChange: Setting<Change | undefined> = { key: 'lastChange', area: 'session', fallback: undefined };
