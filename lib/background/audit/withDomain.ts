import { maxAbout, type SiteLook } from '../../audit/look.ts';
import { websiteRows } from '../records/records.ts';

/** Returns the stored row of another site of this account, if a page's tracking code counts visits for that site. */
export async function siteCounted(account: string, { why, about }: SiteLook) {
  if (why !== 'site' || !about) return undefined;
  const [row] = await websiteRows(account, [about]);
  return row;
}

/**
 * Replaces the id of another site of this account in a result (see `siteCounted`) by that site's domain, which people
 * know.
 */
export async function withDomain(account: string, look: SiteLook): Promise<SiteLook> {
  const domain = (await siteCounted(account, look))?.record.domain;
  return domain ? { ...look, about: domain.slice(0, maxAbout) } : look;
}
