import type { SiteLook } from '../../audit/look.ts';
import { joiningWww } from '../websites/accountFacts.ts';

/**
 * Changes a result to `tracking` if the site leads its visitors to its `www.` variant, which has the code, and the
 * account's service counts the visits to both hosts together. Returns any other result unchanged.
 */
export async function withJoinedWww(account: string, host: string | undefined, look: SiteLook): Promise<SiteLook> {
  const { why, about, ...rest } = look;
  if (why !== 'related' || about !== `www.${host}` || !(await joiningWww.has(account))) return look;
  return { ...rest, state: 'tracking' };
}
