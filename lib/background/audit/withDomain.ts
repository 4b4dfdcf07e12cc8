import { maxAbout, type SiteLook } from '../../audit/look.ts';
import { records } from '../records/records.ts';

/**
 * Replaces the id of another site in a look by that site's domain. Code that counts for another site of this account
 * names it by its id, but people know its domain.
 */
export async function withDomain(account: string, look: SiteLook): Promise<SiteLook> {
  const { why, about } = look;
  if (why !== 'site' || !about) return look;
  const rows = await records.read((reads) => reads.get('websites', account, [about])).catch(() => []);
  const domain = rows[0]?.record.domain;
  return domain ? { ...look, about: domain.slice(0, maxAbout) } : look;
}
