import { homePagesOf } from '@/lib/audit/access.ts';
import type { AuditItem } from '@/lib/audit/repeat.ts';
import { isStillGranted, requestAccess } from '@/lib/connections/permissions.ts';
import { hostInList } from '@/lib/hosts/hostInList.ts';
import { ask } from '@/lib/messages/ask.ts';
import type { Website } from '@/lib/services/index.ts';
import { giveBackNotices } from '@/lib/storage/auditRepeats.ts';
import { lendToAudit } from '@/lib/storage/lentAccess.ts';
import { t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';

type Checked = Pick<Website, 'id' | 'domain'>;

/** Returns the sites to check, each host once, and the domains that have no home page, such as `example.com/blog`. */
export function checkList(websites: Iterable<Checked>) {
  const items = new Map<string, AuditItem>();
  const leftOut: string[] = [];
  for (const { domain, id } of websites) {
    const key = hostInList(domain);
    if (!key) leftOut.push(domain);
    else if (!items.has(key)) items.set(key, { key, ...(id ? { id } : {}) });
  }
  return { items: [...items.values()], leftOut };
}

/**
 * Asks the person for access to the home pages of sites, and calls `start` with the decision. Resolves to whether an
 * audit was started. Permissions that nothing else needs are given up at the end of the audit, or at once if none was
 * started. Call it directly in a click handler; otherwise browsers refuse to ask for access.
 */
export async function withSiteAccess(
  sites: readonly AuditItem[],
  options: { notifications?: boolean },
  start: (isGranted: boolean) => Promise<boolean>,
): Promise<boolean> {
  const addresses = homePagesOf(sites.map(({ key }) => key));
  const asked = requestAccess(addresses, options);
  // Another audit may have ended meanwhile and given up the access, so the access is checked again.
  const isStarted = await lendToAudit(addresses, async () => start(await isStillGranted(asked, addresses)));
  if (!isStarted && options.notifications) await giveBackNotices();
  return isStarted;
}

/**
 * Starts an audit of some sites of an account, and calls `say` with the outcome. Call it directly in a click handler;
 * otherwise browsers refuse to ask for access.
 */
export async function checkAgain(
  account: string,
  websites: readonly Checked[],
  say: (text: string) => void,
): Promise<void> {
  const { items } = checkList(websites);
  const start = async (): Promise<boolean> => {
    const id = crypto.randomUUID();
    const answer = await ask('jobs.start', { id, kind: 'audit', items, fields: {}, speed: 'fast' }, { account });
    say(answer.ok ? t('audit.job') : problemText(answer.problem));
    return answer.ok;
  };
  await withSiteAccess(items, {}, async (isGranted) => {
    if (isGranted) return start();
    say(t('audit.denied'));
    return false;
  });
}
