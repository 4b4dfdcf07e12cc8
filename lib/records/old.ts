import type { Project } from '../services/index.ts';
import { knownFromOld } from './known.ts';
import { copiedPass } from './store.ts';
import { storedPart } from './storedFields.ts';
import type { ListFacts, OldSite, Row } from './types.ts';

export interface OldHost {
  base: string;
  host: string;
}

export interface OldReading {
  base: string;
  at?: number;
  ignoresCase?: boolean;
}

/**
 * Converts an earlier version's row of a website to the present form. Merges it with the stored row of the same id
 * (`before`), if there is one.
 */
export function rowFromOld(site: OldSite, before: Row | undefined): Row {
  const hosts = [...new Set([...(before?.hosts ?? []), site.host])];
  const record = { ...before?.record, ...storedPart('websites', knownFromOld(site).website) };
  const isDomain = hosts.length === 1 && record.domain === site.host;
  return {
    account: site.base,
    slot: site.id,
    record: isDomain ? record : { ...record, hosts },
    hosts,
    at: Math.max(site.at ?? 0, before?.at ?? 0),
    pass: copiedPass,
  };
}

export const projectFromOld = ({ base: account, host }: OldHost): Row<Project> => ({
  account,
  slot: host,
  record: { project: host },
  hosts: [host],
  at: 0,
  pass: copiedPass,
});

/** Converts an earlier version's facts about a list of websites to the present form. */
export const factsFromOld = ({ base: account, at, ignoresCase }: OldReading): ListFacts => ({
  account,
  list: 'websites',
  ...(at === undefined ? {} : { whole: at }),
  ...(ignoresCase === undefined ? {} : { ignoresCase }),
});
