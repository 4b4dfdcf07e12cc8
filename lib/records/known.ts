import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { KnownSite, ListFacts, OldSite, Row } from './types.ts';

/**
 * Whether the website's id or the project's name certainly identifies the record. This is so for all records that are
 * not locked, and for records that the account may not change.
 */
export const isNamed = ({ locked }: Pick<Website | Project, 'locked'>): boolean => !locked || locked === 'not-allowed';

/**
 * Returns, for each account with records of the host, the record that the service reported last, and whether the
 * account has several. Every row in `rows` must have this host.
 */
export function knownAt(rows: readonly Row[], accounts: readonly string[], host: string): KnownSite[] {
  const latest = rows.toSorted((one, other) => other.at - one.at);
  return accounts.flatMap((account) => {
    const [row, other] = latest.filter((one) => one.account === account);
    return row ? { account, host, website: row.record, at: row.ages?.privacy ?? row.at, several: !!other } : [];
  });
}

/**
 * Converts a row of an earlier database version to the present form. The row's fields become fields of `website`. A
 * missing domain is replaced by the host; other fields that the row lacks stay undefined.
 */
export const knownFromOld = (site: OldSite): KnownSite => {
  const { base: account, host, domain = host, hasPassword: has_password } = site;
  return { ...site, account, website: { ...site, domain, has_password } as Website };
};

/** Whether the whole list was read at least once. If not, the service may have records that are not stored. */
export const isWhole = (facts: ListFacts | undefined): boolean => facts?.whole !== undefined;

/** Whether the last completed reading of the list did not show a stored record. The record may still exist. */
export const isNotShown = (row: Pick<Row, 'pass'>, facts: ListFacts | undefined): boolean =>
  facts?.ended !== undefined && row.pass < facts.ended;

/** Returns a record without the fields that the service's latest report left out. They may be out of date. */
export const reported = <T extends object>({ record, ages }: Pick<Row<T>, 'record' | 'ages'>): T =>
  ages ? without(record, Object.keys(ages)) : record;

/**
 * Whether the service may have records that are not stored. True if the whole list was never read, if the last reading
 * missed a part of it, or if the service has more records now than that reading counted.
 */
export const mayHaveMore = (facts: ListFacts | undefined): boolean =>
  !isWhole(facts) ||
  facts?.why !== undefined ||
  (facts?.total !== undefined && facts.counted !== undefined && facts.total > facts.counted);
