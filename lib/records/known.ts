import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { KnownSite, ListFacts, OldSite, Row } from './types.ts';

/**
 * Whether a record is certainly identified by the website's id or the project's name. True also for a record that the
 * account may not change.
 */
export const isNamed = ({ locked }: Pick<Website | Project, 'locked'>): boolean => !locked || locked === 'not-allowed';

/**
 * Returns, for each account that has records of the host, the record reported last, and whether there are several.
 * `rows`: must all be rows of this host.
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

/** Whether the whole list has been read at least once, so that a record that is not stored is absent. */
export const isWhole = (facts: ListFacts | undefined): boolean => facts?.whole !== undefined;

/**
 * Whether a stored record was missing in the last completed reading of the list. That alone does not prove that it is
 * gone.
 */
export const isNotShown = (row: Pick<Row, 'pass'>, facts: ListFacts | undefined): boolean =>
  facts?.ended !== undefined && row.pass < facts.ended;

/** Returns only those fields of a record that its latest report contained. Other values may no longer be true. */
export const reported = <T extends object>({ record, ages }: Pick<Row<T>, 'record' | 'ages'>): T =>
  ages ? without(record, Object.keys(ages)) : record;

/**
 * Whether a service may have records that are not stored: because the whole list was never read, the last reading
 * missed a part of it, or the service has reported more records since.
 */
export const mayHaveMore = (facts: ListFacts | undefined): boolean =>
  !isWhole(facts) ||
  facts?.why !== undefined ||
  (facts?.total !== undefined && facts.counted !== undefined && facts.total > facts.counted);
