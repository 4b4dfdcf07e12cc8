import type { Website } from '../services/index.ts';

export type PrivacyKind = 'public' | 'private' | 'password' | 'unknown';

const privacyKinds = ['public', 'private', 'password'] as const;

/** Returns the privacy of a record, or `unknown` if the service does not report it or reports another value. */
export const privacyKind = ({ privacy }: Pick<Website, 'privacy'>): PrivacyKind =>
  privacy === undefined ? 'unknown' : privacyKinds[privacy];
