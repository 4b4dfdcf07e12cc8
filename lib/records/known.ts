import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { KnownSite, ListFacts, OldSite, Row } from './types.ts';

/**
 * Whether a record's id, or a project's name, identifies exactly this record, even if the account may not change it.
 */
export const isNamed = ({ locked }: Pick<Website | Project, 'locked'>): boolean => !locked || locked === 'not-allowed';

/**
 * Returns for each account what its rows say about a host: the record that was reported last, and whether the host has
 * several records. `rows`: rows of this host only.
 */
export function knownAt(rows: readonly Row[], accounts: readonly string[], host: string): KnownSite[] {
  const latest = rows.toSorted((one, other) => other.at - one.at);
  return accounts.flatMap((account) => {
    const [row, other] = latest.filter((one) => one.account === account);
    return row ? { account, host, website: row.record, at: row.ages?.privacy ?? row.at, several: !!other } : [];
  });
}

/**
 * Converts a row of an earlier version. The row's fields become those of `website`; fields that the row lacks are
 * undefined.
 */
export const knownFromOld = (site: OldSite): KnownSite => {
  const { base: account, host, domain = host, hasPassword: has_password } = site;
  return { ...site, account, website: { ...site, domain, has_password } as Website };
};

/** Whether the whole list has been read, so that a record that is not stored certainly does not exist. */
export const isWhole = (facts: ListFacts | undefined): boolean => facts?.whole !== undefined;

/** Whether the last completed reading of the list did not show a record. The record may exist all the same. */
export const isNotShown = (row: Pick<Row, 'pass'>, facts: ListFacts | undefined): boolean =>
  facts?.ended !== undefined && row.pass < facts.ended;

/** Returns the fields of a record's latest report, without older ones, which may no longer be true. */
export const reported = <T extends object>({ record, ages }: Pick<Row<T>, 'record' | 'ages'>): T =>
  ages ? without(record, Object.keys(ages)) : record;

/**
 * Whether a service may have records that are not stored. Either the whole list was never read, or the last reading
 * missed a part of it, or the service has reported a greater total since.
 */
export const mayHaveMore = (facts: ListFacts | undefined): boolean =>
  !isWhole(facts) ||
  facts?.why !== undefined ||
  (facts?.total !== undefined && facts.counted !== undefined && facts.total > facts.counted);
