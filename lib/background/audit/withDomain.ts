import { maxAbout, type SiteLook } from '../../audit/look.ts';
import { websiteRows } from '../records/records.ts';

/** If a page's tracking code counts visits for another site of this account, returns that site's stored row, if any. */
export async function siteCounted(account: string, { why, about }: SiteLook) {
  if (why !== 'site' || !about) return undefined;
  const [row] = await websiteRows(account, [about]);
  return row;
}

/**
 * If a page's tracking code counts visits for another site of this account, replaces that site's id in the result by
 * its domain, which people know.
 */
export async function withDomain(account: string, look: SiteLook): Promise<SiteLook> {
  const domain = (await siteCounted(account, look))?.record.domain;
  return domain ? { ...look, about: domain.slice(0, maxAbout) } : look;
}
