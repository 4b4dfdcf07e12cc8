import { homePage, variantOf } from '../../audit/access.ts';
import { type Answered, judge } from '../../audit/judge.ts';
import type { SiteLook } from '../../audit/look.ts';
import { hasAccess } from '../../connections/permissions.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { ApiError } from '../../services/index.ts';
import { connections, get, preferences, withTemplates } from '../../storage/settings.ts';
import { cachedSite } from '../../storage/siteCache.ts';
import { fetchPage } from './fetchPage.ts';

const isReadable = (host: string): Promise<boolean> => hasAccess([homePage(host)]).catch(() => false);

/**
 * A redirect does not say where it leads. The site's `www.` variant is looked at in its place, unless that is a site of
 * its own; whatever else it leads to is not followed.
 */
async function followToVariant(account: string, host: string): Promise<Answered> {
  const variant = variantOf(host);
  if (!variant || !(await isReadable(variant)) || (await cachedSite(account, variant))) return { is: 'redirect' };
  const answered = await fetchPage(homePage(variant));
  return answered.is === 'page' ? answered : { is: 'redirect' };
}

/** The tracking code as the job's connection has it. */
async function templateFor(account: string): Promise<string> {
  const { list } = await get(connections);
  const connection = list.find((one) => one.account === account);
  return withTemplates(await get(preferences), connection).trackingCode;
}

/** Looks at the home page of a registered site. Rejects with ApiError `network` where this computer is offline. */
export async function lookAtSite(job: Job, { key: host, id }: Item): Promise<SiteLook> {
  if (!(await isReadable(host))) return { state: 'unsure', why: 'access', trackers: [] };
  const first = await fetchPage(homePage(host));
  const isSilent = first.is === 'unreachable' || first.is === 'timeout';
  if (isSilent && !navigator.onLine) throw new ApiError({ kind: 'network' });
  const template = await templateFor(job.account);
  const answered = first.is === 'redirect' ? await followToVariant(job.account, host) : first;
  return judge(answered, { host, baseUrl: job.serviceUrl, template, domain: host, ...(id ? { id } : {}) });
}
