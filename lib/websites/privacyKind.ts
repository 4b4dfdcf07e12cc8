import type { Website } from '../services/index.ts';

export type PrivacyKind = 'public' | 'private' | 'password' | 'unknown';

const privacyKinds = ['public', 'private', 'password'] as const;

/** Returns a website's privacy, or `unknown` if the service does not report it or reports an unknown value. */
export const privacyKind = ({ privacy }: Pick<Website, 'privacy'>): PrivacyKind =>
  privacy === undefined ? 'unknown' : privacyKinds[privacy];
