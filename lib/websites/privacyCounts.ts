import type { Website } from '../services/index.ts';
import type { PrivacyFilter } from './query.ts';

export type PrivacyKind = Exclude<PrivacyFilter, 'all'>;

const privacyKinds = ['public', 'private', 'password'] as const;

/** The kind of privacy a record has; what is not reported, or is none of the interface's values, is unknown. */
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
