import type { Project, Website } from '../services/index.ts';
import { without } from '../util/without.ts';
import type { KnownSite, ListFacts, OldSite, Row } from './types.ts';

/**
 * Whether a record's id or name certainly identifies it. True if the record is not locked, or is locked only because
 * the account may not change it.
 */
export const isNamed = ({ locked }: Pick<Website | Project, 'locked'>): boolean => !locked || locked === 'not-allowed';

/**
 * Returns each account's stored site for this host, if it has one. If an account has several records with this host
 * (`several`), returns the one that the service reported last. `rows`: the stored rows with this host.
 */
export function knownAt(rows: readonly Row[], accounts: readonly string[], host: string): KnownSite[] {
  const latest = rows.toSorted((one, other) => other.at - one.at);
  return accounts.flatMap((account) => {
    const [row, other] = latest.filter((one) => one.account === account);
    return row ? { account, host, website: row.record, at: row.ages?.privacy ?? row.at, several: !!other } : [];
  });
}

/**
 * Converts a row of an earlier database version to the present form. Uses the host if the row has no domain. Other
 * missing fields stay undefined.
 */
export const knownFromOld = (site: OldSite): KnownSite => {
  const { base: account, host, domain = host, hasPassword: has_password } = site;
  return { ...site, account, website: { ...site, domain, has_password } as Website };
};

/** Whether the whole list was read at least once. If not, the service may have more records than are stored. */
export const isWhole = (facts: ListFacts | undefined): boolean => facts?.whole !== undefined;

/** Whether the last completed reading of the list lacked a stored record. The record may still exist. */
export const isNotShown = (row: Pick<Row, 'pass'>, facts: ListFacts | undefined): boolean =>
  facts?.ended !== undefined && row.pass < facts.ended;

/** The values of `ListFacts.why` for a reading that reached the end of the list but may have missed records. */
const atEnd: readonly ListFacts['why'][] = ['changed', 'unreadable-row'];

/**
 * Whether a record may have been deleted: the last reading reached the end of the list without showing it, or the API
 * key was replaced after it was last reported.
 */
export const mayBeGone = (row: Pick<Row, 'pass' | 'replaced'>, facts: ListFacts | undefined): boolean =>
  !!row.replaced || (atEnd.includes(facts?.why) && isNotShown(row, facts));

/**
 * Returns a record without the fields that the service left out of its latest report, because they may be out of date.
 */
export const reported = <T extends object>({ record, ages }: Pick<Row<T>, 'record' | 'ages'>): T =>
  ages ? without(record, Object.keys(ages)) : record;

/**
 * Whether the service may have records that are not stored. True if the whole list was never read, if the last reading
 * may have missed records, or if the service has since reported more records than during that reading.
 */
export const mayHaveMore = (facts: ListFacts | undefined): boolean =>
  !isWhole(facts) ||
  facts?.why !== undefined ||
  (facts?.total !== undefined && facts.counted !== undefined && facts.total > facts.counted);
