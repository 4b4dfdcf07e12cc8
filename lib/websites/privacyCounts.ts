import type { Website } from '../services/index.ts';
import type { PrivacyFilter } from './query.ts';

export type PrivacyKind = Exclude<PrivacyFilter, 'all'>;

const privacyKinds = ['public', 'private', 'password'] as const;

/** The privacy of a record; unknown if it is not reported or has an unknown value. */
export const privacyKind = ({ privacy }: Website): PrivacyKind =>
  privacy === undefined ? 'unknown' : privacyKinds[privacy];

/** The number of listed records with each kind of privacy. */
export function privacyCounts(websites: readonly Website[]): Record<PrivacyFilter, number> {
  const counts = { all: websites.length, public: 0, private: 0, password: 0, unknown: 0 };
  for (const website of websites) counts[privacyKind(website)]++;
  return counts;
}

export const passes = (website: Website, filter: PrivacyFilter): boolean =>
  filter === 'all' || privacyKind(website) === filter;
