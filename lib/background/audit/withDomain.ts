import { maxAbout, type SiteLook } from '../../audit/look.ts';
import { websiteRows } from '../records/records.ts';

/** If a page's tracking code counts visits for another record of this account, returns that record's stored row. */
export async function siteCounted(account: string, { why, about }: SiteLook) {
  if (why !== 'site' || !about) return undefined;
  const [row] = await websiteRows(account, [about]);
  return row;
}

/**
 * If a result contains another record's id (see `siteCounted`), replaces the id with that record's domain, which people
 * know.
 */
export async function withDomain(account: string, look: SiteLook): Promise<SiteLook> {
  const domain = (await siteCounted(account, look))?.record.domain;
  return domain ? { ...look, about: domain.slice(0, maxAbout) } : look;
}
