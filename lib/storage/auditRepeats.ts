import { homePagesOf } from '../audit/access.ts';
import { type AuditItem, type AuditRepeat, periods } from '../audit/repeat.ts';
import { dropPermission } from '../connections/permissions.ts';
import { allJobs, itemsOf } from '../jobs/store.ts';
import { isText, readList } from './readParts.ts';
import { get, getCertain, preferences, type Setting } from './settings.ts';

function parseSite(value: unknown): AuditItem[] {
  const { key, id } = (value ?? {}) as Partial<AuditItem>;
  return isText(key) ? [{ key, ...(isText(id) ? { id } : {}) }] : [];
}

function parseRepeat(value: unknown): AuditRepeat | undefined {
  const { account, every, sites, job, next, stopped } = (value ?? {}) as Partial<AuditRepeat>;
  const isWhole = isText(account) && every && periods.includes(every) && isText(job) && Number.isFinite(next);
  if (!isWhole || !Array.isArray(sites)) return undefined;
  return {
    account,
    every,
    sites: sites.flatMap(parseSite),
    job,
    next: next ?? 0,
    ...(stopped ? { stopped: true } : {}),
  };
}

/** The audits that repeat on a schedule, at most one for each account. */
export const auditRepeats: Setting<AuditRepeat[]> = {
  key: 'auditRepeats',
  area: 'local',
  fallback: [],
  keepsUnread: true,
  parse: (value, tell) => readList(value, parseRepeat, tell),
};

/**
 * Returns the addresses of the pages that unfinished and repeated audits need to access. Rejects with `NewerSettings`
 * if a newer version of Waymark wrote the list of repeated audits.
 */
export async function auditAddresses(): Promise<string[]> {
  const [repeats, jobs] = await Promise.all([getCertain(auditRepeats), allJobs()]);
  const open = jobs.filter(({ kind, ended }) => kind === 'audit' && !ended);
  const items = (await Promise.all(open.map(({ id }) => itemsOf(id)))).flat();
  return homePagesOf([...repeats.flatMap(({ sites }) => sites), ...items].map(({ key }) => key));
}

/** Gives up the permission for notifications, unless a repeated audit needs it. Resolves to whether it was given up. */
export const giveBackNotifications = async (): Promise<boolean> =>
  !(await getCertain(auditRepeats)).length && dropPermission('notifications');

/** Gives up the permission for notifications, unless a repeated audit or a preference needs it. */
export async function giveBackNotices(): Promise<void> {
  if (!(await get(preferences)).notifications) await giveBackNotifications();
}
