import type { Project, Website } from '../services/index.ts';
import type { KnownSite, ListFacts, Row } from './types.ts';

/** Whether a record's id, or a project's name, names exactly this record, though the account may not be allowed to change it. */
export const isNamed = ({ locked }: Website | Project): boolean => !locked || locked === 'not-allowed';

/** What the rows of some hosts say of each of them: the record that was reported last, and whether there is another. */
export function knownIn(rows: readonly Row[], hosts: readonly string[]): KnownSite[] {
  const proved = rows.filter(({ record, replaced }) => isNamed(record) && !replaced);
  return hosts.flatMap((host) => {
    const ofHost = proved.filter((row) => row.hosts.includes(host));
    return [...Map.groupBy(ofHost, ({ account }) => account)].map(([account, some]) => {
      const { record: website, at, ages } = some.reduce((last, one) => (one.at > last.at ? one : last));
      return { account, host, website, at: ages?.privacy ?? at, several: !!some[1] };
    });
  });
}

/** Whether what is not stored of a list is known not to be there. */
export const isWhole = (facts: ListFacts | undefined): boolean => facts?.whole !== undefined;
