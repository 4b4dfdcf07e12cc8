import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { KnownSite, ListFacts, OldSite, Row } from './types.ts';

/** Whether a record's id, or a project's name, names exactly this record, though the account may not be allowed to change it. */
export const isNamed = ({ locked }: Website | Project): boolean => !locked || locked === 'not-allowed';

/** What the rows of a host say of it in each account: the record that was reported last, and whether there is another. */
export function knownAt(rows: readonly Row[], accounts: readonly string[], host: string): KnownSite[] {
  const latest = rows.toSorted((one, other) => other.at - one.at);
  return accounts.flatMap((account) => {
    const [row, other] = latest.filter((one) => one.account === account);
    return row ? { account, host, website: row.record, at: row.ages?.privacy ?? row.at, several: !!other } : [];
  });
}

/** An old row as what is known of its host; its website has more than its fields, and those that it has not undefined. */
export const knownFromOld = (site: OldSite): KnownSite => {
  const { base: account, host, domain = host, hasPassword: has_password } = site;
  return { ...site, account, website: { ...site, domain, has_password } as Website };
};

/** Whether what is not stored of a list is known not to be there. */
export const isWhole = (facts: ListFacts | undefined): boolean => facts?.whole !== undefined;

/** Whether the last reading that came to its end did not show a record, which may be there all the same. */
export const isNotShown = (row: Pick<Row, 'pass'>, facts: ListFacts | undefined): boolean =>
  facts?.ended !== undefined && row.pass < facts.ended;

/** What a service has reported of a record when it last did: what is older than that is not known to be so any more. */
export const reported = <T extends object>({ record, ages }: Pick<Row<T>, 'record' | 'ages'>): T =>
  ages ? without(record, Object.keys(ages)) : record;

/**
 * Whether a service may have other records than those that are stored: they were not all read, or not when they were last, or
 * it has said since that there are more.
 */
export const mayHaveMore = (facts: ListFacts | undefined): boolean =>
  !isWhole(facts) ||
  facts?.why !== undefined ||
  (facts?.total !== undefined && facts.counted !== undefined && facts.total > facts.counted);
