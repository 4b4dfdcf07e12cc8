import { homePage, variantOf } from '../../audit/access.ts';
import { type Answered, judge } from '../../audit/judge.ts';
import type { SiteLook } from '../../audit/look.ts';
import type { AuditedSite } from '../../audit/said.ts';
import type { Item, Job } from '../../jobs/types.ts';
import { connections, get, preferences, withTemplates } from '../../storage/settings.ts';
import { sleep } from '../../util/sleep.ts';
import { knownSite } from '../records/records.ts';
import { fetchPage } from './fetchPage.ts';
import { withJoinedWww } from './joinedWww.ts';
import { checkNetwork, isReadable } from './network.ts';
import { withId } from './stillRegistered.ts';
import { siteCounted, withDomain } from './withDomain.ts';

/**
 * How long a repeated audit waits before it requests an unreachable site again (milliseconds). Including the request,
 * this is less than the 30 seconds after which Chromium stops a worker that calls no extension API.
 */
const secondTry = 10_000;

/**
 * Requests the home page of a site. A repeated audit makes two attempts before it calls the site unreachable: a
 * computer that has just woken up has no network at first, and perhaps nobody is there to notice a wrong report.
 */
async function fetchHome({ isRepeat }: Job, host: string): Promise<Answered> {
  const answered = await fetchPage(homePage(host));
  if (!isRepeat || answered.is !== 'unreachable' || !(await isReadable(host))) return answered;
  await sleep(secondTry);
  return fetchPage(homePage(host));
}

/**
 * Requests the home page of the `www.` variant of a site that redirects. Only the variant is tried, because the browser
 * does not show where a redirect leads. Resolves to a redirect if the variant is itself a registered site or shows no
 * page.
 */
async function followToVariant(account: string, host: string): Promise<Answered> {
  const variant = variantOf(host);
  if (!variant || !(await isReadable(variant)) || (await knownSite(account, variant))) return { is: 'redirect' };
  const answered = await fetchPage(homePage(variant));
  return answered.is === 'page' ? answered : { is: 'redirect' };
}

async function templateFor(account: string): Promise<string> {
  const { list } = await get(connections);
  const connection = list.find((one) => one.account === account);
  return withTemplates(await get(preferences), connection).trackingCode;
}

interface SiteLooked {
  look: SiteLook;
  /** The id of the record that the result is about. */
  id?: string | undefined;
}

/** Judges whether a site is tracked. If its host has several records, tracking code for any of them is enough. */
async function judgeSite(answered: Answered, account: string, site: AuditedSite): Promise<SiteLooked> {
  const look = judge(answered, site);
  const named = await siteCounted(account, look);
  const id = named?.hosts.includes(site.host) ? named.record.id : undefined;
  return id ? { look: judge(answered, { ...site, id }), id } : { look: await withDomain(account, look), id: site.id };
}

/**
 * Requests the home page of a registered site, and judges whether the site is tracked. Rejects as `fetchPage` and
 * `checkNetwork` do.
 */
export async function lookAtSite(job: Job, item: Item): Promise<SiteLooked> {
  const { key: host } = item;
  const withoutAccess: SiteLooked = { look: { state: 'unsure', why: 'access', trackers: [] } };
  if (!(await isReadable(host))) return withoutAccess;
  const first = await fetchHome(job, host);
  // If access was revoked meanwhile, the browser hides the answer from Waymark, so that the site seems unreachable.
  if (first.is === 'unreachable' && !(await isReadable(host))) return withoutAccess;
  const template = await templateFor(job.account);
  const answered = first.is === 'redirect' ? await followToVariant(job.account, host) : first;
  // The site may have been registered again since its id was noted, for example in an old report.
  const { id } = (await withId(job.account, item)) ?? item;
  const site = { host, baseUrl: job.serviceUrl, template, domain: host, ...(id ? { id } : {}) };
  const { look, ...looked } = await judgeSite(answered, job.account, site);
  await checkNetwork(job, first);
  return { ...looked, look: await withJoinedWww(job.account, host, look) };
}
