import { maxAbout, type SiteLook } from '../../audit/look.ts';
import { records } from '../records/records.ts';

/**
 * If a look says that the page's code counts for another site of this account, replaces that site's id by its domain,
 * which people know.
 */
export async function withDomain(account: string, look: SiteLook): Promise<SiteLook> {
  const { why, about } = look;
  if (why !== 'site' || !about) return look;
  const rows = await records.read((reads) => reads.get('websites', account, [about])).catch(() => []);
  const domain = rows[0]?.record.domain;
  return domain ? { ...look, about: domain.slice(0, maxAbout) } : look;
}
