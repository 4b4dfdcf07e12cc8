import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { KnownSite, ListFacts, OldSite, Row } from './types.ts';

/**
 * Whether a record's id or name certainly identifies the record. True if the record is not locked, or is locked only
 * because the account may not change it.
 */
export const isNamed = ({ locked }: Pick<Website | Project, 'locked'>): boolean => !locked || locked === 'not-allowed';

/**
 * Returns the stored site of each account that has a record with this host. If an account has several such records
 * (`several`), takes the one that the service reported last. `rows`: the stored rows with this host.
 */
export function knownAt(rows: readonly Row[], accounts: readonly string[], host: string): KnownSite[] {
  const latest = rows.toSorted((one, other) => other.at - one.at);
  return accounts.flatMap((account) => {
    const [row, other] = latest.filter((one) => one.account === account);
    return row ? { account, host, website: row.record, at: row.ages?.privacy ?? row.at, several: !!other } : [];
  });
}

/**
 * Converts a row of an earlier database version to the present form. If the row has no domain, the host is used. Other
 * fields that are missing in the row stay undefined.
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

/** The values of `ListFacts.why` after a reading that reached the end of the list but may have missed records. */
const atEnd: readonly ListFacts['why'][] = ['changed', 'unreadable-row'];

/**
 * Whether a record may be gone: the last reading reached the end of the list without showing the record, or the API key
 * was replaced since the record was reported.
 */
export const mayBeGone = (row: Pick<Row, 'pass' | 'replaced'>, facts: ListFacts | undefined): boolean =>
  !!row.replaced || (atEnd.includes(facts?.why) && isNotShown(row, facts));

/** Returns a record without the fields that the service's latest report left out, because they may be out of date. */
export const reported = <T extends object>({ record, ages }: Pick<Row<T>, 'record' | 'ages'>): T =>
  ages ? without(record, Object.keys(ages)) : record;

/**
 * Whether the service may have records that are not stored. True if the whole list was never read, if the last reading
 * missed some records, or if the service now has more records than the last reading found.
 */
export const mayHaveMore = (facts: ListFacts | undefined): boolean =>
  !isWhole(facts) ||
  facts?.why !== undefined ||
  (facts?.total !== undefined && facts.counted !== undefined && facts.total > facts.counted);
