import type { Website } from '../services/index.ts';

export type PrivacyKind = 'public' | 'private' | 'password' | 'unknown';

const privacyKinds = ['public', 'private', 'password'] as const;

/** The privacy of a record. Unknown if the service does not report it, or reports another value. */
export const privacyKind = ({ privacy }: Website): PrivacyKind =>
  privacy === undefined ? 'unknown' : privacyKinds[privacy];
