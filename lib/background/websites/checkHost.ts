import { endCreate, openCreate } from '../../jobs/openCreates.ts';
import type { SiteCheck } from '../../messages/commands.ts';
import type { BoundContext } from '../request.ts';
import { noteId } from './doubles.ts';
import { lookUpHost } from './lookUp.ts';
import { createUnderWay } from './turns.ts';

/**
 * Asks the service whether a host is registered. If a create of the host is under way, waits for it and uses its
 * outcome.
 */
export async function checkHost(host: string, context: BoundContext): Promise<SiteCheck> {
  const { account, private: isPrivate } = context;
  const made = await createUnderWay(account, host)?.answer.catch(() => undefined);
  if (made?.website) return { host, matches: [made.website], related: [], complete: true };
  const [check, open] = await Promise.all([
    lookUpHost(host, context),
    openCreate(account, host).catch(() => undefined),
  ]);
  if (!open) return check;
  const [website] = check.matches;
  if (website) {
    await noteId(context, host, website);
    await endCreate(account, host);
    return check;
  }
  return isPrivate || !open.private ? { ...check, isUnconfirmed: true } : check;
}
